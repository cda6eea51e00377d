//go:build gs

package store_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocloud.dev/gcp"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/store"
)

// gsServer starts a server that speaks Google's protocol, with a bucket.
func gsServer(t *testing.T) {
	server, err := exec.LookPath("fake-gcs-server")
	if err != nil {
		t.Skip("no fake-gcs-server: go install github.com/fsouza/fake-gcs-server@v1.56.1")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	at := fmt.Sprintf("127.0.0.1:%d", port)
	cmd := exec.Command(server, "-scheme", "http", "-host", "127.0.0.1", "-port", fmt.Sprint(port), "-public-host", at, "-backend", "memory")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for range 100 {
		var answer *http.Response
		if answer, err = http.Post("http://"+at+"/storage/v1/b?project=p", "application/json", strings.NewReader(`{"name": "corpus"}`)); err == nil {
			answer.Body.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("STORAGE_EMULATOR_HOST", at)
}

// TestGS: a bucket of Google is like any other, though its answers tell the time of an object in seconds, and what describes
// it tells microseconds.
func TestGS(t *testing.T) {
	gsServer(t)
	s := open(t)
	put(t, s, "gs://corpus")
	behaves(t, s, "gs://corpus")
}

// Who asks with credentials that are not known is told so, and no attempt is made again.
func TestGSRefuses(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL, "http://"))
	_, err := open(t).Stat("gs://corpus/a")
	var usage *fault.UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "401") || asked.Load() > 2 { // the object, and why by a listing
		t.Errorf("%v after %d requests", err, asked.Load())
	}
}

// Who has no credentials is told what to set.
func TestGSWithoutCredentials(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", "")
	t.Setenv("HOME", t.TempDir())
	if _, err := gcp.DefaultCredentials(t.Context()); err == nil {
		t.Skip("this machine has an identity of its own")
	}
	_, err := store.New(t.Context()).Stat("gs://corpus/a")
	var usage *fault.UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "set GOOGLE_APPLICATION_CREDENTIALS") {
		t.Error(err)
	}
}
