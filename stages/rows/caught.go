package rows

import (
	"fmt"
	"runtime/debug"
)

// caught calls f; a panic becomes an error with its stack. On a goroutine of
// ours nobody else could recover it, and it would end the program with half an
// output and no message.
func caught[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return f()
}
