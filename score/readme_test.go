package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestReadme: README.md names every metric, column, output and mode, in few and short lines.
func TestReadme(t *testing.T) {
	page := read(t, "README.md")
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`[\w-]+`).FindAllString(page, -1) {
		words[w] = true
	}
	metrics := map[string]json.Number{}
	if err := json.Unmarshal([]byte(read(t, "testdata/small.metrics.json")), &metrics); err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`^[0-9.]+$`)
	for name := range metrics {
		for _, part := range strings.Split(name, "/")[1:] {
			if part, _, _ = strings.Cut(part, "@"); !words[part] && !number.MatchString(part) {
				t.Errorf("README.md does not name %s of %s", part, name)
			}
		}
	}
	for _, path := range slices.Concat(parquet.SchemaOf(schemas.Score{}).Columns(), parquet.SchemaOf(schemas.Group{}).Columns()) {
		for _, part := range path {
			if !words[part] {
				t.Errorf("README.md does not name %s of a table", part)
			}
		}
	}
	for _, must := range []string{"scores.parquet", groupsFile, "metrics.json", "report.html", summaryFile, compareFile, paperFile, "costs.md",
		comparing.Name, tabling.Name, showing.Name} {
		if !strings.Contains(page, must) {
			t.Errorf("README.md does not name %s", must)
		}
	}
	lines := strings.Split(page, "\n")
	if len(lines) > 161 {
		t.Errorf("README.md has %d lines, want at most 160", len(lines)-1)
	}
	for i, line := range lines {
		if utf8.RuneCountInString(line) >= 100 {
			t.Errorf("line %d of README.md has %d columns", i+1, utf8.RuneCountInString(line))
		}
	}
}
