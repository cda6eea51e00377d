package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck: a folder that lacks any file of a model is refused by the name of that file.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	all := []string{ConfigFile, TensorsFile, VocabularyFile}
	for _, name := range all {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Disk(dir).Check(); err != nil {
		t.Error(err)
	}
	for _, name := range all {
		path := filepath.Join(dir, name)
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		if err := Disk(dir).Check(); err == nil || !strings.Contains(err.Error(), "holds no "+name) {
			t.Errorf("without %s: %v", name, err)
		}
		if err := os.Rename(path+".away", path); err != nil {
			t.Fatal(err)
		}
	}
}
