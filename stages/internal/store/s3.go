package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcerrors"
)

func s3Driver() driver {
	return driver{open: openS3, unchanged: unchangedS3, over: overS3, refused: refusedS3}
}

// openS3 opens a bucket of S3, or of the server that AWS_ENDPOINT_URL names.
func openS3(ctx context.Context, name string) (*blob.Bucket, error) {
	// Its warnings are none of our log: what comes of them is an error, or was tried again.
	c, err := config.LoadDefaultConfig(ctx, config.WithLogger(logging.Nop{}))
	if err != nil {
		return nil, err
	}
	if c.Region == "" {
		return nil, errors.New("no region is known; set AWS_REGION, also for a server of your own (us-east-1)")
	}
	client := s3.NewFromConfig(c, func(o *s3.Options) {
		// Servers of one's own rarely have a name for each bucket, and all of them take this form.
		o.UsePathStyle = c.BaseEndpoint != nil || os.Getenv("AWS_ENDPOINT_URL_S3") != ""
		// Of what was uploaded in parts it would say so at every read, in lines that are none of our log.
		o.DisableLogOutputChecksumValidationSkipped = true
	})
	return s3blob.OpenBucket(ctx, client, name, &s3blob.Options{RequestChecksumCalculation: c.RequestChecksumCalculation})
}

func unchangedS3(as func(any) bool, version string) {
	var in *s3.GetObjectInput
	if tag, ok := strings.CutPrefix(version, tagged); ok && as(&in) {
		in.IfMatch = aws.String(tag)
	}
}

func overS3(as func(any) bool, version string) {
	tag, ok := strings.CutPrefix(version, tagged)
	var put *transfermanager.UploadObjectInput
	var remove *s3.DeleteObjectInput
	switch {
	case ok && as(&put):
		put.IfMatch = aws.String(tag)
	case ok && as(&remove):
		remove.IfMatch = aws.String(tag)
	}
}

// odds are the HTTP answers that another attempt gets again, besides those that have a meaning of their own.
var odds = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusMovedPermanently, http.StatusTemporaryRedirect}

// Answers of S3 that are about who asks, and those that a connection is to blame for, or an upload in parts that somebody else
// has swept: another attempt goes well.
var (
	broken      = []string{"RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch", "NoSuchUpload", "InvalidPart"}
	unknownKeys = []string{"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "AuthorizationHeaderMalformed", "UnrecognizedClientException"}
	expiredKeys = []string{"ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired", "RequestTimeTooSkewed"}
)

func refusedS3(err error) error {
	var answer smithy.APIError
	var odd *awshttp.ResponseError
	switch {
	case errors.As(err, &answer) && slices.Contains(broken, answer.ErrorCode()):
		return nil
	case errors.As(err, &answer) && slices.Contains(unknownKeys, answer.ErrorCode()):
		return unknownCredentials(answer.ErrorCode())
	case errors.As(err, &answer) && slices.Contains(expiredKeys, answer.ErrorCode()):
		return expiredCredentials(answer.ErrorCode())
	case strings.Contains(err.Error(), "no EC2 IMDS role found"):
		// The last link of the chain: none of those before it had any.
		return noCredentials("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role")
	case gcerrors.Code(err) == gcerrors.Unknown && errors.As(err, &answer) && errors.As(err, &odd) && slices.Contains(odds, odd.HTTPStatusCode()):
		return fmt.Errorf("the provider refuses what it is asked for (%s); check the bucket's name, AWS_REGION, AWS_ENDPOINT_URL and the credentials", answer.ErrorCode())
	}
	return nil
}
