package cli

import (
	"io"
	"os"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// open fails if standard output, which gets the result, is closed. The runtime of Go then opens the null device in its place, for
// reading and writing, so that a run would end with 0 and its result nowhere. Whoever wants that opens the device for writing.
func open(stdout io.Writer) error {
	f, ok := stdout.(*os.File)
	if !ok {
		return nil
	}
	closed := fault.Usagef("standard output is closed, and the result goes there; write it to a file or a pipe, or drop it by > %s", os.DevNull)
	info, err := f.Stat()
	if err != nil {
		return closed
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return nil
	}
	if _, err := f.Read(make([]byte, 1)); err == io.EOF {
		return closed
	}
	return nil
}
