package folder

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
	if err := sweepTemporary(); err != nil {
		return nil, err
	}
	d, err := newDraft(temporary())
	if err != nil {
		return nil, err
	}
	return &Temporary{d.dir, d}, nil
}

// temporary is what such folders are beside.
func temporary() string { return filepath.Join(os.TempDir(), "wrone2set") }

func sweepTemporary() error { return sweepDrafts(temporary()) }

// Close removes it; nil is none.
func (t *Temporary) Close() error {
	if t == nil {
		return nil
	}
	return t.draft.close()
}
