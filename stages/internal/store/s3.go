package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// s3 is a bucket of S3, or of a server that speaks its protocol.
type s3 struct {
	client *minio.Core
	name   string
	idle   func()
}

// partBytes is the size of the parts of an upload. Smaller objects are uploaded in one request.
const partBytes = 16 << 20

// openS3 opens a bucket of S3, or of the server that AWS_ENDPOINT_URL names. ctx ends its requests; patience is the longest time
// that a request may stall.
func openS3(ctx context.Context, env environment, name string, patience time.Duration) (bucket, error) {
	if err := s3utils.CheckValidBucketName(name); err != nil {
		return nil, fmt.Errorf("%w; check the bucket's name", err)
	}
	region := env.first("AWS_REGION", "AWS_DEFAULT_REGION")
	if region == "" {
		return nil, errors.New("no region is known; set AWS_REGION, also for a server of your own (us-east-1)")
	}
	endpoint := env.first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
	host, secure, lookup := "s3.amazonaws.com", true, minio.BucketLookupAuto
	if endpoint != "" {
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
	transport.ResponseHeaderTimeout = 0 // impatient limits it instead
	client, err := minio.NewCore(host, &minio.Options{
		Creds: newCredentials(env), Secure: secure, Region: region, BucketLookup: lookup,
		Transport:  &impatient{next: transport, ctx: ctx, patience: patience},
		MaxRetries: 1, // the store retries
	})
	if err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(false)
	return &s3{client, name, transport.CloseIdleConnections}, nil
}

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

func (b *s3) close() { b.idle() }

func (b *s3) head(ctx context.Context, key string) (*Info, error) {
	o, err := b.client.StatObject(ctx, b.name, key, minio.StatObjectOptions{})
	if err == nil {
		return &Info{name: Base(key), size: o.Size, time: o.LastModified, tag: versionOf(o.ETag)}, nil
	}
	err = meaning(err)
	var usage *fault.UsageError
	if errors.Is(err, fs.ErrPermission) || errors.As(err, &usage) {
		// The answer to a HEAD request has no body. That to a listing tells the reason.
		if _, _, why := b.list(ctx, key+"/", "", 1); why != nil {
			return nil, why
		}
	}
	return nil, err
}

func (b *s3) list(_ context.Context, prefix, token string, most int) (page []*Info, next string, err error) {
	// ListObjectsV2 takes no context. The transport ends it with the context of the store.
	found, err := b.client.ListObjectsV2(b.name, prefix, "", token, "/", most)
	if err != nil {
		if err = meaning(err); errors.Is(err, fs.ErrNotExist) { // an answer that a listing cannot have, so it is transient
			err = errors.New(err.Error())
		}
		return nil, "", err
	}
	for _, o := range found.Contents {
		name := strings.TrimPrefix(o.Key, prefix)
		if name == "" && strings.HasSuffix(prefix, "/") || strings.HasSuffix(name, "/") { // a marker of an empty folder, which consoles create
			continue
		}
		page = append(page, &Info{name: name, size: o.Size, time: o.LastModified, sum: strings.Trim(o.ETag, `"`)})
	}
	for _, p := range found.CommonPrefixes {
		if name := strings.TrimSuffix(strings.TrimPrefix(p.Prefix, prefix), "/"); name != "" {
			page = append(page, &Info{name: name, dir: true})
		}
	}
	return page, found.NextContinuationToken, nil
}

func (b *s3) get(ctx context.Context, key string, offset, length int64, version string) (io.ReadCloser, int64, error) {
	var ask minio.GetObjectOptions
	ask.Set("If-Match", etagOf(version))
	switch {
	case length >= 0:
		ask.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+length-1))
	case offset > 0:
		ask.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	body, o, header, err := b.client.GetObject(ctx, b.name, key, ask)
	if err != nil {
		return nil, 0, meaning(err)
	}
	size, from := o.Size, int64(0)
	if ranged := header.Get("Content-Range"); ranged != "" {
		var to int64
		if _, err := fmt.Sscanf(ranged, "bytes %d-%d/%d", &from, &to, &size); err != nil {
			body.Close()
			return nil, 0, fmt.Errorf("an answer with Content-Range %q", ranged)
		}
	}
	switch {
	case versionOf(o.ETag) != version: // the server ignores If-Match
		err = ErrChanged
	case from != offset:
		err = fmt.Errorf("an answer from byte %d on, instead of %d", from, offset)
	default:
		return body, size, nil
	}
	body.Close()
	return nil, 0, err
}

func (b *s3) put(ctx context.Context, key string, from io.ReaderAt, size int64, c condition) error {
	opts := minio.PutObjectOptions{DisableContentSha256: true} // do not sign chunks: the request has the digest of the whole
	switch {
	case c.fresh:
		opts.SetMatchETagExcept("*")
	case c.version != "":
		opts.SetMatchETag(strings.Trim(etagOf(c.version), `"`))
	}
	if size > partBytes {
		return meaning(b.putParts(ctx, key, from, size, opts))
	}
	data := io.NewSectionReader(from, 0, size)
	sum, err := sumOf(data)
	if err != nil {
		return err
	}
	_, err = b.client.PutObject(ctx, b.name, key, data, size, "", sum, opts)
	if err = meaning(err); errors.Is(err, fs.ErrNotExist) && c.version == "" { // an answer that a write without a condition cannot have, so it is transient
		err = errors.New(err.Error())
	}
	return err
}

// putParts uploads an object in parts. It sets the condition on the request that completes the upload. minio's own upload in parts
// sets it on the first request, where it does not help.
func (b *s3) putParts(ctx context.Context, key string, from io.ReaderAt, size int64, opts minio.PutObjectOptions) error {
	id, err := b.client.NewMultipartUpload(ctx, b.name, key, minio.PutObjectOptions{})
	if err != nil {
		return err
	}
	var parts []minio.CompletePart
	for at := int64(0); at < size && err == nil; at += partBytes {
		var part minio.CompletePart
		part, err = b.putPart(ctx, key, id, len(parts)+1, io.NewSectionReader(from, at, min(partBytes, size-at)))
		parts = append(parts, part)
	}
	if err == nil {
		_, err = b.client.CompleteMultipartUpload(unhurried(ctx, size), b.name, key, id, parts, opts)
	}
	if err != nil {
		// Remove the upload even if ctx has ended, but within a short time.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortWithin)
		defer cancel()
		b.client.AbortMultipartUpload(ctx, b.name, key, id)
	}
	return err
}

// abortWithin limits the time in which an interrupted run removes its unfinished upload.
const abortWithin = 2 * time.Second

func (b *s3) putPart(ctx context.Context, key, id string, number int, data *io.SectionReader) (minio.CompletePart, error) {
	sum, err := sumOf(data)
	if err != nil {
		return minio.CompletePart{}, err
	}
	part, err := b.client.PutObjectPart(ctx, b.name, key, id, number, data, data.Size(), minio.PutObjectPartOptions{Sha256Hex: sum, DisableContentSha256: true})
	return minio.CompletePart{PartNumber: part.PartNumber, ETag: part.ETag}, err
}

// sumOf returns the hex sha256 of data, by which the server checks it, and seeks back to the start.
func sumOf(data io.ReadSeeker) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, data); err != nil {
		return "", err
	}
	_, err := data.Seek(0, io.SeekStart)
	return hex.EncodeToString(h.Sum(nil)), err
}

func (b *s3) remove(ctx context.Context, key, version string) error {
	return meaning(b.client.RemoveObject(ifMatch(ctx, etagOf(version)), b.name, key, minio.RemoveObjectOptions{}))
}

// versionOf returns the version for an ETag.
func versionOf(etag string) string { return tagged + strconv.Quote(etag) }

// etagOf returns the ETag of a version, in quotes.
func etagOf(version string) string { return strings.TrimPrefix(version, tagged) }
