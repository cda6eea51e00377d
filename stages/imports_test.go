package stages

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "wrone2set/"

// edges are the imports within the module that are allowed: from packages of a pattern (path.Match; /... is
// everything below) to others. The first pattern that matches a package counts. A new edge is a line here, and its
// reason stands in DESIGN or doc.go.
var edges = []struct {
	from string
	to   []string
}{
	{"schemas", []string{"schemas/internal/..."}},
	{"schemas/internal/...", []string{"schemas/internal/..."}},

	{"stages/internal/fault", nil},
	{"stages/internal/config", nil},
	{"stages/internal/cli", []string{"stages/internal/config", "stages/internal/fault"}},
	{"stages/internal/disk", nil},
	{"stages/internal/storage", []string{"schemas", "stages/internal/fault"}},
	{"stages/internal/manifest", []string{"stages/internal/disk", "stages/internal/fault", "stages/internal/storage"}},
	{"stages/internal/folder", []string{"stages/internal/disk", "stages/internal/fault", "stages/internal/manifest", "stages/internal/storage"}},
	{"stages", []string{"schemas", "stages/internal/..."}},
	{"stages/stagetest", []string{"schemas", "stages"}},
	{"stages/stagetest/parity", nil},
	{"stages/stagetest/s3server", []string{"stages/internal/storage"}},
	{"stages/stagetest/tinybert", []string{"schemas", "stages/nn/bert"}},
	{"stages/bench", nil},
	{"stages/rows", []string{"schemas", "stages/internal/fault"}},

	{"stages/random", nil},
	{"stages/scratch", []string{"stages/internal/fault"}},
	{"stages/text", []string{"schemas", "stages/text/internal/...", "stages/text/wordpiece"}},
	{"stages/text/internal/...", nil},
	{"stages/text/wordpiece", []string{"schemas"}},
	{"stages/calibration", nil},
	{"stages/choose", []string{"stages/calibration", "stages/text", "schemas"}},
	{"stages/choose/fit", []string{"stages/choose", "stages/text"}}, // what only fitting needs: train alone links it
	{"stages/corpus", []string{"schemas", "stages/corpus/internal/...", "stages/rows"}},
	{"stages/corpus/internal/...", []string{"schemas", "stages/corpus/internal/...", "stages/scratch"}},
	{"stages/document", []string{"schemas", "stages/corpus", "stages/text"}},
	{"stages/nn/kernel", []string{"stages/nn/kernel/internal/..."}},
	{"stages/nn/kernel/internal/...", nil},
	{"stages/nn/op", []string{"stages/nn/kernel", "stages/random"}},
	{"stages/nn/bert", []string{"stages/nn/op", "stages/nn/kernel", "schemas"}},
	{"stages/nn/tape", []string{"stages/nn/op", "stages/nn/kernel"}}, // for tests: no line has it on the right
	// text has the special ids.
	{"stages/nn/settrans", []string{"stages/nn/bert", "stages/nn/op", "stages/nn/kernel", "stages/random", "stages/text", "schemas"}},

	{"stages/nn/unilm", []string{"stages/nn/bert", "stages/nn/op", "stages/nn/kernel", "stages/nn/settrans", "stages/random", "stages/text", "schemas"}},

	// Both who label and who fit a choice ask the network here.
	{"stages/answer", []string{"stages/choose", "stages/nn/kernel", "stages/nn/settrans", "stages/nn/unilm", "stages/text", "schemas"}},

	{"train/internal/assign", []string{"stages/text"}},
	{"train/internal/wr", []string{"train/internal/assign", "stages/text"}},
	{"train/internal/machine", []string{"stages/nn/op", "stages/nn/kernel"}},
	// A model says how many words of its vocabulary it has, an encoder what its pieces are and how many it can read.
	{"preprocess/...", []string{"preprocess/internal/...", "stages", "stages/corpus", "stages/document", "stages/nn/bert", "stages/nn/settrans", "stages/random", "stages/rows", "stages/scratch", "stages/text", "stages/text/wordpiece", "schemas"}},
	// The mains make the workers of the kernels, and train the optimiser: aliases in settrans would only hide that.
	{"train/...", []string{"train/internal/...", "stages", "stages/answer", "stages/choose", "stages/choose/fit", "stages/nn/bert", "stages/nn/kernel", "stages/nn/op", "stages/nn/settrans", "stages/nn/unilm", "stages/random", "stages/rows", "stages/text", "stages/text/wordpiece", "schemas"}},
	{"infer/pretrained", nil},
	{"infer/...", []string{"infer/internal/...", "infer/pretrained", "stages", "stages/answer", "stages/choose", "stages/corpus", "stages/document", "stages/nn/bert", "stages/nn/kernel", "stages/nn/settrans", "stages/nn/unilm", "stages/rows", "stages/text", "schemas"}},
	{"score/...", []string{"score/internal/...", "stages", "stages/calibration", "stages/corpus", "stages/random", "stages/rows", "stages/text", "schemas"}},
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

// TestGorgonia: one package imports gorgonia, and no test but its own does.
func TestGorgonia(t *testing.T) {
	const only = module + "train/internal/machine"
	found := false
	for _, p := range packages(t) {
		for _, to := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			switch {
			case !gorgonias(to):
			case p.ImportPath == only:
				found = true
			default:
				t.Errorf("%s imports %s, which is for %s alone", p.ImportPath, to, only)
			}
		}
	}
	if !found {
		t.Errorf("%s does not import gorgonia", only)
	}
}

// TestMinio: one package imports what speaks to buckets.
func TestMinio(t *testing.T) {
	const only = module + "stages/internal/storage"
	for _, p := range packages(t) {
		for _, to := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if strings.HasPrefix(to, "github.com/minio/") && p.ImportPath != only {
				t.Errorf("%s imports %s, which is for %s alone", p.ImportPath, to, only)
			}
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
		{"the fit", func(pkg string) bool { return pkg == module+"stages/choose/fit" }, []string{"train"}},
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
		{"train", "stages/nn/settrans"}:               true,
		{"train", "stages"}:                           true,
		{"train", "train/internal/wr"}:                true,
		{"train", "infer/internal/x"}:                 false,
		{"train", "stages/internal/disk"}:             false,
		{"stages", "stages/nn/kernel"}:                false,
		{"stages/nn/settrans", "stages"}:              false,
		{"stages/nn/kernel", "schemas"}:               false,
		{"stages/rows", "stages"}:                     false,
		{"stages/nn/kernel", "stages/nn/op"}:          false,
		{"train/internal/assign", "schemas"}:          false,
		{"train/internal/wr", "stages/nn/settrans"}:   false,
		{"score/internal/report", "schemas"}:          true,
		{"score/internal/report", "infer"}:            false,
		{"preprocess/internal/rule", "stages/corpus"}: true,
		{"stages/corpus", "stages"}:                   false,
		{"stages/choose", "stages/nn/settrans"}:       false,
		{"infer", "stages/choose/fit"}:                false,
		{"newcomer", "schemas"}:                       false,
	} {
		if got := allowed(edge[0], edge[1]); got != want {
			t.Errorf("%s imports %s: allowed %v, want %v", edge[0], edge[1], got, want)
		}
	}
}
