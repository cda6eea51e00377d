package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"

	"github.com/minio/minio-go/v7"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Error codes of S3: broken ones are transient, caused by a connection, a clock, or an upload in parts that another process
// removed; the others are about credentials.
var (
	broken      = []string{"RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch", "NoSuchUpload", "InvalidPart", "RequestTimeTooSkewed"}
	unknownKeys = []string{"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "AuthorizationHeaderMalformed", "UnrecognizedClientException"}
	expiredKeys = []string{"ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired"}
)

// odds are the HTTP statuses without a code of their own that a retry would get again.
var odds = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusMovedPermanently, http.StatusTemporaryRedirect}

// meaning converts an error of minio into one of a [bucket].
func meaning(err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return err
	}
	switch code := answer.Code; {
	case slices.Contains(broken, code):
		return fmt.Errorf("%s: %s", code, answer.Message)
	case slices.Contains(unknownKeys, code):
		return unknownCredentials(code)
	case slices.Contains(expiredKeys, code):
		return fmt.Errorf("%w (%s)", errExpired, code)
	case code == minio.NoSuchBucket:
		return errNoBucket
	case code == minio.NoSuchKey || code == "NotFound":
		return fs.ErrNotExist
	case code == minio.PreconditionFailed || code == "ConditionalRequestConflict" || answer.StatusCode == http.StatusPreconditionFailed:
		return ErrChanged
	case answer.StatusCode == http.StatusForbidden:
		return fs.ErrPermission
	case slices.Contains(odds, answer.StatusCode):
		return fault.Usagef("the provider refuses what it is asked for (%s); check the bucket's name, AWS_REGION, AWS_ENDPOINT_URL and the credentials", code)
	}
	return err
}
