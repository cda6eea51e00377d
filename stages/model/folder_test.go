package model

import (
	"errors"
	"io"
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

// TestPublish: each file has its own content, and every error is told.
func TestPublish(t *testing.T) {
	content := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	got := map[string]string{}
	fill := func(name string, write func(io.Writer) error) error {
		var b strings.Builder
		err := write(&b)
		got[name] = b.String()
		return err
	}
	if err := Publish(fill, content("c"), content("t"), content("v")); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{ConfigFile: "c", TensorsFile: "t", VocabularyFile: "v"} {
		if got[name] != want {
			t.Errorf("%s has %q, want %q", name, got[name], want)
		}
	}
	full := errors.New("full")
	if err := Publish(fill, content("c"), func(io.Writer) error { return full }, content("v")); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}
