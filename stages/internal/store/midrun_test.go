package store_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestMidRun: that an object which was opened is not there or not allowed, or an answer of another length, is nobody's fault: it
// is asked for again, and if it stays so the next run may go well.
func TestMidRun(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	data := noise(5000)
	server.Put(t, "s3://bucket/x", data)
	for name, answer := range map[string]func(w http.ResponseWriter){
		"403":    func(w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) },
		"404":    func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) },
		"length": func(w http.ResponseWriter) { w.Write(data[:100]) },
	} {
		for _, times := range []int{1, 1000} {
			left := times
			proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodGet || left == 0 {
					return false
				}
				left--
				answer(w)
				return true
			})
			s := store.New(t.Context())
			defer s.Close()
			s.Hurry(time.Millisecond, 10*time.Second)
			got, err := io.ReadAll(opened(t, s, "s3://bucket/x"))
			if times == 1 && (err != nil || !bytes.Equal(got, data)) || times > 1 && fault.System(err) == nil {
				t.Errorf("%s %d times: %d bytes, %v", name, times, len(got), err)
			}
		}
	}
}

// TestSecrets: neither a URL nor a variable repeats the secret that it holds.
func TestSecrets(t *testing.T) {
	for _, path := range []string{"local:s3://key:hush@bucket/x", "s3://key:hush@bucket/x", "dir/local:s3://key:hush@bucket/x"} {
		var usage *fault.UsageError
		if _, err := store.Path(path); !errors.As(err, &usage) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if text := store.Quiet(errors.New(`parse "http://key:hush@host:port": invalid port`)); strings.Contains(text, "hush") {
		t.Error(text)
	}
}

// TestListedSum: a listing tells content that was replaced at equal size.
func TestListedSum(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	server.Put(t, "s3://bucket/dir/x", []byte("one"))
	s := open(t)
	before, err := s.Stat("s3://bucket/dir/x")
	if err != nil {
		t.Fatal(err)
	}
	for text, same := range map[string]bool{"one": true, "two": false} {
		server.Put(t, "s3://bucket/dir/x", []byte(text))
		found, err := s.ReadDir("s3://bucket/dir")
		if err != nil || len(found) != 1 || found[0].(*store.Info).Same(before.(*store.Info).Version()) != same {
			t.Errorf("%s: %v, %v", text, found, err)
		}
	}
}

// TestMidRunRefused: that what was allowed is refused, or what was seen is not there, is asked about again, and a refusal that
// stays is nobody's fault.
func TestMidRunRefused(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	server.Put(t, "s3://bucket/dir/x", []byte("x"))
	for code, status := range map[string]int{"AccessDenied": 403, "RequestTimeTooSkewed": 403, "NoSuchKey": 404} {
		for _, times := range []int{1, 1000} {
			for name, ask := range map[string]func(s *store.Store) error{
				"stat": func(s *store.Store) error { _, err := s.Stat("s3://bucket/dir/x"); return err },
				"list": func(s *store.Store) error { _, err := s.ReadDir("s3://bucket/dir"); return err },
				"put":  func(s *store.Store) error { return s.Put("s3://bucket/dir/y", nil, false) },
			} {
				left := 0
				proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
					hit := left > 0 && (name != "stat" || r.Method == http.MethodHead)
					if hit {
						left--
						w.WriteHeader(status)
						io.WriteString(w, "<Error><Code>"+code+"</Code><Message>no</Message></Error>")
					}
					return hit
				})
				s := open(t)
				if err := ask(s); err != nil {
					t.Fatal(err)
				}
				left = times
				err := ask(s)
				gone := code == "NoSuchKey" && name == "stat" // for all that anybody can tell
				if times == 1 && err != nil || times > 1 && !gone && fault.System(err) == nil {
					t.Errorf("%s, %s %d times: %v", name, code, times, err)
				}
			}
		}
	}
}
