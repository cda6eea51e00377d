package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// s3 is the [bucket] of S3, or of a server that speaks its protocol. minio retries what passes with a single request: statuses 5xx and
// connections that break.
type s3 struct {
	ctx       context.Context // of the run
	client    *minio.Core
	name      string
	allowed   sync.Map // operations that were allowed in this run
	transport *http.Transport
}

// openS3 opens a bucket of S3, or of the server that AWS_ENDPOINT_URL names. ctx ends its requests; patience is the longest time in
// which a connection may stand still.
func openS3(ctx context.Context, env environment, name string, patience time.Duration) (*s3, error) {
	if err := s3utils.CheckValidBucketName(name); err != nil {
		return nil, fmt.Errorf("%w; check the bucket's name", err)
	}
	region := env.first("AWS_REGION", "AWS_DEFAULT_REGION")
	if region == "" {
		return nil, errors.New("no region is known; set AWS_REGION, also for a server of your own (us-east-1)")
	}
	host, secure, lookup := "s3.amazonaws.com", true, minio.BucketLookupAuto
	if endpoint := env.first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"); endpoint != "" {
		at, err := url.Parse(endpoint)
		if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.User != nil {
			return nil, errors.New("AWS_ENDPOINT_URL is no URL of a server; want https://host:port")
		}
		// Self-hosted servers rarely have a host name for each bucket, but all accept the bucket in the path.
		host, secure, lookup = at.Host, at.Scheme == "https", minio.BucketLookupPath
	}
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	dial := transport.DialContext
	transport.DialContext = func(of context.Context, network, address string) (net.Conn, error) {
		c, err := dial(of, network, address)
		return impatient{c, patience}, err
	}
	creds, err := newCredentials(env)
	if err != nil {
		return nil, err
	}
	client, err := minio.NewCore(host, &minio.Options{Creds: creds, Secure: secure, Region: region, BucketLookup: lookup, Transport: transport, MaxRetries: 3})
	if err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(false)
	return &s3{ctx: ctx, client: client, name: name, transport: transport}, nil
}

// impatient is a connection that ends when nothing moves for too long. A transport has no limit for that: its one for an answer
// does not count bodies. Time in which the caller does not read a body does not count here.
type impatient struct {
	net.Conn
	patience time.Duration
}

func (c impatient) Read(p []byte) (int, error) {
	c.SetReadDeadline(time.Now().Add(c.patience))
	return c.Conn.Read(p)
}

func (c impatient) Write(p []byte) (int, error) {
	c.SetDeadline(time.Now().Add(c.patience)) // also of the Read that has been waiting for the answer since before the request
	return c.Conn.Write(p)
}

func (b *s3) idle() { b.transport.CloseIdleConnections() }

// path returns the URL of a key, or of the bucket.
func (b *s3) path(key string) string { return strings.TrimSuffix(scheme+b.name+"/"+key, "/") }

func (b *s3) head(key string) (info *Info, err error) {
	// Who may describe an object may read it, so both are one operation.
	err = b.try("read", key, func() error {
		o, err := b.client.StatObject(b.ctx, b.name, key, minio.StatObjectOptions{})
		info = &Info{name: Base(key), size: o.Size, time: o.LastModified, etag: o.ETag}
		switch answer := minio.ToErrorResponse(err); {
		case answer.Code == minio.NoSuchKey:
			return fs.ErrNotExist
		case answer.StatusCode == http.StatusForbidden, answer.StatusCode == http.StatusBadRequest:
			// The answer to a HEAD request has no body. That to a listing tells the reason.
			if _, why := b.page(key+"/", 1); why != nil {
				return why
			}
		}
		return err
	})
	return info, err
}

func (b *s3) list(prefix string, most int) (found []*Info, err error) {
	err = b.try("list", prefix, func() (err error) {
		found, err = b.page(prefix, most)
		return err
	})
	return found, err
}

func (b *s3) page(prefix string, most int) (found []*Info, err error) {
	for o := range b.client.ListObjectsIter(b.ctx, b.name, minio.ListObjectsOptions{Prefix: prefix, MaxKeys: most}) {
		if o.Err != nil {
			return nil, o.Err
		}
		name := strings.TrimPrefix(o.Key, prefix)
		switch folder := strings.TrimSuffix(name, "/"); {
		case folder == name && name != "":
			found = append(found, &Info{name: name, size: o.Size, time: o.LastModified, etag: o.ETag})
		case folder != "" && o.ETag == "": // else a marker of an empty folder, which consoles create
			found = append(found, &Info{name: folder, dir: true})
		}
		if most > 0 && len(found) >= most {
			break
		}
	}
	return found, nil
}

// mostUpload is the size in bytes that S3 takes in one request.
const mostUpload = 5 << 30

func (b *s3) put(key string, from io.ReaderAt, size int64, fresh bool) error {
	if size > mostUpload {
		return &fs.PathError{Op: "write", Path: b.path(key), Err: fmt.Errorf("it has %d bytes, and one upload takes %d; write the output in more parts", size, mostUpload)}
	}
	// One request: minio sets no condition on the one that ends an upload in parts. The MD5 tells the server what it
	// should have received; signatures of pieces, which not every server knows, tell no more.
	opts := minio.PutObjectOptions{DisableMultipart: true, SendContentMd5: true, DisableContentSha256: true}
	if fresh {
		opts.SetMatchETagExcept("*")
	}
	err := b.try("write", key, func() error {
		_, err := b.client.Client.PutObject(b.ctx, b.name, key, io.NewSectionReader(from, 0, size), size, opts)
		return err
	})
	if !fresh || err == nil {
		return err
	}
	exists := errors.Is(err, ErrChanged)
	if fault.System(err) != nil && b.ctx.Err() == nil {
		// A server that refuses may close the connection before it has read the body, and the answer is lost.
		_, missing := b.head(key)
		exists = missing == nil
	}
	if exists {
		return &fs.PathError{Op: "write", Path: b.path(key), Err: fs.ErrExist}
	}
	return err
}

func (b *s3) remove(key string) error {
	return b.try("remove", key, func() error {
		return b.client.RemoveObject(b.ctx, b.name, key, minio.RemoveObjectOptions{})
	})
}

func (b *s3) read(key string, info *Info, at, n int64) (data []byte, err error) {
	err = b.try("read", key, func() error {
		data, err = b.fetch(key, info, at, n)
		return err
	})
	return data, err
}

func (b *s3) fetch(key string, info *Info, at, n int64) ([]byte, error) {
	var ask minio.GetObjectOptions
	if err := errors.Join(ask.SetMatchETag(info.etag), ask.SetRange(at, at+n-1)); err != nil {
		return nil, err
	}
	stream, o, header, err := b.client.GetObject(b.ctx, b.name, key, ask)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	ranged := header.Get("Content-Range")
	switch want := fmt.Sprintf("bytes %d-%d/%d", at, at+n-1, info.size); {
	case o.ETag != info.etag: // the server ignores If-Match
		return nil, ErrChanged
	case ranged != want && (ranged != "" || o.Size != info.size || at > 0):
		return nil, fmt.Errorf("an answer with %d bytes of range %q instead of %q", o.Size, ranged, want)
	}
	data := make([]byte, n)
	_, err = io.ReadFull(stream, data)
	return data, err
}
