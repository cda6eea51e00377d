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

// ErrChanged is wrapped by the error of reading an object that is no longer the one that was opened.
var ErrChanged = errors.New("changed while it was read")

var errFolder = errors.New("is a folder")

// errExpired marks credentials that another attempt may find renewed, but no repetition at once.
var errExpired = errors.New("the credentials have expired")

// errNoBucket marks a bucket that is not there.
var errNoBucket = errors.New("there is no such bucket")

// unknownCredentials is exit code 64: credentials come with the call, as settings do, and waiting does not make them valid.
// Expired ones are exit code 1, since the next attempt may get new ones from its caller or from the machine's identity.
func unknownCredentials(code string) error {
	return fault.Usagef("the provider does not know the credentials (%s); check those of the environment and of the files of its tools", code)
}

// wrong turns an error of a bucket into one that says what it means, without anything that is secret. What is not known
// to be the user's is a [fault.AwayError].
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

// query is the part of a URL in which providers put signatures and tokens.
var query = regexp.MustCompile(`(https?://[^\s"?]*)\?[^\s"]*`)

// user is the part of a URL in which some put a name and a password.
var user = regexp.MustCompile(`://[^/\s]*@`)

// quiet is the text of an error of a provider, on one line and without what may be secret.
func quiet(err error) string {
	text := query.ReplaceAllString(user.ReplaceAllString(err.Error(), "://…@"), "$1?…")
	return strings.Join(strings.Fields(text), " ")
}

// again reports whether an error may be gone at once.
func again(err error) bool {
	var away *fault.AwayError
	return errors.As(err, &away) && !errors.Is(err, errExpired) && !errors.Is(err, context.Canceled)
}
