package store_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

func TestS3(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	s := open(t)
	put(t, s, "s3://bucket")
	behaves(t, s, "s3://bucket")
}

// TestWhose: which errors of S3 are the input's, which the call's, and which nobody's.
func TestWhose(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	server.Put(t, "s3://bucket/x", []byte("x"))
	var input *fault.InputError
	var usage *fault.UsageError
	for _, c := range []struct {
		name, path string
		set        map[string]string
		as         any
		want       string
	}{
		{"no bucket", "s3://buckets/x", nil, &input, "s3://buckets: there is no such bucket; check its name"},
		{"bad name", "s3://B/x", nil, &usage, "check the bucket's name"},
		{"no object", "s3://bucket/y", nil, nil, "s3://bucket/y: file does not exist"},
		{"unknown key", "s3://bucket/x", map[string]string{"AWS_ACCESS_KEY_ID": "nobody"}, &usage, "does not know the credentials (InvalidAccessKeyId)"},
		{"wrong secret", "s3://bucket/x", map[string]string{"AWS_SECRET_ACCESS_KEY": "guess"}, &usage, "does not know the credentials (SignatureDoesNotMatch)"},
		{"none", "s3://bucket/x", map[string]string{"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}, &usage, "there are no credentials; set AWS_ACCESS_KEY_ID"},
		{"no region", "s3://bucket/x", map[string]string{"AWS_REGION": ""}, &usage, "set AWS_REGION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.set {
				t.Setenv(name, value)
			}
			_, err := open(t).Open(c.path)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), server.Secret()) || c.as != nil && !errors.As(err, c.as) || fault.System(err) != nil {
				t.Errorf("%T %v, want %s", err, err, c.want)
			}
		})
	}
	for code, want := range map[string]int{"AccessDenied": 65, "ExpiredToken": 1, "InvalidAccessKeyId": 64, "RequestTimeTooSkewed": 1} {
		asked := 2                                                    // for the object, and by a listing why
		if code == "AccessDenied" || code == "RequestTimeTooSkewed" { // and five times more
			asked = 12
		}
		t.Run(code, func(t *testing.T) {
			proxy := proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				w.WriteHeader(http.StatusForbidden)
				io.WriteString(w, "<Error><Code>"+code+"</Code><Message>no</Message></Error>")
				return true
			})
			_, err := open(t).Open("s3://bucket/x")
			if (fault.System(err) != nil) != (want == 1) || errors.As(err, &input) != (want == 65) || errors.As(err, &usage) != (want == 64) || len(proxy.Asked()) != asked {
				t.Errorf("%v after %v", err, proxy.Asked())
			}
		})
	}
}

// TestAway: 503, silence and connections that break are tried again from where they stopped, and then are nobody's fault.
func TestAway(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	data := noise(large)
	server.Put(t, "s3://bucket/large", data)
	for _, c := range []struct {
		name  string
		fault s3server.Fault
	}{
		{"two of three are 503", func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n%3 < 2 {
				s3server.Away(w)
			}
			return n%3 < 2
		}},
		{"two connections of four break", func(n int, w http.ResponseWriter, _ *http.Request) bool { // behind each other: an upload asks between
			if n%4 < 2 {
				panic(http.ErrAbortHandler)
			}
			return false
		}},
		{"every body is cut", func(_ int, w http.ResponseWriter, r *http.Request) bool {
			if r.Method == "GET" && !strings.Contains(r.URL.RawQuery, "list") {
				server.Cut(w, r, 600<<10)
			}
			return false
		}},
		{"every third one is silent", func(n int, _ http.ResponseWriter, r *http.Request) bool {
			if n%3 == 0 {
				io.Copy(io.Discard, r.Body) // before, nobody notices that the client is gone
				select {
				case <-r.Context().Done():
				case <-time.After(10 * time.Second):
				}
			}
			return n%3 == 0
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			proxy := proxied(t, server, c.fault)
			s := store.New(t.Context())
			defer s.Close()
			s.Hurry(time.Millisecond, 4*time.Second) // in which a busy machine answers, too
			f := opened(t, s, "s3://bucket/large")
			if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			p := make([]byte, large)
			if n, err := f.ReadAt(p[:large-1000], 1000); err != nil || !bytes.Equal(p[:n], data[1000:]) {
				t.Errorf("%d bytes, %v", n, err)
			}
			// An object of its own: a server that has it already answers before it has read the body, which a slow client does not hear.
			if err := s.Put("s3://bucket/"+strings.ReplaceAll(c.name, " ", "-"), data, true); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Error(err)
			}
			t.Log(len(proxy.Asked()), "requests")
		})
	}
	t.Run("for good", func(t *testing.T) {
		proxy := proxied(t, server, func(_ int, w http.ResponseWriter, _ *http.Request) bool { s3server.Away(w); return true })
		_, err := open(t).Open("s3://bucket/large")
		var away *fault.AwayError
		if !errors.As(err, &away) || fault.System(err) == nil || len(proxy.Asked()) != 6 {
			t.Errorf("%v after %d requests", err, len(proxy.Asked()))
		}
	})
}

// TestHungUp: a server that breaks off the upload of what it has is asked whether it has it; only what is to be new counts as
// there, and only if it is.
func TestHungUp(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	server.Put(t, "s3://bucket/there", []byte("old"))
	proxied(t, server, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		if r.Method == "PUT" {
			panic(http.ErrAbortHandler)
		}
		return false
	})
	for _, c := range []struct {
		key          string
		fresh, there bool
	}{{"there", true, true}, {"there", false, false}, {"new", true, false}} {
		err := open(t).Put("s3://bucket/"+c.key, []byte("new"), c.fresh)
		var away *fault.AwayError
		if errors.Is(err, fs.ErrExist) != c.there || errors.As(err, &away) == c.there {
			t.Errorf("%s, fresh %v: %v", c.key, c.fresh, err)
		}
	}
}

// TestChanged: what is written anew while it is read is not read on, wherever it is noticed, and whether the provider can hold
// a version against a condition or not.
func TestChanged(t *testing.T) {
	t.Run("mem", func(t *testing.T) { changes(t, open(t), "mem://bucket/x") })
	t.Run("s3", func(t *testing.T) {
		s3server.Start(t, "bucket").Environment(t)
		changes(t, open(t), "s3://bucket/x")
	})
}

func changes(t *testing.T, s *store.Store, path string) {
	t.Helper()
	put := func(data []byte) {
		if err := s.Put(path, data, false); err != nil {
			t.Fatal(err)
		}
	}
	put(noise(large))
	for name, read := range map[string]func(f io.ReaderAt, whole io.Reader) error{
		"in order": func(_ io.ReaderAt, whole io.Reader) error { _, err := io.ReadAll(whole); return err },
		"a block":  func(f io.ReaderAt, _ io.Reader) error { _, err := f.ReadAt(make([]byte, 10), 5); return err },
	} {
		f := opened(t, s, path)
		put(append(noise(large-1), 0)) // of the same size
		var input *fault.InputError
		if err := read(f, f); !errors.As(err, &input) || !errors.Is(err, store.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		put(noise(large))
	}
}
