package config

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNoFile: a pipe in the place of pipeline.yaml, to which nobody may ever write, is an error at once, and so is a device without
// an end.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe.yaml"), filepath.Join(dir, "link.yaml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{pipe: "pipe.yaml: is a pipe; write the settings into a file", link: "link.yaml:1: the file has more than", dir: "is a directory"} {
		if _, err := ReadSection(file, "train", []string{"train"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
	if _, err := ReadSection(os.DevNull, "train", []string{"train"}); err != nil {
		t.Error(err)
	}
}
