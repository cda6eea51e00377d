// Package s3server starts a real S3 server for tests, versitygw over a temporary folder, and a proxy in front of it
// that fails as networks do.
package s3server

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// The pinned version of the server, and its credentials.
const (
	module  = "github.com/versity/versitygw/cmd/versitygw"
	version = "v1.8.0"
	access  = "testing"
	secret  = "a-secret-that-nobody-may-see"
)

// Server is a running server.
type Server struct {
	URL string // of the server itself, without a proxy
	Dir string // folder of the objects, stored as files: Dir/bucket/key
}

// Secret returns the text that no log, manifest or error may contain.
func (s *Server) Secret() string { return secret }

// Start starts a server with buckets and sets the variables of the environment by which programs of the test find it.
// The server ends with the test. If it cannot be built, the test is skipped; with -short it is not built.
func Start(t testing.TB, buckets ...string) *Server {
	t.Helper()
	program := built(t)
	s := &Server{Dir: t.TempDir()}
	for _, b := range buckets {
		if err := os.Mkdir(filepath.Join(s.Dir, b), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	address := free(t)
	// Keep attributes in files: some file systems for temporary files do not support them.
	cmd := exec.Command(program, "--quiet", "--keep-alive", "--access", access, "--secret", secret, "--port", address, "posix", "--sidecar", t.TempDir(), s.Dir)
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	s.URL = "http://" + address
	for range 200 {
		if answer, err := http.Get(s.URL); err == nil {
			answer.Body.Close()
			Environment(t, s.URL)
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	t.Fatalf("the server does not answer: %s", log.String())
	return nil
}

// Environment sets the variables by which programs find a server or proxy and authenticate.
func Environment(t testing.TB, url string) {
	for name, value := range map[string]string{"AWS_ENDPOINT_URL": url, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": access,
		"AWS_SECRET_ACCESS_KEY": secret, "AWS_MAX_ATTEMPTS": "1", "AWS_SESSION_TOKEN": "", "AWS_PROFILE": "", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull} {
		t.Setenv(name, value)
	}
}

// Put creates an object at a URL s3://bucket/key.
func (s *Server) Put(t testing.TB, url string, data []byte) {
	t.Helper()
	at := store.New(context.Background())
	defer at.Close()
	if err := at.Put(url, data, false); err != nil {
		t.Fatal(err)
	}
}

// built returns the path of the server's program, which is built once for all tests and later runs.
func built(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(cache, "wrone2set", "versitygw-"+version)
	program := filepath.Join(dir, "versitygw")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if testing.Short() {
		t.Skip("the S3 server is not built yet, and is not with -short")
	}
	cmd := exec.Command("go", "install", module+"@"+version)
	cmd.Env = append(os.Environ(), "GOBIN="+dir, "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("the S3 server cannot be built: %v\n%s", err, out)
	}
	return program
}

// free returns an unused address.
func free(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr())
}
