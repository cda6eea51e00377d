package output

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Temporary is a folder among the temporary files of this machine (TMPDIR). The next process removes what a killed one
// left.
type Temporary struct {
	Path  string
	draft *draft
}

// NewTemporary creates a Temporary. If TMPDIR is not a writable folder, the error is a fault.UsageError.
func NewTemporary() (*Temporary, error) {
	err := sweepTemporary()
	var d *draft
	if err == nil {
		d, err = newDraft(temporary())
	}
	switch {
	case err == nil:
		return &Temporary{d.dir, d}, nil
	case fault.System(err) != nil:
		return nil, fmt.Errorf("temporary folder: %w", err)
	}
	return nil, fault.Usagef("temporary folder: %w; point TMPDIR to a folder that may be written", err)
}

// temporary is the path beside which these folders are created.
func temporary() string { return filepath.Join(os.TempDir(), "wrone2set") }

func sweepTemporary() error { return sweepDrafts(temporary()) }

// Close removes the folder. t may be nil.
func (t *Temporary) Close() error {
	if t == nil {
		return nil
	}
	return t.draft.close()
}
