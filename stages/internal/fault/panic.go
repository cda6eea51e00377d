package fault

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic that was recovered: a mistake in the program, which the user is asked to report. What Go says of it
// is for those who read the report.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("internal error: %v", p.Value) }

// Catch calls f; a panic of f becomes a *Panic.
func Catch[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{p, debug.Stack()}
		}
	}()
	return f()
}
