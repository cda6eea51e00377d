package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// ErrChanged is wrapped by errors of operations on an object that no longer has the expected version.
var ErrChanged = errors.New("changed while it was read")

var errFolder = errors.New("is a folder")

// errExpired marks expired credentials. Retries within the run do not help; the next attempt may get new ones.
var errExpired = errors.New("the credentials have expired")

// errNoBucket marks a bucket that does not exist.
var errNoBucket = errors.New("there is no such bucket")

// unknownCredentials returns an error with exit code 64: credentials come with the call, as settings do, and waiting does not make
// them valid. Expired ones give exit code 1, since the next attempt may get new ones.
func unknownCredentials(code string) error {
	return fault.Usagef("the provider does not know the credentials (%s); check those of the environment and of the files of its tools", code)
}

// wrong converts an error of a bucket into one for the user, without secrets. Errors that are not known to be permanent become a
// [fault.AwayError].
func (s *Store) wrong(op string, at place, err error) error {
	var usage *fault.UsageError
	switch {
	case err == nil:
		return nil
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case errors.As(err, &usage):
		return fault.Usagef("%s: %w", at.name, usage)
	case errors.Is(err, errExpired):
		return &fault.AwayError{Place: at.name, Err: err}
	case errors.Is(err, ErrChanged):
		return changed(at)
	case errors.Is(err, errNoBucket):
		return noBucket(at)
	case errors.Is(err, fs.ErrNotExist):
		return &fs.PathError{Op: op, Path: at.path, Err: fs.ErrNotExist}
	case errors.Is(err, fs.ErrPermission):
		return &fault.InputError{File: at.path, Err: fmt.Errorf("%w: %s", fs.ErrPermission, op), Remedy: "ask whoever owns " + at.name + " to allow it for the credentials in use"}
	}
	return &fault.AwayError{Place: at.path, Err: errors.New(quiet(err))}
}

func changed(at place) error {
	return &fault.InputError{File: at.path, Err: ErrChanged, Remedy: "run the same command again when nothing changes it"}
}

func noBucket(at place) error {
	return &fault.InputError{File: at.name, Err: errNoBucket, Remedy: "check its name, and AWS_ENDPOINT_URL where it is not one of Amazon"}
}

func isDenied(err error) bool { return errors.Is(err, fs.ErrPermission) }

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// query matches a URL with its query, in which providers put signatures and tokens.
var query = regexp.MustCompile(`(https?://[^\s"?]*)\?[^\s"]*`)

// user matches the user name and password of a URL.
var user = regexp.MustCompile(`://[^/\s]*@`)

// quiet returns the text of a provider's error on one line, without possible secrets.
func quiet(err error) string {
	text := query.ReplaceAllString(user.ReplaceAllString(err.Error(), "://…@"), "$1?…")
	return strings.Join(strings.Fields(text), " ")
}

// again reports whether an error is transient, so that a retry may succeed.
func again(err error) bool {
	var away *fault.AwayError
	return errors.As(err, &away) && !errors.Is(err, errExpired) && !errors.Is(err, context.Canceled)
}
