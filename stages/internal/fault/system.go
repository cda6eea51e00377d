package fault

import (
	"errors"
	"slices"
	"syscall"
)

// ofPath are the answers of the system that speak of the path that it was given, and of an offset that only a damaged
// file can ask for. They are the same at the next attempt: the input is at fault, and who has to mend it is the user.
// Permission is one of them, since nobody gains it by waiting.
var ofPath = []syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.EACCES, syscall.EPERM, syscall.ELOOP,
	syscall.ENAMETOOLONG, syscall.ENXIO, syscall.EINVAL}

// System finds in the tree of err an error of the system that another attempt may not meet: too many open files, a
// disk that cannot be read or is full, no memory, a network file system that is away, or a bucket. It returns the error that names
// the call and the file, or nil when there is none.
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

// Unreadable is err, which the file system gave for an input file, as an InputError; an error of System stays what it
// is, and so does a UsageError: without credentials no input can be read.
func Unreadable(file string, err error) error {
	var usage *UsageError
	if System(err) != nil || errors.As(err, &usage) {
		return err
	}
	return &InputError{File: file, Err: reason(err)}
}
