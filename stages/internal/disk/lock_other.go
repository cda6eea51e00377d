//go:build !unix

package disk

import (
	"errors"
	"os"
)

func flock(*os.File) error { return errors.ErrUnsupported }
