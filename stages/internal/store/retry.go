package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// attempts is the number of attempts at an operation with transient errors. The pauses between them add up to six seconds.
const attempts = 6

// try asks the bucket something. It retries what minio does not: bodies that end early, and answers that a server gives while it
// restarts or another process disturbs it, refusals among them.
func (b *s3) try(op, key string, ask func() error) (err error) {
	for i := range attempts {
		if i > 0 {
			b.wait(i)
		}
		err = ask()
		if b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		if err = b.meaning(op, key, err); err == nil {
			b.allowed.Store(op, true)
			return nil
		}
		var away *fault.AwayError
		if denied := errors.Is(err, fs.ErrPermission); !denied && (!errors.As(err, &away) || errors.Is(err, errExpired)) {
			return err
		}
	}
	if _, before := b.allowed.Load(op); before && errors.Is(err, fs.ErrPermission) {
		// If that has changed for good, the next run fails before it begins.
		return &fault.AwayError{Place: b.path(key), Err: errors.New(err.Error())}
	}
	return err
}

// wait pauses before retry i, counted from 1.
func (b *s3) wait(i int) {
	select {
	case <-b.ctx.Done():
	case <-time.After(minio.DefaultRetryUnit << (i - 1)):
	}
}

// errExpired marks expired credentials. Retries within the run do not help; the next attempt may get new ones.
var errExpired = errors.New("the credentials have expired")

// Error codes of S3: passing ones are those of a connection, a clock, and a key that is not there where only a broken server says so;
// the others are about credentials.
var (
	passing     = []string{"RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch", "RequestTimeTooSkewed", minio.NoSuchKey}
	unknownKeys = []string{"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "AuthorizationHeaderMalformed", "UnrecognizedClientException"}
	expiredKeys = []string{"ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired"}
)

// odds are the HTTP statuses without a code of their own that a retry would get again.
var odds = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusMovedPermanently, http.StatusTemporaryRedirect}

// meaning converts an error of minio into one for the user, without secrets. Unknown credentials give exit code 64: they come with
// the call, as settings do, and waiting does not make them valid. What is not known to be permanent becomes a [fault.AwayError].
func (b *s3) meaning(op, key string, err error) error {
	var usage *fault.UsageError
	answer := minio.ToErrorResponse(err)
	switch code := answer.Code; {
	case err == nil:
		return nil
	case errors.As(err, &usage):
		return fault.Usagef("%s: %w", b.path(""), usage)
	case errors.Is(err, ErrChanged), answer.StatusCode == http.StatusPreconditionFailed, code == minio.PreconditionFailed, code == "ConditionalRequestConflict":
		return changed(b.path(key))
	case errors.Is(err, fs.ErrNotExist):
		return &fs.PathError{Op: op, Path: b.path(key), Err: fs.ErrNotExist}
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = errors.New("no answer for too long")
	case slices.Contains(passing, code):
		err = errors.New(cmp.Or(answer.Message, code))
	case slices.Contains(unknownKeys, code):
		return fault.Usagef("%s: the provider does not know the credentials (%s); check those of the environment and of the files of its tools", b.path(""), code)
	case slices.Contains(expiredKeys, code):
		return &fault.AwayError{Place: b.path(""), Err: fmt.Errorf("%w (%s)", errExpired, code)}
	case code == minio.NoSuchBucket:
		return &schemas.FileError{File: b.path(""), Err: errors.New("there is no such bucket"), Remedy: "check its name, and AWS_ENDPOINT_URL where it is not one of Amazon"}
	case answer.StatusCode == http.StatusForbidden:
		return &schemas.FileError{File: b.path(key), Err: fmt.Errorf("%w: %s", fs.ErrPermission, op), Remedy: "ask whoever owns " + b.path("") + " to allow it for the credentials in use"}
	case slices.Contains(odds, answer.StatusCode):
		return fault.Usagef("%s: the provider refuses what it is asked for (%s); check the bucket's name, AWS_REGION, AWS_ENDPOINT_URL and the credentials", b.path(""), code)
	}
	return &fault.AwayError{Place: b.path(key), Err: errors.New(quiet(err))}
}

func changed(path string) error {
	return &schemas.FileError{File: path, Err: ErrChanged, Remedy: "run the same command again when nothing changes it"}
}

// query matches a URL with its query, in which providers put signatures and tokens.
var query = regexp.MustCompile(`(https?://[^\s"?]*)\?[^\s"]*`)

// user matches the user name and password of a URL.
var user = regexp.MustCompile(`://[^/\s]*@`)

// quiet returns the text of a provider's error on one line, without possible secrets.
func quiet(err error) string {
	text := query.ReplaceAllString(user.ReplaceAllString(err.Error(), "://…@"), "$1?…")
	return strings.Join(strings.Fields(text), " ")
}
