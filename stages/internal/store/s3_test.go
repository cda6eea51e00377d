package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// stored is a store of a server's buckets, which may not stand still for long.
func stored(t *testing.T, server *s3server.Server) *store.Store {
	at := server.Store(t.Context())
	at.Hurry(10 * time.Second)
	t.Cleanup(at.Close)
	return at
}

// code is the exit code of an error: 1 for one that nobody is to blame for.
func code(err error) int {
	var input *schemas.FileError
	var usage *fault.UsageError
	switch {
	case err == nil:
		return 0
	case fault.System(err) != nil:
		return 1
	case errors.As(err, &usage):
		return 64
	case errors.As(err, &input):
		return 65
	}
	return -1
}

func TestS3(t *testing.T) {
	t.Parallel()
	behaves(t, stored(t, s3server.Start(t, "bucket")), "s3://bucket")
}

// TestWhose: which errors are the input's, which the call's, and which nobody's.
func TestWhose(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	for _, c := range []struct {
		name, path string
		set        map[string]string
		code       int
		want       string
	}{
		{"no bucket", "s3://buckets/x", nil, 65, "s3://buckets: there is no such bucket; check its name"},
		{"bad name", "s3://B/x", nil, 64, "check the bucket's name"},
		{"no object", "s3://bucket/y", nil, -1, "s3://bucket/y: file does not exist"},
		{"unknown key", "s3://bucket/x", map[string]string{"AWS_ACCESS_KEY_ID": "nobody"}, 64, "does not know the credentials (InvalidAccessKeyId)"},
		{"wrong secret", "s3://bucket/x", map[string]string{"AWS_SECRET_ACCESS_KEY": "guess"}, 64, "does not know the credentials (SignatureDoesNotMatch)"},
		{"none", "s3://bucket/x", map[string]string{"AWS_ACCESS_KEY_ID": ""}, 64, "there are no credentials; set AWS_ACCESS_KEY_ID"},
		{"no profile", "s3://bucket/x", map[string]string{"AWS_ACCESS_KEY_ID": "", "AWS_PROFILE": "p"}, 64, "there are no credentials in AWS_PROFILE=p"},
		{"no region", "s3://bucket/x", map[string]string{"AWS_REGION": ""}, 64, "set AWS_REGION"},
		{"no server", "s3://bucket/x", map[string]string{"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, 1, "refused"},
		{"no URL", "s3://bucket/x", map[string]string{"AWS_ENDPOINT_URL": "http://key:hush@host"}, 64, "AWS_ENDPOINT_URL is no URL of a server"},
	} {
		variables := server.Variables()
		for name, value := range c.set {
			variables[name] = value
		}
		at := store.In(t.Context(), func(name string) string { return variables[name] })
		_, err := at.Open(c.path)
		if code(err) != c.code || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), server.Secret()) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %T %v, want %s", c.name, err, err, c.want)
		}
		at.Close()
	}
}

// TestRefused: what a server refuses is asked for again where that can pass, and then is nobody's fault if it was allowed before;
// else the error says what to do.
func TestRefused(t *testing.T) {
	t.Parallel()
	server := s3server.Start(t, "bucket")
	server.Put(t, "s3://bucket/dir/x", []byte("x"))
	asks := map[string]func(at *store.Store) error{
		"stat": func(at *store.Store) error { _, err := at.Stat("s3://bucket/dir/x"); return err },
		"read": func(at *store.Store) error { _, err := at.ReadFile("s3://bucket/dir/x"); return err },
		"list": func(at *store.Store) error { _, err := at.ReadDir("s3://bucket/dir"); return err },
		"put":  func(at *store.Store) error { return at.Put("s3://bucket/dir/y", []byte("y"), false) },
		"gone": func(at *store.Store) error { return at.Remove("s3://bucket/dir/none") },
	}
	denied := "ask whoever owns s3://bucket to allow it"
	for _, c := range []struct {
		code       string
		status     int
		want       int // of the exit codes, at the first request
		again      bool
		remedy     string
		of, exempt string // requests
	}{
		{code: "AccessDenied", status: 403, want: 65, again: true, remedy: denied},
		{code: "RequestTimeTooSkewed", status: 403, want: 1, again: true},
		{code: "ExpiredToken", status: 403, want: 1, again: true},
		{code: "InvalidAccessKeyId", status: 403, want: 64, remedy: "check those of the environment"},
		{code: "MethodNotAllowed", status: 405, want: 64, remedy: "check the bucket's name"},
		{code: "InternalError", status: 500, want: 1, again: true},
		{code: "SlowDown", status: 503, want: 1, again: true},
		{code: "RequestTimeout", status: 400, want: 1, again: true, exempt: "HEAD"},
		{code: "IncompleteBody", status: 400, want: 1, again: true, of: "PUT"},
		{code: "BadDigest", status: 400, want: 1, again: true, of: "PUT"},
		{code: "NoSuchKey", status: 404, want: 1, again: true, exempt: "HEAD"},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			for name, ask := range asks {
				for _, state := range []struct {
					times  int32
					before bool
				}{{1, false}, {1000, false}, {1000, true}} {
					var left atomic.Int32
					hits := 0
					at := stored(t, server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
						hit := (c.of == "" || r.Method == c.of) && r.Method != c.exempt && left.Add(-1) >= 0
						if hit {
							hits++
							s3server.Refuse(w, c.status, c.code)
						}
						return hit
					}))
					if state.before && ask(at) != nil {
						t.Fatalf("%s fails without a fault", name)
					}
					left.Store(state.times)
					err := ask(at)
					want, reads := c.want, name == "stat" || name == "read" || name == "list"
					switch {
					case hits == 0 || c.again && state.times == 1:
						want = 0
					case want == 65 && state.before:
						want = 1
					case want == 65 && !reads: // it is no input
						want = 64
					}
					if state.times == 1 && !c.again && (name == "stat" || name == "read") {
						continue // HEAD has no code, and the listing that is asked for it meets no fault
					}
					if code(err) != want || want > 1 && !strings.Contains(err.Error(), c.remedy) {
						t.Errorf("%s, %s %d times, allowed before %v: %T %v, want %d", name, c.code, state.times, state.before, err, err, want)
					}
				}
			}
		})
	}
}

// TestFaults: transient errors of a server are retried until everything is read and written; a server that is away soon ends with
// exit code 1.
func TestFaults(t *testing.T) {
	t.Parallel()
	data := noise(large)
	for _, modes := range [][]string{{"503"}, {"reset"}, {"lost"}, {"cut"}, {"garbage"}, {"length"}, s3server.Modes[:]} {
		t.Run(fmt.Sprint(modes), func(t *testing.T) {
			t.Parallel()
			server := s3server.Start(t, "bucket")
			server.Put(t, "s3://bucket/large", data)
			at := stored(t, server.Proxy(t, server.Random(1, .3, modes...)))
			for i := range 3 {
				f := opened(t, at, "s3://bucket/large")
				if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, data) {
					t.Errorf("%d bytes, %v", len(got), err)
				}
				p := make([]byte, 1000)
				if n, err := f.ReadAt(p, int64(large-1500)); err != nil || !bytes.Equal(p[:n], data[large-1500:][:1000]) {
					t.Errorf("%d bytes, %v", n, err)
				}
				key := fmt.Sprint("s3://bucket/new", i)
				if err := at.Put(key, data[:100000], true); err != nil && !errors.Is(err, fs.ErrExist) {
					t.Error(err)
				}
				if got, err := stored(t, server).ReadFile(key); err != nil || !bytes.Equal(got, data[:100000]) {
					t.Errorf("%d bytes, %v", len(got), err)
				}
				if found, err := at.ReadDir("s3://bucket"); err != nil || len(found) != i+2 {
					t.Errorf("%v, %v", found, err)
				}
			}
		})
	}
	away := s3server.Start(t, "bucket").Proxy(t, func(_ int, w http.ResponseWriter, _ *http.Request) bool { s3server.Away(w); return true })
	if _, err := stored(t, away).Open("s3://bucket/x"); code(err) != 1 {
		t.Error(err)
	}
	if asked := len(away.Asked()); asked != 18 { // six times three attempts of minio
		t.Errorf("a server that is away was asked %d times", asked)
	}
}
