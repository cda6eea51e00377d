package fault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

func TestSystem(t *testing.T) {
	call := func(e error) error { return &fs.PathError{Op: "read", Path: "a.jsonl", Err: e} }
	broken := errors.New("broken")
	for _, c := range []struct {
		err  error
		want string // "": none
	}{
		{nil, ""},
		{broken, ""},
		{io.ErrUnexpectedEOF, ""},
		{call(syscall.ENOENT), ""},
		{call(syscall.EACCES), ""},
		{call(syscall.EROFS), ""},
		{call(syscall.EISDIR), ""},
		{call(syscall.EINVAL), ""},
		{call(fs.ErrClosed), ""},
		{syscall.EIO, syscall.EIO.Error()},
		{call(syscall.EIO), "read a.jsonl: " + syscall.EIO.Error()},
		{call(syscall.EMFILE), "read a.jsonl: " + syscall.EMFILE.Error()},
		{call(syscall.ENFILE), "read a.jsonl: " + syscall.ENFILE.Error()},
		{call(syscall.ENOMEM), "read a.jsonl: " + syscall.ENOMEM.Error()},
		{call(syscall.ENOSPC), "read a.jsonl: " + syscall.ENOSPC.Error()},
		{call(syscall.EINTR), "read a.jsonl: " + syscall.EINTR.Error()},
		{call(syscall.ESTALE), "read a.jsonl: " + syscall.ESTALE.Error()},
		{call(syscall.ETIMEDOUT), "read a.jsonl: " + syscall.ETIMEDOUT.Error()},
		{os.NewSyscallError("mmap", syscall.ENOMEM), "mmap: " + syscall.ENOMEM.Error()},
		{&schemas.FileError{File: "x", Err: fmt.Errorf("damaged: %w", call(syscall.EIO)), Remedy: "mend it"}, "read a.jsonl: " + syscall.EIO.Error()},
		{errors.Join(broken, call(syscall.ENOENT), Usagef("%w", call(syscall.EMFILE))), "read a.jsonl: " + syscall.EMFILE.Error()},
		{fmt.Errorf("%w: %w", call(syscall.ENOENT), broken), ""},
	} {
		found := System(c.err)
		if c.want == "" && found != nil || c.want != "" && (found == nil || found.Error() != c.want) {
			t.Errorf("%v: found %v, want %q", c.err, found, c.want)
		}
	}
}

// What the file system says of a path that is wrong is the user's, and without the call and the path twice.
func TestUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	_, err := os.Open(path)
	var input *schemas.FileError
	if err := Unreadable(path, err); !errors.As(err, &input) || strings.Count(err.Error(), path) != 1 {
		t.Errorf("%v", err)
	}
	full := &fs.PathError{Op: "open", Path: path, Err: syscall.EMFILE}
	if err := Unreadable(path, full); err != error(full) {
		t.Errorf("%v", err)
	}
}
