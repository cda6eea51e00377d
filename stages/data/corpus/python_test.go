package corpus

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// TestPython: the Python package has the same names of titles and texts, in the same order of preference.
func TestPython(t *testing.T) {
	source, err := os.ReadFile("../../python/src/wrone2set/_table.py")
	if err != nil {
		t.Fatal(err)
	}
	c := record.DefaultColumns()
	for variable, want := range map[string][]string{
		"TITLES": slices.Concat(c.Names[record.Title], c.Also[record.Title]),
		"TEXTS":  slices.Concat(c.Names[record.Body], c.Also[record.Body]),
	} {
		var got []string
		line := regexp.MustCompile(`(?ms)^` + variable + ` = \((.*?)\)`).Find(source)
		for _, m := range regexp.MustCompile(`"([^"]*)"`).FindAllSubmatch(line, -1) {
			got = append(got, string(m[1]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s of Python: %q, want %q", variable, got, want)
		}
	}
}
