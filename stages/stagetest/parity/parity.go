// Package parity finds the reference kit: numbers from the authors' Python code, against which tests compare ours. The
// kit is not part of the repository. Without it, tests that need it are skipped. If WRONE2SET_PARITY names it, a
// missing kit is a failure, so that a typing error skips no test.
package parity

import (
	"os"
	"path/filepath"
	"testing"
)

// Variable names the folder of the kit. It must be absolute, since tests run in the folders of their packages.
const Variable = "WRONE2SET_PARITY"

// Path returns a file or folder of the kit; elem is the path from the kit's folder, and "..", "data" the texts beside
// it. The test is skipped without a kit, and fails if the kit lacks the file.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	return Files(t, filepath.Join(elem...))[0]
}

// Files returns the kit's files that match pattern (filepath.Match, from the kit's folder), at least one; see Path.
func Files(t testing.TB, pattern string) []string {
	t.Helper()
	if !Found(t) {
		t.Skip("no reference kit: set " + Variable + " to its folder")
	}
	paths, err := filepath.Glob(filepath.Join(kit(), pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("the reference kit at %s has no file %s (%v)", kit(), pattern, err)
	}
	return paths
}

// Found reports whether there is a kit, for tests that check less without one. It fails as Path does.
func Found(t testing.TB) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(kit(), "units"))
	if err != nil && os.Getenv(Variable) != "" {
		t.Fatalf("%s is not the folder of the reference kit: %v", Variable, err)
	}
	return err == nil
}

// kit is the folder of the kit: that of Variable, else shared/parity beside the repository.
func kit() string {
	if dir := os.Getenv(Variable); dir != "" {
		return dir
	}
	dir, _ := os.Getwd()
	for top := dir; top != filepath.Dir(top); top = filepath.Dir(top) {
		if _, err := os.Stat(filepath.Join(top, "go.mod")); err == nil {
			return filepath.Join(top, "..", "shared", "parity")
		}
	}
	return dir
}
