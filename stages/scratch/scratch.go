// Package scratch makes files for intermediate work. They lie in the system's temporary folder ($TMPDIR) without a name and
// vanish with the process, however it ends.
package scratch

import "os"

// New makes an empty file for writing and reading. Closing it deletes it.
func New() (*os.File, error) {
	if f, err := unnamed(os.TempDir()); f != nil || err != nil {
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
