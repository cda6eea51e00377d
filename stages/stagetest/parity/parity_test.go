package parity

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// recorder is a test that notes how it ended instead of ending.
type recorder struct {
	testing.TB
	end string
}

func (r *recorder) Helper()               {}
func (r *recorder) Skip(...any)           { r.stop("skipped") }
func (r *recorder) Fatal(...any)          { r.stop("failed") }
func (r *recorder) Fatalf(string, ...any) { r.stop("failed") }

func (r *recorder) stop(how string) {
	r.end = how
	runtime.Goexit()
}

// TestKit: the kit beside the repository is found, a test without one is skipped, and a name that leads nowhere skips nothing.
func TestKit(t *testing.T) {
	top := t.TempDir()
	write := func(name string) {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("alone/main/a/go.mod")
	write("main/go.mod")
	write("main/a/b/test")
	write("shared/parity/units/x.json")
	for _, c := range []struct{ at, named, file, want string }{
		{"alone/main/a", "", "units/x.json", "skipped"},
		{"main/a/b", "", "units/x.json", "went on"},
		{"main/a/b", "", "units/x.tsv", "failed"},
		{"alone/main/a", "shared/parity", "units/x.json", "went on"},
		{"main/a/b", "shared/party", "units/x.json", "failed"},
	} {
		t.Chdir(filepath.Join(top, c.at))
		t.Setenv(Variable, "")
		if c.named != "" {
			t.Setenv(Variable, filepath.Join(top, c.named))
		}
		r, done := &recorder{end: "went on"}, make(chan string)
		go func() {
			defer func() { done <- r.end }()
			Path(r, filepath.FromSlash(c.file))
		}()
		if got := <-done; got != c.want {
			t.Errorf("%+v: the test %s", c, got)
		}
	}
}
