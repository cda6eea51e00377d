//go:build gs

package store

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/gcsblob" // gs://
	"gocloud.dev/gcp"
	"google.golang.org/api/googleapi"
)

// gsDriver asks under no condition: size and mtime of an answer tell whether it is of the same object.
func gsDriver() (driver, error) {
	d := memory()
	d.open, d.refused, d.precision = openGS, refusedGS, time.Second
	return d, nil
}

// openGS opens a bucket of Google, or of the server that STORAGE_EMULATOR_HOST names.
func openGS(ctx context.Context, bucket string) (*blob.Bucket, error) {
	if os.Getenv("STORAGE_EMULATOR_HOST") == "" {
		// Asked here: without any, gocloud goes on with a key that cannot be read.
		if _, err := gcp.DefaultCredentials(ctx); err != nil {
			return nil, noCredentials("set GOOGLE_APPLICATION_CREDENTIALS, run gcloud auth application-default login, or give the machine a service account")
		}
	}
	return blob.OpenBucket(ctx, "gs://"+bucket)
}

func refusedGS(err error) error {
	var answer *googleapi.Error
	if errors.As(err, &answer) && answer.Code == http.StatusUnauthorized {
		return unknownCredentials(strconv.Itoa(answer.Code))
	}
	return nil
}
