package store_test

import (
	"bytes"
	"context"
	"errors"
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

// stalls are the ways in which a server that accepts connections does not get on.
var stalls = map[string]func(w http.ResponseWriter, r *http.Request){
	"hangs": func(_ http.ResponseWriter, r *http.Request) { hang(r) },
	"hangs in the body": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100000")
		w.Write(make([]byte, 1000))
		w.(http.Flusher).Flush()
		hang(r)
	},
	"trickles": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100000")
		w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
		for range 100000 {
			if _, err := w.Write([]byte(" ")); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	},
}

// hang waits until the client is gone, and not for ever.
func hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(20 * time.Second):
	}
}

// asks are what is asked of a bucket that holds x.
var asks = map[string]func(s *store.Store) error{
	"stat":   func(s *store.Store) error { _, err := s.Stat("s3://bucket/x"); return err },
	"list":   func(s *store.Store) error { _, err := s.ReadDir("s3://bucket/dir"); return err },
	"put":    func(s *store.Store) error { return s.Put("s3://bucket/new", noise(1000), true) },
	"remove": func(s *store.Store) error { return s.Remove("s3://bucket/x") },
}

// TestStalls: a server that hangs, or gives a byte now and then, is given up after the patience of each attempt, and the error is
// nobody's fault.
func TestStalls(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	for way, stall := range stalls {
		for name, ask := range asks {
			if way != "hangs" && name != "list" { // of the others' answers the body is of no use
				continue
			}
			proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				io.Copy(io.Discard, r.Body) // before, nobody notices that the client is gone
				stall(w, r)
				return true
			})
			s := store.New(t.Context())
			s.Hurry(time.Millisecond, 100*time.Millisecond)
			begin := time.Now()
			err := ask(s)
			if took := time.Since(begin); fault.System(err) == nil || took > 10*time.Second {
				t.Errorf("%s, %s: %v after %v", name, way, err, took)
			} else if way == "hangs" && !strings.Contains(err.Error(), "no answer for too long") {
				t.Errorf("%s: %v, want the reason", name, err)
			}
			s.Close()
		}
	}
}

// TestStalledRead: so is one that stops, or trickles, in the middle of an object; one that is merely slow, or whose reader is, is not.
func TestStalledRead(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	data := noise(400 << 10)
	server.Put(t, "s3://bucket/x", data)
	for _, c := range []struct {
		name  string
		piece int
		pause time.Duration
		whole bool
	}{{"stops", 100, 5 * time.Second, false}, {"trickles", 10, 20 * time.Millisecond, false}, {"is slow", 40 << 10, 60 * time.Millisecond, true}} {
		t.Run(c.name, func(t *testing.T) {
			proxied(t, server, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				if r.Method == http.MethodGet {
					dribble(w, r, data, c.piece, c.pause)
				}
				return r.Method == http.MethodGet
			})
			s := store.New(t.Context())
			defer s.Close()
			s.Hurry(time.Millisecond, 400*time.Millisecond)
			f := opened(t, s, "s3://bucket/x")
			got, err := io.ReadAll(f)
			if c.whole && (err != nil || !bytes.Equal(got, data)) || !c.whole && fault.System(err) == nil {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
	t.Run("reader is slow", func(t *testing.T) {
		proxied(t, server, func(int, http.ResponseWriter, *http.Request) bool { return false })
		s := store.New(t.Context())
		defer s.Close()
		s.Hurry(time.Millisecond, 300*time.Millisecond)
		f := opened(t, s, "s3://bucket/x")
		var got []byte
		for piece := make([]byte, 100<<10); len(got) < len(data); time.Sleep(400 * time.Millisecond) {
			n, err := io.ReadFull(f, piece)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, piece[:n]...)
		}
		if !bytes.Equal(got, data) {
			t.Error("other bytes")
		}
	})
}

// dribble answers with an object in pieces.
func dribble(w http.ResponseWriter, r *http.Request, data []byte, piece int, pause time.Duration) {
	w.Header().Set("ETag", r.Header.Get("If-Match"))
	w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	if r.Header.Get("Range") != "" { // a repetition: from its place on nothing comes
		hang(r)
		return
	}
	for len(data) > 0 {
		n := min(piece, len(data))
		if _, err := w.Write(data[:n]); err != nil {
			return
		}
		w.(http.Flusher).Flush()
		data = data[n:]
		select {
		case <-r.Context().Done():
			return
		case <-time.After(pause):
		}
	}
}

// TestInterrupted: whoever ends a store does not wait for a server that hangs.
func TestInterrupted(t *testing.T) {
	server := s3server.Start(t, "bucket")
	server.Environment(t)
	for name, ask := range asks {
		proxied(t, server, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
			io.Copy(io.Discard, r.Body)
			hang(r)
			return true
		})
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		s := store.New(ctx) // with the patience of a minute
		begin := time.Now()
		err := ask(s)
		if took := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		cancel()
		s.Close()
	}
}
