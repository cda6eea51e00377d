package manifest

import (
	"os"
	"path/filepath"
	"testing"
)

// TestClaims: a number that no run comes to makes a mark or a manifest one that cannot be read, and the largest does not.
func TestClaims(t *testing.T) {
	dir := t.TempDir()
	mark := func(text string) error {
		if err := os.WriteFile(filepath.Join(dir, MarkName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadMark(nil, dir)
		return err
	}
	record := func(text string) error {
		if err := os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(nil, filepath.Join(dir, Name))
		return err
	}
	for _, good := range []string{`{"key":"k","parts":99999}`, `{"key":"k","parts":0}`} {
		if err := mark(good); err != nil || record(good) != nil {
			t.Errorf("%s: %v, %v", good, err, record(good))
		}
	}
	for _, bad := range []string{`{"key":"k","parts":100000}`, `{"key":"k","parts":1000000000000000}`, `{"key":"k","parts":-1}`} {
		if mark(bad) == nil || record(bad) == nil {
			t.Errorf("%s is believed", bad)
		}
	}
}
