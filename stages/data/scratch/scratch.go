// Package scratch makes files for work on the way, which lie in the system's temporary folder ($TMPDIR) without a name:
// they vanish with the process, however it ends.
package scratch

import "os"

// New makes an empty file to be written and read. It is gone once it is closed.
func New() (*os.File, error) {
	if f, err := unnamed(os.TempDir()); f != nil || err != nil {
		return f, err
	}
	f, err := os.CreateTemp("", "wrone2set-*.tmp")
	if err != nil {
		return nil, err
	}
	// At once: a kill from here on leaves nothing. Where an open file keeps its name (Windows) the file stays behind.
	_ = os.Remove(f.Name())
	return f, nil
}
