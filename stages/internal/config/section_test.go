package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSections: a program knows its own sections, and a slip in the name of one. Those of other programs are theirs.
func TestSections(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipeline.yaml")
	for key, want := range map[string]string{
		"train": "", "train refit": "", "infer": "", "infer stream": "", "x-a": "",
		"trian": "did you mean train?", "train reft": "did you mean train refit?", "train more": "unknown stage; want train, train refit",
	} {
		if err := os.WriteFile(file, []byte("x: {}\n"+key+": {seed: 1}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := ReadSection(file, "train refit", []string{"train", "train refit"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), file+":2: "+key+": unknown stage") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", key, err, want)
		}
		if s.Has("seed") != (key == "train refit") {
			t.Errorf("%s: it gives the seed %v", key, s.Has("seed"))
		}
	}
}

// TestMerged: a key of the section overrides a merged one, wherever the merge stands.
func TestMerged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipeline.yaml")
	for _, text := range []string{"x-a: &a {u: 3, s: x}\ns:\n  <<: *a\n  u: 4\n", "x-a: &a {u: 3, s: x}\ns:\n  u: 4\n  <<: *a\n"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var c all
		fields, _ := Fields(&c)
		section, err := ReadSection(file, "s", []string{"s"})
		if err == nil {
			err = section.Apply(fields)
		}
		if err != nil || c.U != 4 || c.S != "x" {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}
