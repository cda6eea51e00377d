package stages

import (
	"encoding/json"
	"errors"
	"fmt"
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

// edges are the imports within the module that are allowed: from packages of a pattern (path.Match; /... is
// everything below) to others. The first pattern that matches a package counts. A new edge is a line here, with its
// reason in a comment.
var edges = []struct {
	from string
	to   []string
}{
	{"schemas", []string{"schemas/internal/..."}},
	{"schemas/internal/...", []string{"schemas/internal/..."}},

	{"stages/internal/fault", []string{"schemas"}},
	{"stages/internal/config", nil},
	{"stages/internal/cli", []string{"schemas", "stages/internal/config", "stages/internal/fault"}},
	{"stages/internal/output/disk", nil},
	{"stages/internal/store", []string{"schemas", "stages/internal/fault"}},
	{"stages/internal/manifest", []string{"stages/internal/fault", "stages/internal/store"}},
	{"stages/internal/output", []string{"schemas", "stages/internal/output/disk", "stages/internal/fault", "stages/internal/manifest", "stages/internal/store"}},
	{"stages/internal/machine", []string{"stages/internal/manifest"}},
	{"stages/internal/array", []string{"stages/internal/cli", "stages/internal/fault", "stages/internal/manifest"}},
	{"stages/internal/input", []string{"schemas", "stages/internal/fault", "stages/internal/manifest", "stages/internal/output", "stages/internal/store"}},
	{"stages", []string{"schemas", "stages/internal/..."}},
	{"stages/stagetest", []string{"schemas", "stages"}},
	{"stages/stagetest/parity", nil},
	{"stages/stagetest/s3server", []string{"stages/internal/store"}},
	{"stages/stagetest/tinybert", []string{"schemas", "stages/nn/bert"}},
	{"stages/data/rows", []string{"schemas", "stages/internal/fault"}},

	{"stages/data/random", nil},
	{"stages/data/scratch", []string{"stages/internal/fault"}},
	{"stages/data/language", nil},
	{"stages/data/markup", nil},
	{"stages/data/spelling", nil},
	{"stages/data/word", []string{"stages/data/text"}},
	{"stages/data/text", []string{"schemas", "stages/data/markup", "stages/data/text/internal/...", "stages/data/wordpiece"}},
	{"stages/data/text/internal/...", nil},
	{"stages/data/wordpiece", []string{"schemas"}},
	{"stages/model/choose/calibration", nil},
	{"stages/model/extract", []string{"stages/model/choose", "stages/data/language", "stages/data/word", "schemas", "stages/model/rank"}},
	{"stages/model/extract/fit", []string{"stages/model/extract", "stages/data/word", "stages/model/choose", "stages/model/rank"}},
	{"stages/model/choose", []string{"stages/model/choose/calibration", "stages/data/spelling", "stages/data/text", "schemas", "stages/model/rank"}},
	{"stages/model/choose/fit", []string{"stages/model/choose", "stages/data/text", "stages/model/rank"}}, // what only fitting needs: train alone links it
	{"stages/model/rank", nil}, // one rule for phrases and concepts
	{"stages/data/corpus", []string{"schemas", "stages/data/corpus/internal/...", "stages/data/rows"}},
	{"stages/data/corpus/internal/...", []string{"schemas", "stages/data/corpus/internal/...", "stages/data/markup", "stages/data/scratch"}}, // an entity ends like a keyphrase
	{"stages/data/document", []string{"schemas", "stages/data/corpus", "stages/data/markup", "stages/data/text"}},
	{"stages/data/thesaurus", []string{"schemas", "stages/data/language", "stages/data/word", "stages/data/thesaurus/internal/..."}},
	{"stages/data/thesaurus/internal/...", nil},
	{"stages/data/doubt", []string{"schemas", "stages/data/language", "stages/data/markup", "stages/data/text"}},
	{"stages/nn/kernel", []string{"stages/nn/kernel/internal/..."}},
	{"stages/nn/kernel/internal/...", nil},
	{"stages/nn/op", []string{"stages/nn/kernel", "stages/data/random"}},
	{"stages/nn/bert", []string{"stages/nn/op", "stages/nn/kernel", "schemas"}},
	{"stages/nn/tape", []string{"stages/nn/op", "stages/nn/kernel"}}, // for tests: no line has it on the right
	// What comes out of a network, as words; text has the special ids.
	{"stages/model/phrase", []string{"stages/model/choose", "stages/nn/kernel", "stages/data/markup", "stages/data/spelling", "stages/data/text", "schemas", "stages/data/language"}},
	{"stages/model/slots", []string{"stages/nn/bert", "stages/nn/op", "stages/nn/kernel", "stages/model/choose", "stages/model/phrase", "stages/data/random", "stages/data/text", "schemas"}},
	// The others have what slots has: its decoder with one slot, or what a step is given.
	{"stages/model/sequence", []string{"stages/nn/op", "stages/nn/kernel", "stages/model/phrase", "stages/model/slots", "stages/data/text", "schemas"}},
	{"stages/model/joint", []string{"stages/nn/bert", "stages/nn/op", "stages/nn/kernel", "stages/model/choose", "stages/model/phrase", "stages/model/slots", "stages/data/random", "stages/data/text", "schemas"}},
	{"stages/model", []string{"stages/nn/bert", "stages/nn/op", "stages/nn/kernel", "stages/model/choose", "stages/model/extract", "stages/model/joint", "stages/model/phrase", "stages/model/sequence", "stages/model/slots", "stages/data/text", "schemas"}},

	{"stages/model/concept", []string{"stages/model/rank", "stages/data/language", "stages/data/thesaurus", "schemas"}}, // needs no network

	{"train/internal/assign", []string{"stages/data/text"}},
	{"train/internal/wr", []string{"train/internal/assign", "stages/data/text"}},
	{"train/internal/machine", []string{"stages/nn/op", "stages/nn/kernel"}},
	// A model says how many words of its vocabulary it has, an encoder what its pieces are and how many it can read.
	{"preprocess/...", []string{"preprocess/internal/...", "stages", "stages/data/corpus", "stages/data/document", "stages/model", "stages/nn/bert", "stages/data/random", "stages/data/rows", "stages/data/scratch", "stages/data/text", "stages/data/wordpiece", "schemas"}},
	// The step of slots asks them for rollouts, presets name systems; the mains make the workers of the kernels, and train the
	// optimiser: aliases in model would only hide that.
	{"train/internal/loop", []string{"train/internal/...", "stages", "stages/nn/kernel", "stages/nn/op", "stages/data/rows", "stages/data/text", "schemas"}},
	{"train/internal/step", []string{"train/internal/...", "stages/model", "stages/model/slots", "stages/nn/kernel", "stages/nn/op", "stages/data/random", "schemas"}},
	{"train/internal/choice", []string{"stages/model/choose", "stages/model/choose/fit", "stages/model/phrase", "stages/model/slots", "stages/data/rows", "stages/data/spelling", "stages/data/text", "schemas"}},
	{"train/internal/...", []string{"train/internal/...", "stages", "stages/nn/op", "stages/data/random", "stages/data/rows", "stages/data/text", "schemas"}},
	{"train", []string{"train/internal/...", "stages", "stages/model", "stages/model/choose", "stages/model/choose/fit", "stages/model/joint", "stages/model/phrase", "stages/model/sequence", "stages/model/slots", "stages/nn/bert", "stages/nn/kernel", "stages/nn/op", "stages/data/rows", "stages/data/text", "stages/data/wordpiece", "schemas",
		"stages/model/concept", "stages/data/thesaurus", "stages/data/corpus", "stages/data/document", // train concepts reads a corpus, which has subjects
		"stages/model/extract", "stages/model/extract/fit", "stages/data/language", "stages/data/word"}}, // train refit --documents reads one in any language
	{"infer/pretrained", nil},
	// Labelling, for infer and for programs of others. The built-in model is its default; settings and errors are those of every program.
	{"stages/label", []string{"infer/pretrained", "stages/internal/config", "stages/internal/fault", "stages/label/internal/...", "stages/model", "stages/model/choose", "stages/model/phrase", "stages/data/corpus", "stages/data/document", "stages/data/doubt", "stages/data/language", "stages/data/markup", "stages/data/rows", "stages/data/spelling", "stages/data/text", "stages/data/word", "stages/model/extract", "stages/nn/kernel", "schemas"}},
	{"stages/label/internal/...", nil},
	{"infer/...", []string{"infer/internal/...", "infer/pretrained", "stages", "stages/label", "stages/model", "stages/model/choose", "stages/data/corpus", "stages/data/doubt", "stages/data/rows", "stages/data/text", "schemas",
		"stages/model/concept", "stages/data/thesaurus", "stages/data/document", "stages/data/language", "stages/data/markup"}}, // infer concepts
	{"score/...", []string{"stages/data/language", "stages/data/markup", "stages/data/word", "stages/data/thesaurus", "score/internal/...", "stages", "stages/model/choose/calibration", "stages/data/corpus", "stages/data/random", "stages/data/rows", "stages/data/text", "schemas"}},
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		for _, to := range p.Imports {
			if !strings.HasPrefix(to, module) {
				continue
			}
			from, to := strings.TrimPrefix(p.ImportPath, module), strings.TrimPrefix(to, module)
			if !allowed(from, to) {
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
		{"the fit", func(pkg string) bool { return pkg == module+"stages/model/choose/fit" }, []string{"train"}},
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

func allowed(from, to string) bool {
	for _, e := range edges {
		if below(e.from, from) {
			return slices.ContainsFunc(e.to, func(p string) bool { return below(p, to) })
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
		{"infer", "stages/model/choose/fit"}:               false,
		{"infer", "stages/nn/kernel"}:                      false,
		{"stages/label", "stages"}:                         false,
		{"newcomer", "schemas"}:                            false,
	} {
		if got := allowed(edge[0], edge[1]); got != want {
			t.Errorf("%s imports %s: allowed %v, want %v", edge[0], edge[1], got, want)
		}
	}
}

// TestDocImports: the package comment shows the table; -update copies it.
func TestDocImports(t *testing.T) {
	const begin, end = "everything below a folder.\n//\n", "//\n// Networks (stages/nn"
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	shown, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("doc.go has no place for the table")
	}
	var want strings.Builder
	for _, e := range edges {
		if len(e.to) > 0 {
			fmt.Fprintf(&want, "//\t%s → %s\n", e.from, strings.Join(e.to, ", "))
		}
	}
	switch {
	case shown == want.String():
	case *Update:
		if err := os.WriteFile("doc.go", []byte(before+begin+want.String()+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("doc.go shows another table of imports: go test ./stages -run TestDocImports -update")
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
