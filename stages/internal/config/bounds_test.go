package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestBounds: no file makes the parser take more than a few times its size, and the error names the line.
func TestBounds(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"brackets":      {"s:\n  l: " + strings.Repeat("[", 30_000), ":2: more than the 1000 brackets"},
		"closed":        {"s:\n  l: " + strings.Repeat("[", 1001) + strings.Repeat("]", 1001), ":2: more than the 1000 brackets"},
		"over lines":    {"s:\n  l: " + strings.Repeat("[ # ]\n", 10_000), ":1002: more than the 1000 brackets"},
		"quoted ends":   {"s: " + strings.Repeat(`["]", `, 10_000), ":1: more than the 1000 brackets"},
		"braces":        {"s: " + strings.Repeat("{a: ", 10_000), ":1: more than the 1000 brackets"},
		"dashes":        {"s:\n  l:\n  " + strings.Repeat("- ", 30_000), ":3: more than the 1000 brackets"},
		"question mark": {"s:\n  " + strings.Repeat("? ", 30_000), ":2: more than the 1000 brackets"},
		"documents":     {strings.Repeat("--- a\n", 10_000), ":1001: more than the 1000 brackets"},
		"size":          {"s:\n" + strings.Repeat("# a comment\n", 10_000), ": the file has more than the 65536 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pipeline.yaml")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := ReadSection(file, "s", []string{"s"})
			runtime.ReadMemStats(&after)
			if err == nil || !strings.HasPrefix(err.Error(), file+":") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
				t.Errorf("%d MB", took>>20)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "pipeline.yaml")
	good := "s:\n  l: " + strings.Repeat("[", 32) + strings.Repeat("]", 32) + "\n  s: \"" + strings.Repeat("[", 1000) + "\"\n"
	if err := os.WriteFile(file, []byte(good), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadSection(file, "s", []string{"s"}); err != nil || len(s.entries) != 2 {
		t.Errorf("%v, %d entries", err, len(s.entries))
	}
}
