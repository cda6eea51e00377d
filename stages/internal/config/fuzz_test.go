package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzSection reads arbitrary bytes as pipeline.yaml. Every error names the file, every key that is applied belongs to the
// stage, and applying the section twice gives the same settings.
func FuzzSection(f *testing.F) {
	for _, seed := range []string{
		"s:\n  b: true\n  i_j: 3\n  u: 7\n  f: 1e-3\n  s: x\n  l: [a, b]\n", "s: &a\n  l: a, b\nt: *a\n", "x-a: &a {i_j: 1}\ns:\n  <<: *a\n", "s:\n", "- 1\n",
		"s: {b: maybe}\n", "u: {}\n", "s: {f: .nan}\n", "s: [", "s: &a [*a]\n", "s: {<<: &a {<<: *a}}\n", "---\n---\ns: 1\n", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "pipeline.yaml")
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		named := func(err error) bool {
			if err != nil && !strings.Contains(err.Error(), file) {
				t.Errorf("%q: the file is not named: %v", data, err)
			}
			return err == nil
		}
		section, err := ReadSection(file, "s", []string{"s", "t"})
		if !named(err) {
			return
		}
		if _, err := section.Presets(); !named(err) {
			return
		}
		settings := func() (string, bool) {
			var c all
			fields, err := Fields(&c)
			if err != nil {
				t.Fatal(err)
			}
			ok := named(section.Apply(fields))
			return string(JSON(fields, false)), ok
		}
		once, ok := settings()
		if again, same := settings(); ok != same || once != again {
			t.Errorf("%q: applied twice: %s, %s", data, once, again)
		}
	})
}
