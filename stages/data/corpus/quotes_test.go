package corpus

import (
	"reflect"
	"strings"
	"testing"
)

// TestQuotes: without quotes each line of a table is a row, and a quote is a character like others. Quotes are the
// default.
func TestQuotes(t *testing.T) {
	const text = "id\ttitle\tabstract\r\n1\tThe \"open\" web\t\"Big\" data\n\n2\t\"not closed\tb\r\n3\ta\n4\ta\tb, c"
	want := []string{`2 1 "The \"open\" web" "\"Big\" data" [] missing [keywords]`, `4 2 "\"not closed" "b" [] missing [keywords]`,
		`5 reject has 2 columns, the header has 3; write all cells of the row, also empty ones, since "abstract" is read as its text`, `6 4 "a" "b, c" [] missing [keywords]`}
	for _, c := range []struct {
		name, data, format, delimiter string
	}{
		{"a.tsv", text, auto, auto}, {"a.txt", text, "tsv", auto},
		{"a.csv", strings.ReplaceAll(text, "\t", ";"), auto, auto}, {"b.csv", strings.ReplaceAll(text, "\t", "|"), "csv", "|"},
	} {
		s := DefaultSettings()
		s.Format, s.Delimiter, s.Quotes = c.format, c.delimiter, noQuotes
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		path := write(t, c.name, []byte(c.data))
		r, err := Open(path, "", s.Options(false, nil))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := outcome(r)
		r.Close()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, %v\nwant %q", c.name, got, err, want)
		}
		s.Quotes = DefaultSettings().Quotes
		if r, err = Open(path, "", s.Options(false, nil)); err == nil {
			_, err = outcome(r)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "--quotes none") {
			t.Errorf("%s with quotes: %v", c.name, err)
		}
	}
	for _, f := range []Format{JSONL, Text, Parquet, XLSX} {
		s := DefaultSettings()
		s.Format, s.Quotes = string(f), noQuotes
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), "quotes is none") {
			t.Errorf("%s: %v", f, err)
		}
	}
}
