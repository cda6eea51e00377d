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

// TestHeadings: the header of a sheet may stand below a title, notes or names of groups, and rows that repeat it, in whatever words, are left out.
func TestHeadings(t *testing.T) {
	const sheet = `f: xlsx, sheet "Größe & Co" (others: "secret" "third")`
	for _, c := range []struct {
		rows, want []string
	}{
		{[]string{"Our papers of 2001", "", "No.|Title|Abstract", "1|Moors|Peat", "2|Bees|Meadows"}, []string{
			sheet + " with its header in row 3 (the rows above are not read); read title=Title text=Abstract; not read: No.",
			`4 f-4 "Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat"| 0 beyond`,
			`5 f-5 "Bees" "Meadows" [] missing [keywords] cells 0:"2"|0:"Bees"|0:"Meadows"| 0 beyond`}},
		{[]string{"Abstracts", "Summary", "No.|Title|Abstract", "1|Moors|Peat"}, []string{
			sheet + " with its header in row 3 (the rows above are not read); read title=Title text=Abstract; not read: No.",
			`4 f-4 "Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat"| 0 beyond`}},
		{[]string{"Paper||Content", "id|Title |Abstract|Year", "1|Moors|Peat|2001"}, []string{
			sheet + " with its header in row 2 (the rows above are not read); read id=id title=Title text=Abstract; not read: Year",
			`3 1 "Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat"|0:"2001"| 0 beyond`}},
		{[]string{"id|title|abstract", "1|Moors|Peat", "id|title|abstract", "ID|Title|Abstract", "2|Bees|Abstract"}, []string{
			sheet + "; read id=id title=title text=abstract",
			"f: row 3 is the header again, as in files that were joined; such rows are left out",
			"f: 2 rows are headers or lines from above them, and are left out",
			`2 1 "Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat"| 0 beyond`,
			`5 2 "Bees" "Abstract" [] missing [keywords] cells 0:"2"|0:"Bees"|0:"Abstract"| 0 beyond`}},
		{[]string{"Our papers", "id|title|abstract", "Nr.|Titel|Zusammenfassung", "1|Moors|Peat", "Our papers", "id|Titre|", "ID|Title|Résumé", "2|Titre|Résumé"}, []string{
			sheet + " with its header in row 2 (the rows above are not read); read id=id title=title text=abstract",
			"f: row 3 is a second header and is left out, as are others like it: Nr., Titel, Zusammenfassung",
			"f: row 5 is a line from above the header again, as in files that were joined; such rows are left out",
			"f: 4 rows are headers or lines from above them, and are left out",
			`4 1 "Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat"| 0 beyond`,
			`8 2 "Titre" "Résumé" [] missing [keywords] cells 0:"2"|0:"Titre"|0:"Résumé"| 0 beyond`}},
		{[]string{"title", "Moors", "abstract"}, []string{sheet + "; read title=title; without abstracts",
			`2 f-2 "Moors" "" [] missing [abstract keywords] cells 0:"Moors"| 0 beyond`, `3 f-3 "abstract" "" [] missing [abstract keywords] cells 0:"abstract"| 0 beyond`}},
		{[]string{"Our papers", "of 2001"}, []string{`f: xlsx, sheet "third" (others: "secret" "Größe & Co"); read text=text`, `7 f-7 "" "third" [] missing [title keywords] cells 0:"third"| 0 beyond`}},
		{nil, []string{`f: xlsx, sheet "third" (others: "secret" "Größe & Co"); read text=text`, `7 f-7 "" "third" [] missing [title keywords] cells 0:"third"| 0 beyond`}},
		{[]string{"DOI|UT (Unique WOS ID)|Abstract|Summary", "|7||Peat"}, []string{sheet + "; read id=UT (Unique WOS ID) text=Summary; not read: DOI, Abstract",
			`2 7 "" "Peat" [] missing [title keywords] cells 1:""|0:"7"|1:""|0:"Peat"| 0 beyond`}},
	} {
		if got := said(t, write(t, "f", excelOf(t, c.rows...)), true); !slices.Equal(got, c.want) {
			t.Errorf("%q:\n%s\nwant\n%s", c.rows, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestHeadingsAreBounded: at most a few rows are read to find the header, also of a sheet of long cells.
func TestHeadingsAreBounded(t *testing.T) {
	far := append(slices.Repeat([]string{"note"}, 30), "title|abstract")
	long := append(slices.Repeat([]string{strings.Repeat("long note ", 50_000)}, 4), "title|abstract")
	for _, rows := range [][]string{far, long} {
		if got := said(t, write(t, "f", excelOf(t, rows...)), true); len(got) != 2 || !strings.Contains(got[0], `sheet "third"`) {
			t.Errorf("%d rows: %.200q", len(rows), got)
		}
	}
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

// TestListsInSheets: a column of keywords shows in a sheet, too, that commas separate them.
func TestListsInSheets(t *testing.T) {
	got := said(t, write(t, "f", excelOf(t, "title|abstract|keywords", "Moors|Peat|peat, moors, water", "Bees|Meadows|bees, flowers")), false)
	want := []string{`f: the keywords are separated by ", ", as those in the first rows of the column keywords show; if they are not, give --keyword-separator ';'`,
		`f: xlsx, sheet "Größe & Co" (others: "secret" "third"); read title=title text=abstract keywords=keywords`,
		`2 f-2 "Moors" "Peat" ["peat" "moors" "water"] missing []`, `3 f-3 "Bees" "Meadows" ["bees" "flowers"] missing []`}
	if !slices.Equal(got, want) {
		t.Error(strings.Join(got, "\n"))
	}
}
