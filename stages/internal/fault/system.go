package fault

import (
	"errors"
	"slices"
	"syscall"

	"github.com/wrone2set/wrone2set/schemas"
)

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
	return &schemas.FileError{File: file, Err: reason(err)}
}
