// Package fault classifies errors by who must act. The user must correct an invalid command line or setting and an
// unusable input. What the system failed to do may succeed at the next attempt, whatever error wraps it. Package
// stages gives each class its own exit code.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
)

// InputError is an unusable input: exit code 65. Row counts from 1 as an editor shows it; 0 means no row. Remedy, if
// not empty, says what the user can do, as an imperative without a full stop.
type InputError struct {
	File   string
	Row    int64
	Err    error
	Remedy string
}

func (e *InputError) Error() string {
	where := e.File
	if e.Row > 0 {
		where = fmt.Sprintf("%s row %d", e.File, e.Row)
	}
	s := e.Err.Error()
	if where != "" {
		s = where + ": " + s
	}
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

func (e *InputError) Unwrap() error { return e.Err }

// UsageError is an invalid command line or setting: exit code 64.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// AwayError means that a service on another machine was unreachable after a few retries.
type AwayError struct {
	Place string
	Err   error
}

func (e *AwayError) Error() string { return e.Place + ": " + e.Err.Error() }
func (e *AwayError) Unwrap() error { return e.Err }

// Usagef is fmt.Errorf for a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// reason removes the operation and the path from a file system error, because the message names them anyway.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
