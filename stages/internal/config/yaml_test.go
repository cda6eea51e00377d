package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// file writes a pipeline.yaml.
func file(t testing.TB, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipeline.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestBounds: no file makes the parser take more than a few times its size.
func TestBounds(t *testing.T) {
	for text, want := range map[string]string{
		"s:\n  l: " + strings.Repeat("[", 60_000):        "exceeded max depth of 10000",
		"s: " + strings.Repeat("{a: ", 15_000):           "exceeded max depth of 10000",
		"s:\n  " + strings.Repeat("- ", 30_000):          "exceeded max depth of 10000",
		"s:\n" + strings.Repeat("# a comment\n", 10_000): "has more than the 65536 bytes",
		"s: &a [*a]\n":            "want a mapping of keys",
		"s: &a {<<: *a}\n":        "want a mapping of keys",
		"s: {l: 1}\n---\nt: {}\n": "a second document",
		"s:\n  l: " + strings.Repeat("[", 99) + strings.Repeat("]", 99):      "",
		"other: &a [" + strings.Repeat("1,", 9000) + "]\ns: {l: [*a,*a,*a]}": "",
		"s: {" + strings.Repeat("a: 1, ", 9000) + "}":                        "a: is given twice",
		"s: {s: \"" + strings.Repeat("[", 60_000) + "\"}":                    "",
		"s: {l: " + strings.Repeat("x", 60_000) + "}\n# " + "the end\n":      "",
		"s:\n  ? " + strings.Repeat("? ", 20_000) + "x\n  : 1\nt: [1,2]\n":   "exceeded max depth of 10000",
	} {
		name := file(t, text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadSection(name, "s", []string{"s"})
		runtime.ReadMemStats(&after)
		if (err == nil) != (want == "") || err != nil && (!strings.HasPrefix(err.Error(), name+":") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20s: %v, want %s", text, err, want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%.20s: %d MB", text, took>>20)
		}
	}
}

// TestSections: a program knows its own sections, and a slip in the name of one. Those of other programs are theirs.
func TestSections(t *testing.T) {
	for key, want := range map[string]string{
		"train": "", "train refit": "", "infer": "", "infer stream": "", "x-a": "",
		"trian": "did you mean train?", "train reft": "did you mean train refit?", "train more": "unknown stage; want train, train refit",
	} {
		name := file(t, "x: {}\n"+key+": {seed: 1}\n")
		s, err := ReadSection(name, "train refit", []string{"train", "train refit"})
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), name+":2: "+key+": unknown stage") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", key, err, want)
		}
		if s.Has("seed") != (key == "train refit") {
			t.Errorf("%s: it gives the seed %v", key, s.Has("seed"))
		}
	}
}

// FuzzSection reads arbitrary bytes as pipeline.yaml. Every error names the file.
func FuzzSection(f *testing.F) {
	for _, seed := range []string{
		"s:\n  b: true\n  i_j: 3\n  u: 7\n  f: 1e-3\n  s: x\n  l: [a, b]\n", "s: &a\n  l: a, b\nt: *a\n", "x-a: &a {i_j: 1}\ns:\n  <<: *a\n", "s:\n", "- 1\n",
		"s: {b: maybe}\n", "u: {}\n", "s: {f: .nan}\n", "s: [", "s: &a [*a]\n", "s: {<<: &a {<<: *a}}\n", "---\n---\ns: 1\n", "", "%", "s: {? [a]: b}", "s: {1: 2}", "s: !!int x",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name := file(t, string(data))
		section, err := ReadSection(name, "s", []string{"s", "t"})
		if err == nil {
			_, err = section.Presets()
		}
		if err == nil {
			fields, _ := Fields(new(all))
			err = section.Apply(fields)
		}
		if err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%q: the file is not named: %v", data, err)
		}
	})
}
