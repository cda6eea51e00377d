package stages

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/wrone2set/wrone2set/"

// TestModulePath holds the module's path to what go install can fetch, and every import to it: make module changes both.
func TestModulePath(t *testing.T) {
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(mod), "\n")
	if first != "module "+strings.TrimSuffix(module, "/") {
		t.Errorf("go.mod begins with %q, and this test knows %q", first, module)
	}
	if host, _, ok := strings.Cut(module, "/"); !ok || !strings.Contains(host, ".") {
		t.Errorf("%s begins with no host: go install cannot fetch it", module)
	}
	name := path.Base(module)
	imports := regexp.MustCompile(`(?m)^(?:import)?\s*(?:[\w.]+ )?"((?:[^"\s]*/)?` + name + `/[^"\s]*)"$`)
	seen := 0
	err = filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		source, err := os.ReadFile(file)
		for _, m := range imports.FindAllSubmatch(source, -1) {
			if seen++; !strings.HasPrefix(string(m[1]), module) {
				t.Errorf("%s imports %s, which is not of %s", file, m[1], module)
			}
		}
		return err
	})
	if err != nil || seen < 1000 {
		t.Errorf("%d imports found, error %v", seen, err)
	}
}

// edges are the imports within the module that are allowed, as the package comment shows them: from packages of a pattern
// (path.Match; /... is everything below) to others. The first pattern that matches a package counts. A new edge is a word there.
func edges(t *testing.T) (all [][2]string) {
	t.Helper()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(doc)) {
		if from, to, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "//\t"), " → "); ok && strings.HasPrefix(line, "//\t") {
			all = append(all, [2]string{from, to})
		}
	}
	if len(all) < 30 {
		t.Fatalf("doc.go has %d edges", len(all))
	}
	return all
}

func TestImports(t *testing.T) {
	table, all := edges(t), packages(t)
	for _, e := range table {
		for _, name := range append(strings.Split(e[1], ", "), e[0]) {
			if name != "nothing" && !slices.ContainsFunc(all, func(p listed) bool { return below(name, strings.TrimPrefix(p.ImportPath, module)) }) {
				t.Errorf("the table of allowed imports names %s, which is no package", name)
			}
		}
	}
	for _, p := range all {
		for _, to := range p.Imports {
			if !strings.HasPrefix(to, module) {
				continue
			}
			from, to := strings.TrimPrefix(p.ImportPath, module), strings.TrimPrefix(to, module)
			if !allowed(table, from, to) {
				t.Errorf("%s imports %s, which the table of allowed imports does not have", from, to)
			}
		}
	}
}

// TestOnly: one package imports gorgonia, and no test but its own does; one speaks to buckets, and those for tests, which shorten its
// pauses.
func TestOnly(t *testing.T) {
	for _, c := range []struct {
		is       func(pkg string) bool
		only     string
		forTests string
	}{
		{gorgonias, "train/internal/machine", "train/internal/machine"},
		{func(pkg string) bool { return strings.HasPrefix(pkg, "github.com/minio/") }, "stages/internal/store", "stages/stagetest"},
	} {
		found := false
		for _, p := range packages(t) {
			at := strings.TrimPrefix(p.ImportPath, module)
			for _, to := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				found = found || c.is(to) && at == c.only
				if c.is(to) && at != c.only && !strings.HasPrefix(at, c.forTests) {
					t.Errorf("%s imports %s, which is for %s alone", at, to, c.only)
				}
			}
		}
		if !found {
			t.Errorf("%s does not import what is for it alone", c.only)
		}
	}
}

// TestLinks: train alone links gorgonia and the fit of a choice, and with score alone gonum, on which the fit stands.
func TestLinks(t *testing.T) {
	kinds := []struct {
		name string
		is   func(pkg string) bool
		by   []string
	}{
		{"gorgonia", gorgonias, []string{"train"}},
		{"the fit", func(pkg string) bool { return pkg == module+"stages/model/rank/fit" }, []string{"train"}},
		{"gonum", func(pkg string) bool { return strings.HasPrefix(pkg, "gonum.org/") }, []string{"train", "score"}},
	}
	for _, program := range []string{"preprocess", "train", "infer", "score"} {
		linked := packages(t, "-deps", "./"+program)
		for _, kind := range kinds {
			i := slices.IndexFunc(linked, func(p listed) bool { return kind.is(p.ImportPath) })
			switch may := slices.Contains(kind.by, program); {
			case i >= 0 && !may:
				t.Errorf("%s links %s, %s, which is for %v alone", program, linked[i].ImportPath, kind.name, kind.by)
			case i < 0 && may:
				t.Errorf("%s does not link %s", program, kind.name)
			}
		}
	}
}

// gorgonias reports whether a package is gorgonia's or of its author's type system.
func gorgonias(pkg string) bool {
	return strings.HasPrefix(pkg, "gorgonia.org/") || strings.HasPrefix(pkg, "github.com/chewxy/")
}

func allowed(table [][2]string, from, to string) bool {
	for _, e := range table {
		if below(e[0], from) {
			return slices.ContainsFunc(strings.Split(e[1], ", "), func(p string) bool { return below(p, to) })
		}
	}
	return false
}

// below reports whether a package is meant by a pattern: x/... means x and all below it.
func below(pattern, pkg string) bool {
	if root, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == root || strings.HasPrefix(pkg, root+"/")
	}
	ok, _ := path.Match(pattern, pkg)
	return ok
}

type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// packages asks the go tool for packages: those of the module unless args say which.
func packages(t *testing.T, args ...string) (all []listed) {
	t.Helper()
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go tool to ask for imports")
	}
	if args == nil {
		args = []string{"./..."}
	}
	cmd := exec.Command(tool, append([]string{"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// The table itself says what the design says.
func TestEdges(t *testing.T) {
	for edge, want := range map[[2]string]bool{
		{"train", "stages/model/slots"}:                    true,
		{"train", "stages"}:                                true,
		{"train", "train/internal/wr"}:                     true,
		{"train", "infer/internal/x"}:                      false,
		{"train", "stages/internal/output/disk"}:           false,
		{"stages", "stages/nn/kernel"}:                     false,
		{"stages/model/slots", "stages"}:                   false,
		{"stages/nn/kernel", "schemas"}:                    false,
		{"stages/data/rows", "stages"}:                     false,
		{"stages/nn/kernel", "stages/nn/op"}:               false,
		{"train/internal/assign", "schemas"}:               false,
		{"train/internal/wr", "stages/model/slots"}:        false,
		{"score/internal/report", "schemas"}:               true,
		{"score/internal/report", "infer"}:                 false,
		{"preprocess/internal/rule", "stages/data/corpus"}: true,
		{"stages/data/corpus", "stages"}:                   false,
		{"stages/model/choose", "stages/model/slots"}:      false,
		{"infer", "stages/model/rank/fit"}:                 false,
		{"infer", "stages/nn/kernel"}:                      false,
		{"stages/label", "stages"}:                         false,
		{"newcomer", "schemas"}:                            false,
	} {
		if got := allowed(edges(t), edge[0], edge[1]); got != want {
			t.Errorf("%s imports %s: allowed %v, want %v", edge[0], edge[1], got, want)
		}
	}
}

// TestLayout: CONTRIBUTING names every package that others import, and no folder that is not there.
func TestLayout(t *testing.T) {
	data, err := os.ReadFile("../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, layout, _ := strings.Cut(string(data), "## Layout")
	layout, _, _ = strings.Cut(layout, "## How to add")
	var named []string
	for _, line := range strings.Split(layout, "\n") {
		for _, word := range strings.Fields(line) {
			if path, ok := strings.CutSuffix(word, "/"); ok && !strings.Contains(word, "`") {
				named = append(named, path)
			} else {
				break
			}
		}
	}
	for _, path := range named {
		if _, err := os.Stat("../" + path); err != nil {
			t.Errorf("CONTRIBUTING names %s: %v", path, err)
		}
	}
	for _, p := range packages(t) {
		for _, to := range p.Imports {
			to, ours := strings.CutPrefix(to, module)
			if ours && strings.Count(to, "/") == 2 && !strings.Contains(to, "internal") && !slices.Contains(named, to) {
				t.Errorf("CONTRIBUTING does not name %s", to)
			}
		}
	}
}

// TestFiles: what an author of a stage reads are twelve files.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if len(files) > 12 {
		t.Errorf("%d files: %v; what an author does not see goes to stages/internal", len(files), files)
	}
}
