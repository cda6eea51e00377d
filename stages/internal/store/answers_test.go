package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestAnswers: an answer with the content of another version is an object that changed. One of another size, or one that ends
// before its end, is nobody's fault and never the end of the object.
func TestAnswers(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	data := noise(5000)
	server.Put(t, "s3://bucket/x", data)
	info, err := open(t).Stat("s3://bucket/x")
	if err != nil {
		t.Fatal(err)
	}
	etag, err := strconv.Unquote(strings.TrimPrefix(info.(*store.Info).Version(), "etag:"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		etag, ranged string
		body         []byte
		most         int // bytes that may be read
		want         func(error) bool
	}{
		"another version": {"other", "bytes 0-4999/5000", data, 0, func(err error) bool { return errors.Is(err, store.ErrChanged) }},
		"another size":    {etag, "bytes 0-99/100", data[:100], 0, func(err error) bool { return fault.System(err) != nil }},
		"an early end":    {etag, "bytes 0-4999/5000", data[:100], 100, func(err error) bool { return fault.System(err) != nil }},
	} {
		proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodGet || r.Header.Get("Range") != "" {
				return r.Method == http.MethodGet // nothing where it is asked to go on
			}
			w.Header().Set("ETag", strconv.Quote(c.etag))
			w.Header().Set("Content-Range", c.ranged)
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusPartialContent)
			w.(http.Flusher).Flush() // without a Content-Length, whose end the client would see
			w.Write(c.body)
			return true
		})
		s := store.New(t.Context())
		defer s.Close()
		s.Hurry(time.Millisecond, 10*time.Second)
		got, err := io.ReadAll(opened(t, s, "s3://bucket/x"))
		if !c.want(err) || len(got) > c.most || !bytes.HasPrefix(data, got) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

// TestRefusedUpload: an upload that is denied is wrong usage, since it is no input; what a lost body is answered with is nobody's fault.
func TestRefusedUpload(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	var usage *fault.UsageError
	for code, status := range map[string]int{"AccessDenied": 403, "RequestTimeout": 400, "IncompleteBody": 400, "BadDigest": 400,
		"XAmzContentSHA256Mismatch": 400, "NoSuchUpload": 404, "InvalidPart": 400} {
		proxy := proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
			w.WriteHeader(status)
			io.WriteString(w, "<Error><Code>"+code+"</Code><Message>no</Message></Error>")
			return true
		})
		err := open(t).Put("s3://bucket/x", []byte("x"), false)
		if denied := code == "AccessDenied"; errors.As(err, &usage) != denied || (fault.System(err) != nil) == denied || len(proxy.Asked()) != 6 {
			t.Errorf("%s: %T %v after %d requests", code, err, err, len(proxy.Asked()))
		}
	}
}

// TestEmptyFolder: the object without a name that consoles make for an empty folder is not listed.
func TestEmptyFolder(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprint(w, `<ListBucketResult><Name>bucket</Name><Prefix>dir/</Prefix><KeyCount>3</KeyCount><IsTruncated>false</IsTruncated>`)
		for _, key := range []string{"dir/", "dir/sub/", "dir/x"} {
			fmt.Fprintf(w, `<Contents><Key>%s</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"e"</ETag><Size>1</Size></Contents>`, key)
		}
		fmt.Fprint(w, `</ListBucketResult>`)
		return true
	})
	found, err := open(t).ReadDir("s3://bucket/dir")
	if err != nil || len(found) != 1 || found[0].Name() != "x" {
		t.Errorf("%v, %v", found, err)
	}
}

// TestWaitEnds: the pause before another attempt ends with the run.
func TestWaitEnds(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	ctx, stop := context.WithCancel(t.Context())
	proxied(t, server, func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		time.AfterFunc(10*time.Millisecond, stop)
		s3server.Away(w)
		return true
	})
	s := store.New(ctx)
	defer s.Close()
	s.Hurry(time.Hour, time.Minute)
	ended := make(chan error, 1)
	go func() { ended <- s.Put("s3://bucket/x", nil, false) }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(time.Minute):
		t.Error("it waits")
	}
}
