package output

import (
	"os"
	"path/filepath"
)

// Temporary is a folder among the temporary files of this machine (TMPDIR). What a process that was killed left of its own the
// next one sweeps.
type Temporary struct {
	Path  string
	draft *draft
}

// NewTemporary makes one.
func NewTemporary() (*Temporary, error) {
	beside := filepath.Join(os.TempDir(), "wrone2set")
	if err := sweepDrafts(beside); err != nil {
		return nil, err
	}
	d, err := newDraft(beside)
	if err != nil {
		return nil, err
	}
	return &Temporary{d.dir, d}, nil
}

// Close removes it; nil is none.
func (t *Temporary) Close() error {
	if t == nil {
		return nil
	}
	return t.draft.close()
}
