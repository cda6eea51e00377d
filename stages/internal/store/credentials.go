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

// chain finds credentials: in environment variables, in the files of Amazon's tools, and by the machine's identity. minio's own
// chain falls back to anonymous requests and drops the reason.
type chain struct {
	env  environment
	now  credentials.Provider // the provider that had credentials; nil: none yet
	role *credentials.IAM
}

func newCredentials(env environment) *credentials.Credentials {
	role := &credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}, Endpoint: env("AWS_EC2_METADATA_SERVICE_ENDPOINT")}
	return credentials.New(&chain{env: env, role: role})
}

func (c *chain) Retrieve() (credentials.Value, error) { return c.RetrieveWithCredContext(nil) }

func (c *chain) IsExpired() bool { return c.now == nil || c.now.IsExpired() }

func (c *chain) RetrieveWithCredContext(with *credentials.CredContext) (credentials.Value, error) {
	if c.now != nil { // they have expired, and the same provider has newer ones
		return c.ask(c.now, with)
	}
	if v, err := c.ask(&credentials.Static{Value: credentials.Value{AccessKeyID: c.env.first("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY"),
		SecretAccessKey: c.env.first("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY"), SessionToken: c.env("AWS_SESSION_TOKEN")}}, with); err == nil {
		return v, nil
	}
	v, err := c.ask(&credentials.FileAWSCredentials{}, with)
	if profile := c.env("AWS_PROFILE"); profile != "" && err != nil {
		return v, fault.Usagef("there are no credentials in AWS_PROFILE=%s: %s", profile, quiet(err))
	}
	if err == nil {
		return v, nil
	}
	given := c.env.first("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI") != ""
	if !given && strings.EqualFold(c.env("AWS_EC2_METADATA_DISABLED"), "true") {
		return v, errNoCredentials
	}
	v, err = c.ask(c.role, with)
	if err != nil && !given && !strings.HasPrefix(err.Error(), "5") { // a status 5xx comes from a machine that has a role
		return v, errNoCredentials
	}
	return v, refusedRole(err)
}

// errNoCredentials gives exit code 64, as unknown credentials do.
var errNoCredentials = fault.Usagef("there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role")

// ask retrieves credentials from a provider, and remembers it if it has some.
func (c *chain) ask(p credentials.Provider, with *credentials.CredContext) (credentials.Value, error) {
	v, err := p.RetrieveWithCredContext(with)
	switch {
	case err != nil:
		return v, err
	case v.AccessKeyID == "" || v.SecretAccessKey == "":
		return v, errors.New("it has no key")
	}
	c.now = p
	return v, nil
}

// refusedRole returns a usage error if the machine's identity may not take the role, and a transient one if the service that
// gives it out did not answer.
func refusedRole(err error) error {
	var no credentials.ErrorResponse
	if errors.As(err, &no) && no.STSError.Type == "Sender" {
		return fault.Usagef("the machine's identity is refused (%s); check AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE", no.STSError.Code)
	}
	if err != nil {
		return fmt.Errorf("credentials of the machine's role: %w", err)
	}
	return nil
}
