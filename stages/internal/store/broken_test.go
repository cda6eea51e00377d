package store_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestHungUp: after an upload whose connection broke, the server is asked whether it has the object. Only an upload that must
// create an object counts it as there, and only if it is.
func TestHungUp(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	server.Put(t, "s3://bucket/there", []byte("old"))
	at := stored(t, server.Proxy(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		if r.Method == "PUT" {
			panic(http.ErrAbortHandler)
		}
		return false
	}))
	for _, c := range []struct {
		key          string
		fresh, there bool
	}{{"there", true, true}, {"there", false, false}, {"new", true, false}} {
		if err := at.Put("s3://bucket/"+c.key, []byte("new"), c.fresh); errors.Is(err, fs.ErrExist) != c.there || (code(err) == 1) == c.there {
			t.Errorf("%s, fresh %v: %v", c.key, c.fresh, err)
		}
	}
}

// TestUpload: a file of any size goes in one request that carries the digest of its bytes, again if the answer is lost.
func TestUpload(t *testing.T) {
	t.Parallel()
	server, data, sent := s3server.Start(t, "bucket"), noise(16<<20+5000), 0
	at := stored(t, server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if sum := md5.Sum(body); len(body) != len(data) || r.Header.Get("Content-Md5") != base64.StdEncoding.EncodeToString(sum[:]) {
			t.Errorf("%s: digest %q of %d bytes", r.URL, r.Header.Get("Content-Md5"), len(body))
		}
		if sent++; sent == 1 {
			server.Forward(r)
			panic(http.ErrAbortHandler)
		}
		return false
	}))
	if err := at.Put("s3://bucket/x", data, false); err != nil || sent != 2 {
		t.Errorf("%v after %d requests", err, sent)
	}
	if got, err := stored(t, server).ReadFile("s3://bucket/x"); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := stored(t, server).Put("s3://bucket/x", data, true); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	const large = "s3://bucket/large: it has 5368709121 bytes, and one upload takes 5368709120; write the output in more parts"
	if err := at.Upload("s3://bucket/large", bytes.NewReader(nil), 5<<30+1, false); err == nil || !strings.Contains(err.Error(), large) || sent != 2 {
		t.Errorf("%v after %d requests", err, sent)
	}
}

// TestChanged: what is written anew while it is read is not read on, wherever it is noticed, and whether the server can hold a
// version against a condition or not; one of another length, or from another place, is a broken answer.
func TestChanged(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	for _, first := range []int{0, 10} {
		at := stored(t, server)
		server.Put(t, "s3://bucket/x", noise(large))
		f := opened(t, at, "s3://bucket/x")
		io.CopyN(io.Discard, f, int64(first))
		server.Put(t, "s3://bucket/x", append(noise(large-1), 0)) // of the same size
		if _, err := io.ReadAll(f); code(err) != 65 || !errors.Is(err, store.ErrChanged) {
			t.Errorf("after %d bytes: %v", first, err)
		}
	}
	data := noise(5000)
	server.Put(t, "s3://bucket/x", data)
	info, err := stored(t, server).Stat("s3://bucket/x")
	if err != nil {
		t.Fatal(err)
	}
	etag, _ := strconv.Unquote(strings.TrimPrefix(info.(*store.Info).Version(), "etag:"))
	for _, c := range []struct {
		name, etag, ranged string
		code               int
	}{
		{"another version", "other", "bytes 0-4999/5000", 65},
		{"another size", etag, "bytes 0-4999/6000", 1},
		{"another place", etag, "bytes 1-4999/5000", 1},
	} {
		f := opened(t, stored(t, server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
			if r.Method != "GET" {
				return false
			}
			w.Header().Set("ETag", strconv.Quote(c.etag))
			w.Header().Set("Content-Range", c.ranged)
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(data)
			return true
		})), "s3://bucket/x")
		if got, err := io.ReadAll(f); code(err) != c.code || len(got) > 0 {
			t.Errorf("%s: %d bytes, %v", c.name, len(got), err)
		}
	}
}

// TestRequests: reading in order takes few requests; scattered reads of a few bytes fetch each span once.
func TestRequests(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	data := noise(20 << 20)
	server.Put(t, "s3://bucket/x", data)
	proxy := server.Proxy(t, nil)
	f := opened(t, stored(t, proxy), "s3://bucket/x")
	if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, data) || len(proxy.Asked()) != 5 {
		t.Errorf("%d bytes, %v, after %v", len(got), err, proxy.Asked())
	}
	sent := 0
	proxy = server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		answer := server.Forward(r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		sent += answer.Body.Len()
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
		return true
	})
	f = opened(t, stored(t, proxy), "s3://bucket/x")
	p := make([]byte, 5000)
	for i := range 100 {
		for column := range 8 {
			off := column*(2<<20) + i*5000
			if _, err := f.ReadAt(p, int64(off)); err != nil || !bytes.Equal(p, data[off:][:5000]) {
				t.Fatalf("at %d: %v", off, err)
			}
		}
	}
	if len(proxy.Asked()) != 1+8 || sent != 8<<20 {
		t.Errorf("%d bytes after %v", sent, proxy.Asked())
	}
}

// TestStalls: a server that hangs is given up, and nobody's fault; and the end of the run waits for nobody.
func TestStalls(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	data := noise(8 << 20)
	server.Put(t, "s3://bucket/x", data)
	hang := func(r *http.Request) {
		io.Copy(io.Discard, r.Body)
		select {
		case <-r.Context().Done():
		case <-time.After(20 * time.Second):
		}
	}
	asks := map[string]func(at *store.Store) error{
		"stat":   func(at *store.Store) error { _, err := at.Stat("s3://bucket/x"); return err },
		"list":   func(at *store.Store) error { _, err := at.ReadDir("s3://bucket"); return err },
		"put":    func(at *store.Store) error { return at.Put("s3://bucket/new", noise(1000), true) },
		"remove": func(at *store.Store) error { return at.Remove("s3://bucket/x") },
		"read":   func(at *store.Store) error { _, err := at.ReadFile("s3://bucket/x"); return err },
	}
	for name, ask := range asks {
		for _, interrupted := range []bool{false, true} {
			t.Run(fmt.Sprint(name, interrupted), func(t *testing.T) {
				t.Parallel()
				proxy := server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
					if name == "read" && r.Method != "GET" {
						return false
					}
					if name == "read" { // it hangs in the body
						w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", 1<<20-1, len(data)))
						w.Header().Set("ETag", r.Header.Get("If-Match"))
						w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
						w.Header().Set("Content-Length", strconv.Itoa(1<<20))
						w.Write(nil)
						w.(http.Flusher).Flush()
					}
					hang(r)
					return true
				})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				at := proxy.Store(ctx)
				defer at.Close()
				if !interrupted {
					at.Hurry(20 * time.Millisecond)
				} else {
					time.AfterFunc(50*time.Millisecond, cancel)
				}
				began := time.Now()
				err := ask(at)
				if took := time.Since(began); !interrupted && (code(err) != 1 || !strings.Contains(err.Error(), "no answer for too long")) ||
					interrupted && !errors.Is(err, context.Canceled) || took > 5*time.Second {
					t.Errorf("%v after %v", err, took)
				}
			})
		}
	}
}

// TestListing: a listing has all its pages, and no object without a name, which consoles make for an empty folder.
func TestListing(t *testing.T) {
	t.Parallel()
	pages := [][]string{{"dir/", "dir/sub/", "dir/x"}, {"dir/y", "dir/z"}}
	at := stored(t, s3server.Start(t, "bucket").Proxy(t, func(n int, w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprintf(w, `<ListBucketResult><Name>bucket</Name><IsTruncated>%v</IsTruncated><NextContinuationToken>%s</NextContinuationToken>`, n == 0, []string{"more", ""}[n])
		for _, key := range pages[n] {
			fmt.Fprintf(w, `<Contents><Key>%s</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"e"</ETag><Size>1</Size></Contents>`, key)
		}
		fmt.Fprint(w, `</ListBucketResult>`)
		return true
	}))
	found, err := at.ReadDir("s3://bucket/dir")
	if names := fmt.Sprint(found); err != nil || len(found) != 3 || found[0].Name() != "x" || found[2].Name() != "z" {
		t.Errorf("%s, %v", names, err)
	}
}

// TestMachine: without keys the machine's identity is asked for, where the variables say.
func TestMachine(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	for name, c := range map[string]struct {
		status, code int
	}{"a role": {200, -1}, "no role": {404, 64}, "a role that is away": {503, 1}} {
		identity := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "PUT" {
				return
			}
			w.WriteHeader(c.status)
			if strings.HasSuffix(r.URL.Path, "/role") {
				fmt.Fprintf(w, `{"Code":"Success","AccessKeyId":%q,"SecretAccessKey":%q,"Expiration":%q}`, server.Variables()["AWS_ACCESS_KEY_ID"],
					server.Secret(), time.Now().Add(time.Hour).Format(time.RFC3339))
			} else {
				io.WriteString(w, "role")
			}
		}))
		t.Cleanup(identity.Close)
		variables := server.Variables()
		variables["AWS_ACCESS_KEY_ID"], variables["AWS_EC2_METADATA_DISABLED"], variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = "", "", identity.URL
		at := store.In(t.Context(), func(name string) string { return variables[name] })
		if _, err := at.Open("s3://bucket/none"); code(err) != c.code || c.code < 0 && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		at.Close()
	}
}
