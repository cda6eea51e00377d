package guard

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// What a library's panic says of the file reaches the user, and an error of the system its exit code; what Go says of
// a slice does not.
func TestCaught(t *testing.T) {
	caught := func(f func()) (err error) {
		defer func() { err = Caught(recover()) }()
		f()
		return nil
	}
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { panic("arrow: no schema") }, "the file is damaged: arrow: no schema"},
		{func() { panic(&fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}) }, "the file is damaged: read x: input/output error"},
		{func() { panic(fmt.Errorf("arrow: %w", Damaged("cut short"))) }, "arrow: the file is damaged: cut short"},
		{func() { var n []int; _ = n[len(n)] }, "the file is damaged: a length or an offset in it points past the end of its data"},
		// Arrow's reader catches what Go says of an index and keeps the text, which tells a user nothing.
		{func() { panic(errors.New("arrow/ipc: runtime error: slice bounds out of range [16420:200]")) }, "the file is damaged: a length or an offset in it points past the end of its data"},
	} {
		err := caught(c.f)
		if !errors.Is(err, ErrDamaged) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
		if strings.Contains(c.want, "read x") && !errors.Is(err, syscall.EIO) {
			t.Errorf("%v: the error of the system is gone", err)
		}
	}
}
