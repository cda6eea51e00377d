package schemas

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestDoc holds the package comment's list of columns against the row types: every table has its name, version and
// stage there, and its columns in the order of the file.
func TestDoc(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(text), "# Columns")
	if !ok {
		t.Fatal("no list of columns")
	}
	documented(t, list, Documents)
	documented(t, list, Vocab)
	documented(t, list, FilteredRows)
	documented(t, list, TrainLogs)
	documented(t, list, Assignments)
	documented(t, list, Predictions)
	documented(t, list, Indexeds)
	documented(t, list, Assigneds)
	documented(t, list, Slots)
	documented(t, list, Scores)
	documented(t, list, Groups)
	var names []string
	for _, f := range exampleFields() {
		names = append(names, f.Name)
	}
	columns(t, list, fmt.Sprintf("%s, version %s, %s ", exampleName, exampleVersion, exampleStage), names)
	columns(t, list, fmt.Sprintf("%s, version %s, train ", tensorSchema, tensorVersion), nil)
}

func documented[R any](t *testing.T, list string, of Table[R]) {
	var names []string
	for _, path := range parquet.SchemaOf(*new(R)).Columns() {
		if len(names) == 0 || names[len(names)-1] != path[0] {
			names = append(names, path[0])
		}
	}
	columns(t, list, fmt.Sprintf("%s, version %d, %s\n", of.Name, of.Version, of.Stage), names)
}

var (
	columnLine = regexp.MustCompile(`(?m)^//\t  ([a-z_0-9]+(?:, [a-z_0-9]+)*)(?:  |$)`)
	nextFile   = regexp.MustCompile(`(?m)^//(\t\S|$)`)
)

// columns compares the names that a section of the list has at the beginning of its lines.
func columns(t *testing.T, list, head string, want []string) {
	t.Helper()
	_, section, ok := strings.Cut(list, "//\t"+head)
	if !ok {
		t.Errorf("no %q", head)
		return
	}
	if end := nextFile.FindStringIndex(section); end != nil {
		section = section[:end[0]]
	}
	var names []string
	for _, line := range columnLine.FindAllStringSubmatch(section, -1) {
		names = append(names, strings.Split(line[1], ", ")...)
	}
	if strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("%s: columns %q, want %q", strings.TrimSpace(head), names, want)
	}
}

// TestDocAnswers holds the list's columns of answers against those that are written.
func TestDocAnswers(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"id"}
	for _, f := range answerFields() {
		names = append(names, f.Name)
	}
	columns(t, string(text), fmt.Sprintf("%s, version %d, %s ", answerName, answerVersion, answerStage), names)
}
