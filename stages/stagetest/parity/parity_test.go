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

// ends runs f as a test would be run and says how it ended.
func ends(f func(testing.TB)) string {
	r := &recorder{end: "went on"}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r.end
}

// tree is a folder with a repository in it, and with a kit beside that if asked for; the test stands in one of the
// repository's packages.
func tree(t *testing.T, kit bool) string {
	top := t.TempDir()
	folders := []string{"main/a/b"}
	if kit {
		folders = append(folders, "shared/parity/units", "shared/data")
	}
	for _, dir := range folders {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{"main/go.mod"}
	if kit {
		files = append(files, "shared/parity/units/x.json", "shared/data/y.txt")
	}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(top, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(top, "main", "a", "b"))
	return top
}

func TestKit(t *testing.T) {
	for _, c := range []struct {
		name   string
		beside bool                    // a kit lies beside the repository
		set    func(top string) string // the variable
		file   string                  // what Path and Files are asked for
		want   string
	}{
		{"none", false, func(string) string { return "" }, "units/x.json", "skipped"},
		{"beside", true, func(string) string { return "" }, "units/x.json", "went on"},
		{"beside the kit", true, func(string) string { return "" }, "../data/y.txt", "went on"},
		{"a file that is not there", true, func(string) string { return "" }, "units/x.tsv", "failed"},
		{"named", true, func(top string) string { return filepath.Join(top, "shared", "parity") }, "units/x.json", "went on"},
		{"mistyped", true, func(top string) string { return filepath.Join(top, "shared", "party") }, "units/x.json", "failed"},
		{"mistyped, none beside", false, func(top string) string { return filepath.Join(top, "shared", "party") }, "units/x.json", "failed"},
		{"another folder", true, func(top string) string { return filepath.Join(top, "shared") }, "units/x.json", "failed"},
		{"relative to the repository", true, func(string) string { return "../shared/parity" }, "units/x.json", "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			top := tree(t, c.beside)
			t.Setenv(Variable, c.set(top))
			path, files, found := "", []string(nil), false
			if got := ends(func(t testing.TB) { path = Path(t, filepath.FromSlash(c.file)) }); got != c.want {
				t.Errorf("Path %s, want it to have %s", got, c.want)
			}
			if got := ends(func(t testing.TB) { files = Files(t, filepath.Dir(c.file)+"/*"+filepath.Ext(c.file)) }); got != c.want {
				t.Errorf("Files %s, want it to have %s", got, c.want)
			}
			if c.want == "went on" && (len(files) != 1 || files[0] != path) {
				t.Errorf("the path is %s, the files %v", path, files)
			}
			got := ends(func(t testing.TB) { found = Found(t) })
			if mistyped := c.want == "failed" && c.file == "units/x.json"; mistyped != (got == "failed") || !mistyped && found != c.beside {
				t.Errorf("Found %s: %v", got, found)
			}
		})
	}
}
