package store

import (
	"context"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/memblob"

	"wrone2set/stages/internal/fault"
)

// driver is what providers differ in.
type driver struct {
	open func(ctx context.Context, bucket string) (*blob.Bucket, error)
	// unchanged has a read fail when an object is no longer that of the version.
	unchanged func(as func(any) bool, version string)
	// over has a write, or a removal, fail where the object is not the one of the version. nil: the provider is asked for the
	// version before, and another one may write in between.
	over func(as func(any) bool, version string)
	// precision is that of the time of an object in the answer that gives its bytes; 0 where it is that of what describes it.
	precision time.Duration
	// refused says what the user has to mend where the provider did not accept who asks; nil where it is nothing of that.
	refused func(err error) error
}

// same compares the times of two answers.
func (d driver) same(a, b time.Time) bool {
	return a.Truncate(d.precision).Equal(b.Truncate(d.precision))
}

func driverOf(scheme string) (driver, error) {
	switch scheme {
	case "s3":
		return s3Driver(), nil
	case "gs":
		return gsDriver()
	case "azblob":
		return azureDriver()
	}
	return memory(), nil
}

// memory has no bucket but those that the store has opened.
func memory() driver {
	return driver{
		open:      func(context.Context, string) (*blob.Bucket, error) { return memblob.OpenBucket(nil), nil },
		unchanged: func(func(any) bool, string) {},
		refused:   func(error) error { return nil },
	}
}

// notBuilt is the error of a scheme whose provider is not part of the program.
func notBuilt(scheme string) error {
	return fault.Usagef("%s://: the program was built without it, since it is large; build it by go build -tags %s", scheme, scheme)
}
