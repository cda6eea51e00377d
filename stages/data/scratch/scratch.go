// Package scratch makes files for intermediate work. They lie in the system's temporary folder ($TMPDIR) without a name and
// vanish with the process, however it ends.
package scratch

import (
	"fmt"
	"os"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// New makes an empty file for writing and reading. Closing it deletes it. If the temporary folder is missing or not writable,
// the error is a fault.UsageError, since a retry meets it again.
func New() (*os.File, error) {
	f, err := create()
	switch {
	case err == nil:
		return f, nil
	case fault.System(err) != nil:
		return nil, fmt.Errorf("temporary file: %w; point TMPDIR to a folder with room", err)
	}
	return nil, fault.Usagef("temporary file: %w; point TMPDIR to a folder that may be written", err)
}

func create() (*os.File, error) {
	if f, err := Unnamed(os.TempDir()); f != nil || err != nil {
		return f, err
	}
	f, err := os.CreateTemp("", "wrone2set-*.tmp")
	if err != nil {
		return nil, err
	}
	// Remove it at once: a kill from here on leaves nothing. Where an open file keeps its name (Windows), the file stays.
	_ = os.Remove(f.Name())
	return f, nil
}
