package corpus

import (
	"reflect"
	"strings"
	"testing"
)

// TestNUL: a record with a NUL character is rejected with the same reason in every format, and the others are read.
func TestNUL(t *testing.T) {
	type paper struct {
		Title    string `parquet:"title"`
		Abstract string `parquet:"abstract"`
	}
	late := strings.Repeat("a,b\n", 100_000)
	for name, data := range map[string]string{
		"a.csv":     "title,abstract\na,b\nc,d\x00e\nf,g\n",
		"late.csv":  "title,abstract\n" + late + "c,d\x00e\nf,g\n",
		"a.tsv":     "title\tabstract\na\tb\nc\x00\td\nf\tg\n",
		"a.jsonl":   `{"title":"a"}` + "\n" + `{"title":"c\u0000"}` + "\n" + `{"title":"f"}` + "\n",
		"a.json":    `[{"title":"a"},{"title":"c\u0000"},{"title":"f"}]`,
		"a.parquet": string(parquetOf(t, []paper{{"a", "b"}, {"c", "d\x00"}, {"f", "g"}})),
		"a.txt":     "A text about moors\nAnother \x00 text\nA third text\n",
		"wide.csv":  "\xff\xfe" + strings.Join(strings.Split("title,abstract\na,b\nc,d\x00e\nf,g\n", ""), "\x00") + "\x00",
	} {
		r, err := Open(write(t, name, []byte(data)), "", Options{Label: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rows, err := outcome(r)
		if last := max(len(rows)-3, 0); err != nil || len(rows) < 3 || !strings.Contains(rows[last+1], "a NUL character in the text; remove it, as with: tr -d '\\000'") ||
			strings.Contains(rows[last], "reject") || strings.Contains(rows[last+2], "reject") {
			t.Errorf("%s: %q, %v", name, rows[last:], err)
		}
	}
	_, rows, beyond := rowsUnder(t, Files([]string{write(t, "cells.csv", []byte("title,x\nA title,y\x00z\n"))}, false, Options{Keep: true, Label: true}))
	if want := []string{"0:A title|0:y\ufffdz|"}; !reflect.DeepEqual(rows, want) || beyond != 1 {
		t.Errorf("a cell that is not labelled: %q, %d changed", rows, beyond)
	}
}
