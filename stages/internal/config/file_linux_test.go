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
	pipe := filepath.Join(dir, "pipe.yaml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{pipe: "pipe.yaml: is a pipe; write the settings into a file", "/dev/zero": "/dev/zero: has more than", dir: "is a directory", os.DevNull: ""} {
		if _, err := ReadSection(file, "train", []string{"train"}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}
