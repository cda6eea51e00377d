package text

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kit returns a path inside the reference kit; the test is skipped where the
// kit is not there.
func kit(t *testing.T, elem ...string) string {
	t.Helper()
	root := os.Getenv("WRONE2SET_PARITY")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "parity")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no reference kit at %s (set WRONE2SET_PARITY)", root)
	}
	return filepath.Join(append([]string{root}, elem...)...)
}

// matches returns the files that pattern finds, skipping where there are none.
func matches(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no file %s", pattern)
	}
	return files
}

// lines returns the lines of a file without their ends.
func lines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		all = append(all, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// objects decodes a file of one JSON object a line.
func objects[T any](t *testing.T, path string) []T {
	t.Helper()
	var all []T
	for i, line := range lines(t, path) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s row %d: %v", path, i+1, err)
		}
		all = append(all, v)
	}
	return all
}

// words splits at single blanks; no words in an empty string.
func words(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, " ")
}
