//go:build azblob

package store

import (
	"context"
	"fmt"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
)

// azureDriver asks under no condition: size and mtime of an answer tell whether it is of the same object.
func azureDriver() (driver, error) {
	d := memory()
	d.open = func(ctx context.Context, bucket string) (*blob.Bucket, error) {
		return blob.OpenBucket(ctx, "azblob://"+bucket)
	}
	d.refused = refusedAzure
	return d, nil
}

func refusedAzure(err error) error {
	for _, code := range []bloberror.Code{bloberror.AuthenticationFailed, bloberror.InvalidAuthenticationInfo, bloberror.NoAuthenticationInformation} {
		if bloberror.HasCode(err, code) {
			return unknownCredentials(string(code))
		}
	}
	for _, code := range []bloberror.Code{bloberror.AuthorizationFailure, bloberror.AuthorizationPermissionMismatch} {
		if bloberror.HasCode(err, code) {
			return fmt.Errorf("the provider refuses who asks (%s); check AZURE_STORAGE_ACCOUNT, AZURE_STORAGE_KEY and what they may do", code)
		}
	}
	return nil
}
