package corpus

import (
	"slices"
	"strings"
	"testing"
)

// excelOf returns the rows of a sheet: one a line, with cells between bars.
func excelOf(t *testing.T, lines ...string) []byte {
	var rows strings.Builder
	for _, line := range lines {
		rows.WriteString("<row>")
		for _, cell := range strings.Split(line, "|") {
			rows.WriteString(`<c t="inlineStr"><is><t>` + cell + `</t></is></c>`)
		}
		rows.WriteString("</row>")
	}
	return excel(t, "", rows.String())
}

// said reads a file to its end and returns what is said of it, and its rows.
func said(t *testing.T, path string, label bool) (lines []string) {
	t.Helper()
	o := DefaultSettings().Options(label, func(line string) { lines = append(lines, strings.ReplaceAll(line, path, "f")) })
	o.Warn, o.Keep = o.Say, label
	r, err := openFile(path, "", o)
	if err != nil {
		return append(lines, strings.ReplaceAll(err.Error(), path, "f"))
	}
	rows, err := outcome(r)
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return append(lines, rows...)
}

// TestListsOfTitles: of a list of titles in Parquet the first is read that is not blank.
func TestListsOfTitles(t *testing.T) {
	type work struct {
		Title    []string `parquet:"title,list"`
		Abstract string   `parquet:"abstract"`
	}
	want := []string{`1 f-1 "Moors" "Peat" [] missing [keywords]`, `2 f-2 "" "Water" [] missing [keywords]`, `3 f-3 "Bees" "Meadows" [] missing [keywords]`}
	rows := []work{{[]string{" ", "Moors", "Fens"}, "Peat"}, {nil, "Water"}, {[]string{"Bees"}, "Meadows"}}
	got := said(t, write(t, "f", parquetOf(t, rows)), false)
	if !slices.Equal(got, append([]string{"f: parquet; read title=title text=abstract"}, want...)) {
		t.Error(strings.Join(got, "\n"))
	}
}

// TestHeadingsAreBounded: at most a few rows are read to find the header of a sheet of long cells.
func TestHeadingsAreBounded(t *testing.T) {
	long := append(slices.Repeat([]string{strings.Repeat("long note ", 50_000)}, 4), "title|abstract")
	if got := said(t, write(t, "f", excelOf(t, long...)), true); len(got) != 2 || !strings.Contains(got[0], `sheet "third"`) {
		t.Errorf("%.200q", got)
	}
}
