// Package fault tells whose an error is. A command line or a setting that cannot be meant and an input that cannot be
// used are the user's to mend; what the system could not do may go well at the next attempt, whatever error it is
// wrapped in. Package stages gives each an exit code of its own.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
)

// InputError is an input that cannot be used as it is: exit code 65. Row counts from 1 as an editor shows it; 0 is
// none. Remedy, when there is one, says what the user can do, as an imperative without a full stop.
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

// UsageError is a command line or a setting that cannot be meant: exit code 64.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// AwayError is what a service of another machine could not do for the moment, after it was asked a few times.
type AwayError struct {
	Place string
	Err   error
}

func (e *AwayError) Error() string { return e.Place + ": " + e.Err.Error() }
func (e *AwayError) Unwrap() error { return e.Err }

// Usagef is fmt.Errorf for a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// reason drops from an error of the file system the operation and the path, which the message names anyway.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
