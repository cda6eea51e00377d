package fault

import (
	"fmt"
	"runtime/debug"
)

// Panic is a recovered panic, a mistake in the program that the user is asked to report. The stack is for whoever
// reads the report.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("internal error: %v", p.Value) }

// Catch calls f and turns a panic of f into a *Panic.
func Catch[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{p, debug.Stack()}
		}
	}()
	return f()
}
