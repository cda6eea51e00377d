// Package fault classifies errors by who must act. The user must correct an invalid command line or setting and an
// unusable input, a schemas.FileError. What the system failed to do may succeed at the next attempt, whatever error wraps it. Package
// stages gives each class its own exit code.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
)

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
