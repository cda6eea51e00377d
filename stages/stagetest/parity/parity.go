// Package parity finds the reference kit: numbers from the authors' Python code, against which tests compare ours. The
// kit is not part of the repository. Without it, tests that need it are skipped. If WRONE2SET_PARITY names it, a
// missing kit is a failure, so that a typing error skips no test.
package parity

import (
	"errors"
	"fmt"
	"io/fs"
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
	path := filepath.Join(append([]string{root(t)}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("the reference kit lacks a file: %v", err)
	}
	return path
}

// Files returns the kit's files that match pattern (filepath.Match, from the kit's folder), at least one; see Path.
func Files(t testing.TB, pattern string) []string {
	t.Helper()
	dir := root(t)
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("the reference kit at %s has no file %s (%v)", dir, pattern, err)
	}
	return paths
}

// Found reports whether there is a kit, for tests that check less without one. It fails as Path does.
func Found(t testing.TB) bool {
	t.Helper()
	dir, err := find()
	if err != nil {
		t.Fatal(err)
	}
	return dir != ""
}

func root(t testing.TB) string {
	t.Helper()
	if !Found(t) {
		t.Skip("no reference kit: set " + Variable + " to its folder")
	}
	dir, _ := find()
	return dir
}

// find returns the folder of the kit: that of Variable, else shared/parity beside the repository, or "" if neither
// exists.
func find() (string, error) {
	if dir := os.Getenv(Variable); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, "units")); err != nil {
			return "", fmt.Errorf("%s=%s is not the folder of the reference kit: %w", Variable, dir, err)
		}
		return dir, nil
	}
	top, err := repository()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(top, "..", "shared", "parity")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return dir, nil
}

// repository returns the closest folder above this one with a go.mod.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the folder of the test")
		}
		dir = up
	}
	return "", err
}
