package stages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// systems are the names of systems other than that of the paper, and of a body, as they stand in code.
var systems = regexp.MustCompile(`(?i)^(is|of|new)?(catseq|one2one|onetoone|unikeyphrase|promptkp|gru)`)

// tables are where systems are told apart by name: their own packages, what presets and the tables of papers are made of, and
// the layers that have the name of what they compute.
var tables = []string{"stages/model/", "stages/nn/op/", "stages/nn/kernel/", "train/internal/setting/preset.go", "score/internal/paper/"}

// TestNames: no program asks which system a model is of. What it has to know is a column of the table in stages/model. A name
// in a comment, in help or in a tag tells a person something and decides nothing.
func TestNames(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == "stagetest" || strings.HasPrefix(d.Name(), "_")) {
			return fs.SkipDir
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../")
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.ContainsFunc(tables, func(table string) bool { return strings.HasPrefix(name, table) }) {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				n.Tag = nil
			case *ast.Ident:
				if systems.MatchString(n.Name) {
					t.Errorf("%s: %s is the name of a system", fset.Position(n.Pos()), n.Name)
				}
			case *ast.BasicLit:
				if s := strings.Trim(n.Value, "`\""); n.Kind == token.STRING && !strings.ContainsAny(s, " \n") && systems.MatchString(s) {
					t.Errorf("%s: %s is the name of a system", fset.Position(n.Pos()), n.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
