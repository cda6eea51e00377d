// Package fault classifies errors by who must act. The user must correct an invalid command line or setting and an
// unusable input, a schemas.FileError. What the system failed to do may succeed at the next attempt, whatever error wraps it. Package
// stages gives each class its own exit code.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/wrone2set/wrone2set/schemas"
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

// ofPath lists the system errors caused by the given path, or by an offset that only a damaged file can ask for. A
// retry gives the same error, so the user must correct the path. They include missing permission and a read-only disk,
// because waiting does not change them.
var ofPath = []syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.EACCES, syscall.EPERM, syscall.EROFS,
	syscall.ELOOP, syscall.ENAMETOOLONG, syscall.ENXIO, syscall.EINVAL}

// System finds in the tree of err a system error that a retry may not meet: too many open files, an unreadable or full
// disk, no memory, an unreachable network file system or bucket. It returns the error that names the call and the
// file, or nil.
func System(err error) error {
	var causes []error
	switch e := err.(type) {
	case *AwayError:
		return e
	case syscall.Errno:
		if slices.Contains(ofPath, e) {
			return nil
		}
		return e
	case interface{ Unwrap() error }:
		causes = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		causes = e.Unwrap()
	}
	for _, cause := range causes {
		found := System(cause)
		if _, bare := found.(syscall.Errno); bare {
			return err
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Unreadable turns a file system error about an input file into a schemas.FileError. It returns errors that System
// recognises unchanged, and a UsageError too: without credentials no input can be read.
func Unreadable(file string, err error) error {
	var usage *UsageError
	if System(err) != nil || errors.As(err, &usage) {
		return err
	}
	var call *fs.PathError // its operation and path are left out, because the message names them anyway
	if errors.As(err, &call) {
		err = call.Err
	}
	return &schemas.FileError{File: file, Err: err}
}
