package text

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

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
