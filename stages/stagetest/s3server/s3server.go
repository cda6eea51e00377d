// Package s3server is an S3 server for tests: one in the process, which needs nothing, or versitygw over a folder, which is a real
// one. In front of either a proxy fails as networks and servers do.
package s3server

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// The version of the real server, and the credentials of both.
const (
	version = "v1.8.0"
	access  = "testing"
	secret  = "a-secret-that-nobody-may-see"
)

// Server is a running server, or a proxy in front of one.
type Server struct {
	URL string
	Dir string // of a real server: the folder of its objects, which are the files Dir/bucket/key

	handler http.Handler // the server's own, behind any proxy
	writing *sync.Mutex  // both servers check a condition and act on it in two steps

	mu    sync.Mutex
	asked []string // by a proxy
}

// hurry shortens the pauses of retries.
var hurry = sync.OnceFunc(func() { minio.DefaultRetryUnit = time.Millisecond })

// Start starts a server with buckets in the process. It ends with the test.
func Start(t testing.TB, buckets ...string) *Server {
	t.Helper()
	objects := s3mem.New()
	for _, b := range buckets {
		if err := objects.CreateBucket(context.Background(), b); err != nil {
			t.Fatal(err)
		}
	}
	s := &Server{writing: new(sync.Mutex), handler: gofakes3.New(objects, gofakes3.WithoutVersioning(), gofakes3.WithV4Auth(map[string]string{access: secret})).Server()}
	return s.listen(t, s.pass)
}

// listen starts the server, which ends with the test.
func (s *Server) listen(t testing.TB, handler http.HandlerFunc) *Server {
	hurry()
	listening := httptest.NewServer(handler)
	t.Cleanup(func() {
		listening.CloseClientConnections()
		listening.Close()
	})
	s.URL = listening.URL
	return s
}

// Real starts a versitygw with buckets. It ends with the test, which is skipped if make s3server has not built the program.
func Real(t testing.TB, buckets ...string) *Server {
	t.Helper()
	hurry()
	program := built(t)
	s := &Server{Dir: t.TempDir(), writing: new(sync.Mutex)}
	for _, b := range buckets {
		if err := os.Mkdir(filepath.Join(s.Dir, b), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0") // an unused address
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	// Keep attributes in files: some file systems for temporary files do not support them.
	cmd := exec.Command(program, "--quiet", "--keep-alive", "--access", access, "--secret", secret, "--port", l.Addr().String(), "posix", "--sidecar", t.TempDir(), s.Dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	s.URL = "http://" + l.Addr().String()
	// Keep the host of the request, because the signature covers it.
	s.handler = &httputil.ReverseProxy{Transport: &http.Transport{DisableCompression: true}, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: l.Addr().String()})
		r.Out.Host = r.In.Host
	}}
	for range 1000 {
		if answer, err := http.Get(s.URL); err == nil {
			answer.Body.Close()
			return s
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return nil
}

// built returns the path of the real server's program.
func built(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	program := filepath.Join(cache, "wrone2set", "versitygw-"+version, "versitygw")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("make s3server builds the S3 server")
	}
	return program
}

// Secret returns the text that no log, manifest or error may contain.
func (s *Server) Secret() string { return secret }

// Variables are the variables of the environment by which programs find the server.
func (s *Server) Variables() map[string]string {
	return map[string]string{"AWS_ENDPOINT_URL": s.URL, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": access, "AWS_SECRET_ACCESS_KEY": secret,
		"AWS_SESSION_TOKEN": "", "AWS_PROFILE": "", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE": os.DevNull}
}

// Environment sets the variables for the process of the test.
func (s *Server) Environment(t testing.TB) {
	for name, value := range s.Variables() {
		t.Setenv(name, value)
	}
}

// Store returns a store of its buckets, whatever the environment. Close it.
func (s *Server) Store(ctx context.Context) *store.Store {
	variables := s.Variables()
	return store.In(ctx, func(name string) string { return variables[name] })
}

// Put creates an object at a URL s3://bucket/key.
func (s *Server) Put(t testing.TB, url string, data []byte) {
	t.Helper()
	at := s.Store(context.Background())
	defer at.Close()
	if err := at.Put(url, data, false); err != nil {
		t.Fatal(err)
	}
}

// pass passes a request on to the server, whether or not anybody waits for the answer.
func (s *Server) pass(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.writing.Lock()
		defer s.writing.Unlock()
	}
	s.handler.ServeHTTP(w, r.WithContext(context.WithoutCancel(r.Context())))
}
