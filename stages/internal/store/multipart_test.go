package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestUploadInParts: an upload in parts (of 16 MiB, beyond 16 MiB) and of which any request fails leaves
// nothing that is seen. Where the server comes back it is made whole by a repetition at once, and else by the next attempt, for
// which the error asks.
func TestUploadInParts(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	plain := open(t)
	if _, err := plain.Stat("s3://bucket"); err != nil { // opened before the variables lead to a proxy
		t.Fatal(err)
	}
	u := uploads{server: server, plain: plain, data: noise(17 << 20), file: filepath.Join(t.TempDir(), "file")}
	if err := os.WriteFile(u.file, u.data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{"begin", "part 1", "part 2", "end"} {
		for _, way := range []string{"503", "timeout", "swept", "cut", "answer lost"} {
			for _, times := range []int{2, 1000} {
				if testing.Short() && (times == 2) != (step == "end") {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", step, way, times), func(t *testing.T) { u.fail(t, step, way, times) })
			}
		}
	}
}

// TestConditionOfParts: that an object is new, or the one of a version, counts when an upload in parts ends, and not when it begins.
func TestConditionOfParts(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	plain := open(t)
	if err := plain.Put("s3://bucket/old", []byte("old"), false); err != nil {
		t.Fatal(err)
	}
	old, err := plain.Stat("s3://bucket/old")
	if err != nil {
		t.Fatal(err)
	}
	data := noise(17 << 20)
	for key, write := range map[string]func(s *store.Store) error{
		"new": func(s *store.Store) error { return s.Put("s3://bucket/new", data, true) },
		"old": func(s *store.Store) error {
			return s.Replace("s3://bucket/old", data, old.(*store.Info).Version())
		},
	} {
		proxied(t, server, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
			if isStep("end", r) {
				if err := plain.Put("s3://bucket/"+key, []byte("another"), false); err != nil {
					t.Error(err)
				}
			}
			return false
		})
		if err := write(open(t)); !errors.Is(err, fs.ErrExist) && !errors.Is(err, store.ErrChanged) {
			t.Errorf("%s: %v", key, err)
		}
		if got, err := plain.ReadFile("s3://bucket/" + key); err != nil || string(got) != "another" {
			t.Errorf("%s: %d bytes, %v", key, len(got), err)
		}
	}
}

// uploads are uploads of a file to a server.
type uploads struct {
	server *s3server.Server
	plain  *store.Store // past the proxy
	file   string
	data   []byte
}

// fail uploads the file, while a step fails for so many times.
func (u uploads) fail(t *testing.T, step, way string, times int) {
	path := "s3://bucket/" + strings.NewReplacer("/", "-", " ", "-").Replace(t.Name())
	var mu sync.Mutex
	failed := 0
	proxy := proxied(t, u.server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		hit := isStep(step, r) && failed < times
		if hit {
			failed++
		}
		mu.Unlock()
		if hit {
			u.answer(way, w, r)
		}
		return hit
	})
	s := store.New(t.Context())
	defer s.Close()
	s.Hurry(time.Millisecond, 20*time.Second)
	err := s.Upload(path, u.file, true)
	mu.Lock()
	refused := failed
	mu.Unlock()
	t.Logf("failed %d times: %v", refused, err)
	_, seen := u.plain.Stat(path)
	landed := step == "end" && way == "answer lost"
	switch {
	case landed: // the repetition finds it
		if refused != 1 || !errors.Is(err, fs.ErrExist) {
			t.Errorf("failed %d times: %v", refused, err)
		}
	case refused != min(times, 6) || times > 2 && (fault.System(err) == nil || seen == nil):
		t.Errorf("failed %d times: %v; in the bucket: %v", refused, err, seen)
	case times > 2:
		if gone := "DELETE /bucket/" + store.Base(path); step != "begin" && !slices.Contains(proxy.Asked(), gone) {
			t.Errorf("the parts stay: %v", proxy.Asked())
		}
		err = u.plain.Upload(path, u.file, true)
		fallthrough
	default:
		if err != nil {
			t.Error(err)
		}
	}
	if data, err := u.plain.ReadFile(path); err != nil || !bytes.Equal(data, u.data) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// isStep reports whether a request is the one that a step of an upload in parts makes.
func isStep(step string, r *http.Request) bool {
	q := r.URL.Query()
	switch step {
	case "begin":
		return r.Method == "POST" && q.Has("uploads")
	case "end":
		return r.Method == "POST" && q.Has("uploadId")
	}
	return r.Method == "PUT" && "part "+q.Get("partNumber") == step
}

// answer is a way in which a request fails.
func (u uploads) answer(way string, w http.ResponseWriter, r *http.Request) {
	switch way {
	case "503":
		io.Copy(io.Discard, r.Body)
		s3server.Away(w)
	case "timeout": // which is of the class of the client's mistakes
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, "<Error><Code>RequestTimeout</Code><Message>Your socket connection was not read from within the timeout period.</Message></Error>")
	case "swept": // by a rule of the bucket for uploads that nobody ends
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, "<Error><Code>NoSuchUpload</Code><Message>The upload was aborted.</Message></Error>")
	case "cut":
		io.CopyN(io.Discard, r.Body, 1<<20)
		panic(http.ErrAbortHandler)
	case "answer lost":
		u.server.Forward(r)
		panic(http.ErrAbortHandler)
	}
}
