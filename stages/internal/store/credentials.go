package store

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// environment returns the value of a variable, "" if it is not set.
type environment func(name string) string

// first returns the value of the first variable that is set.
func (env environment) first(names ...string) string {
	for _, name := range names {
		if value := env(name); value != "" {
			return value
		}
	}
	return ""
}

// errNone is the error of a machine without credentials.
var errNone = errors.New("there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role")

// newCredentials returns those in environment variables, in the files of Amazon's tools, or of the machine's identity. minio's own
// chain falls back to anonymous requests and drops the reason.
func newCredentials(env environment) (*credentials.Credentials, error) {
	key, secret := env.first("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY"), env.first("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY")
	if key != "" && secret != "" {
		return credentials.NewStaticV4(key, secret, env("AWS_SESSION_TOKEN")), nil
	}
	files := credentials.NewFileAWSCredentials("", "")
	v, err := files.GetWithContext(nil)
	if err == nil && v.AccessKeyID != "" && v.SecretAccessKey != "" {
		return files, nil
	}
	if profile := env("AWS_PROFILE"); profile != "" {
		return nil, fmt.Errorf("there are no credentials in AWS_PROFILE=%s: %w", profile, err)
	}
	m := &machine{given: env.first("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI") != ""}
	if !m.given && strings.EqualFold(env("AWS_EC2_METADATA_DISABLED"), "true") {
		return nil, errNone
	}
	m.Client, m.Endpoint = &http.Client{Timeout: 5 * time.Second}, env("AWS_EC2_METADATA_SERVICE_ENDPOINT")
	return credentials.New(m), nil
}

// machine is the identity of the machine. Its errors are usage errors, as for unknown credentials, if there is no identity or it may
// not take the role, and transient ones if the service that gives it out failed.
type machine struct {
	credentials.IAM
	given bool // a variable says that there is one
}

func (m *machine) Retrieve() (credentials.Value, error) { return m.RetrieveWithCredContext(nil) }

func (m *machine) RetrieveWithCredContext(with *credentials.CredContext) (credentials.Value, error) {
	v, err := m.IAM.RetrieveWithCredContext(with)
	var no credentials.ErrorResponse
	switch {
	case err == nil:
		return v, nil
	case errors.As(err, &no) && no.STSError.Type == "Sender":
		return v, fault.Usagef("the machine's identity is refused (%s); check AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE", no.STSError.Code)
	case !m.given && !strings.HasPrefix(err.Error(), "5"): // a status 5xx comes from a machine that has a role
		return v, &fault.UsageError{Err: errNone}
	}
	return v, fmt.Errorf("credentials of the machine's role: %w", err)
}
