package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// layout has columns that are hard to write.
func layout() *corpus.Layout {
	return &corpus.Layout{Columns: []corpus.Column{{Name: "zeta"}, {Name: "Keywords"}, {Name: "n", Kind: corpus.IntegerCell}, {Name: "x", Kind: corpus.NumberCell}, {Name: "b", Kind: corpus.BooleanCell}, {Name: "n"}, {Name: " "}, {Name: "=d"}}}
}

func cell(kind corpus.Kind, text string) corpus.Cell { return corpus.Cell{Text: text, Kind: kind} }

// wideDocuments are two rows under layout, the second of them doubtful.
func wideDocuments(scores bool) []Row {
	return []Row{
		{Labels: Phrases{Prediction: schemas.Prediction{ID: "1", Limits: schemas.Limits{Language: "en"}, Phrases: []schemas.Phrase{phrase("graph cut", .5, true), phrase("a;b", .0004, true)}}, Scores: scores}, Cells: []corpus.Cell{
			cell(corpus.TextCell, "=1+1"), cell(corpus.TextCell, "own; words"), cell(corpus.IntegerCell, "12345678901234567"), cell(corpus.NumberCell, "-0.5"), cell(corpus.BooleanCell, "true"),
			cell(corpus.TextCell, "-5"), cell(corpus.TextCell, "a\r\n\"b\",\x01_x000D_"), cell(corpus.DateCell, "2020-03-01 12:30:00")}},
		{Labels: Phrases{Prediction: schemas.Prediction{ID: "2", Limits: schemas.Limits{Truncated: true, Language: "de", Doubtful: "other language"}}, Scores: scores}, Cells: []corpus.Cell{
			cell(corpus.TextCell, "Größe"), cell(corpus.EmptyCell, ""), cell(corpus.EmptyCell, ""), cell(corpus.EmptyCell, ""), cell(corpus.EmptyCell, ""), cell(corpus.EmptyCell, ""), cell(corpus.TextCell, " "), cell(corpus.DateCell, "2020-03-01")}},
	}
}

// wide has these columns, then those of phrases.
func wide(l *corpus.Layout) Wide { return Wide{Layout: l, Ours: phraseColumns(false)} }

// encoded writes documents in a format.
func encoded[R any](t *testing.T, f rows.Format[R], documents ...R) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := f(&b)
	if err == nil {
		err = e.Write(documents...)
	}
	if err == nil {
		err = e.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWideCSV: delimiter, mark and formulas are as the settings say, numbers stay, and a file's own keywords too.
func TestWideCSV(t *testing.T) {
	const number = "-0.5,true,-5,\"a\r\n\"\"b\"\",\x01_x000D_\",2020-03-01 12:30:00,\"graph cut; a,b\",,en,false\nGröße,,,,,,\" \",2020-03-01,,other language,de,true\n"
	for _, c := range []struct {
		how  Tables
		want string
	}{
		{DefaultTables(), "zeta,Keywords,n,x,b,n,\" \",'=d,predicted_keywords,doubtful,language,truncated\n'=1+1,own; words,12345678901234567," + number},
		{Tables{ExportDelimiter: ",", RawCells: true, BOM: true}, "\ufeffzeta,Keywords,n,x,b,n,\" \",=d,predicted_keywords,doubtful,language,truncated\n=1+1,own; words,12345678901234567," + number},
	} {
		if got := string(encoded(t, wide(layout()).CSV(c.how), wideDocuments(false)...)); got != c.want {
			t.Errorf("%q\nwant\n%q", got, c.want)
		}
	}
	semicolons := wide(&corpus.Layout{Columns: []corpus.Column{{Name: "a"}, {Name: "b"}}}).CSV(Tables{ExportDelimiter: ";"})
	d := Row{Labels: Phrases{}, Cells: []corpus.Cell{cell(corpus.TextCell, "1,5"), cell(corpus.TextCell, "x;y")}}
	if got := string(encoded(t, semicolons, d)); got != "a;b;keywords;doubtful;language;truncated\n1,5;\"x;y\";;;;false\n" {
		t.Errorf("%q", got)
	}
	if got := string(encoded(t, semicolons)); got != "a;b;keywords;doubtful;language;truncated\n" {
		t.Errorf("a table of nothing: %q", got)
	}
}

// TestWideNames: none of our columns takes the name of one of the documents, in any case or with blanks round it.
func TestWideNames(t *testing.T) {
	for _, c := range []struct{ own, want string }{
		{"id", "keywords,scores,doubtful,language,truncated"},
		{"language", "keywords,scores,doubtful,predicted_language,truncated"},
		{" Scores ,TRUNCATED,doubtful", "keywords,predicted_scores,predicted_doubtful,language,predicted_truncated"},
		{"keywords,predicted_keywords,scored", "predicted_predicted_keywords,scores,doubtful,language,truncated"},
	} {
		var own []corpus.Column
		for name := range strings.SplitSeq(c.own, ",") {
			own = append(own, corpus.Column{Name: name})
		}
		wide := Wide{Layout: &corpus.Layout{Columns: own}, Ours: phraseColumns(true)}
		if got := strings.Join(wide.header()[len(own):], ","); got != c.want {
			t.Errorf("beside %q: %s, want %s", c.own, got, c.want)
		}
	}
}

// TestWideFormulas: a cell that a spreadsheet would calculate gets a ', in the user's columns and in ours; numbers and marks stay.
func TestWideFormulas(t *testing.T) {
	for _, c := range []struct{ given, want string }{
		{"+1+1", "'+1+1"}, {"-5-3", "'-5-3"}, {"+49-30-123", "'+49-30-123"}, {"-1.5+2", "'-1.5+2"}, {"--1", "'--1"}, {"+-1", "'+-1"}, {"-2020-01-05", "'-2020-01-05"},
		{"+1e5+1", "'+1e5+1"}, {"-1e", "'-1e"}, {"+1 1", "'+1 1"}, {"-A1", "'-A1"}, {"@SUM(1)", "'@SUM(1)"}, {"=1", "'=1"}, {"\t=1", "'\t=1"}, {"＝1", "'＝1"},
		{"-5", "-5"}, {"+5", "+5"}, {"-0.5", "-0.5"}, {"-1.234,56", "-1.234,56"}, {"+1,234.5", "+1,234.5"}, {"-.5", "-.5"}, {"-5.", "-5."}, {"-1e-05", "-1e-05"}, {"-1E+5", "-1E+5"},
		{"-", "-"}, {"--", "--"}, {"+", "+"}, {"...", "..."}, {"1+1", "1+1"}, {"5-3", "5-3"}, {"a=1", "a=1"}, {"", ""},
	} {
		table, how := wide(&corpus.Layout{Columns: []corpus.Column{{Name: "a"}}}), Tables{ExportDelimiter: ";"}
		d := Row{Labels: Phrases{Prediction: schemas.Prediction{Phrases: []schemas.Phrase{{Phrase: c.given, Tokens: []string{"w"}}}}}, Cells: []corpus.Cell{cell(corpus.TextCell, c.given)}}
		r := csv.NewReader(bytes.NewReader(encoded(t, table.CSV(how), d)))
		r.Comma = ';'
		lines, err := r.ReadAll()
		if err != nil || lines[1][0] != c.want || lines[1][1] != c.want {
			t.Errorf("%q: %q, %v, want %q", c.given, lines, err, c.want)
		}
		how.RawCells = true
		if got := string(encoded(t, table.CSV(how), d)); strings.Contains(got, "'") {
			t.Errorf("raw: %q", got)
		}
	}
}

// TestWideScores: every keyword has a score at its place. All tables have the same cells.
func TestWideScores(t *testing.T) {
	wide := Wide{Layout: layout(), Ours: phraseColumns(true)}
	lines, err := csv.NewReader(bytes.NewReader(encoded(t, wide.CSV(DefaultTables()), wideDocuments(true)...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"predicted_keywords|scores|doubtful", "graph cut; a,b|0.500; 0.000|", "||other language"}
	for i, line := range lines {
		if got := strings.Join(line[8:11], "|"); got != want[i] {
			t.Errorf("csv: %q, want %q", got, want[i])
		}
	}
}

// TestWideParquet: columns keep their order and types, names become unique, and an empty cell is null.
func TestWideParquet(t *testing.T) {
	data := encoded(t, wide(layout()).Parquet, wideDocuments(false)...)
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range f.Root().Columns() {
		names = append(names, c.Name()+" "+c.Type().String())
	}
	if got := strings.Join(names, "|"); got != "zeta STRING|Keywords STRING|n INT(64,true)|x DOUBLE|b BOOLEAN|n_2 STRING|column_7 STRING|=d STRING|predicted_keywords STRING|doubtful STRING|language STRING|truncated BOOLEAN" {
		t.Errorf("columns %s", got)
	}
	var got []string
	r := f.RowGroups()[0].Rows()
	defer r.Close()
	for {
		row := make([]parquet.Row, 1)
		n, err := r.ReadRows(row)
		if n == 1 {
			line := ""
			for _, v := range row[0] {
				line += v.String() + "|"
			}
			got = append(got, line)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := "=1+1|own; words|12345678901234567|-0.5|true|-5|a\r\n\"b\",\x01_x000D_|2020-03-01 12:30:00|graph cut; a,b||en|false|\nGröße|<null>|<null>|<null>|<null>|<null>| |2020-03-01||other language|de|true|"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%q\nwant\n%q", s, want)
	}
}

// readBack reads a sheet of a workbook as a corpus, its cells with their kinds.
func readBack(t *testing.T, data []byte, sheet string) (all []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "w.xlsx")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	set := corpus.Files([]string{path}, false, corpus.Options{Keep: true, Settings: corpus.Settings{Sheet: sheet, Columns: []string{"title=zeta"}}})
	l, err := set.Layout()
	if err != nil {
		t.Fatal(err)
	}
	in := &corpus.Batches{Set: set, End: func(string, int64) {}}
	for {
		b, err := in.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err != nil {
				t.Fatal(err)
			}
			line := ""
			for _, c := range l.Row(corpus.GivenOf(&r)) {
				line += c.Text + "|"
			}
			all = append(all, line)
		}
	}
}

// TestXLSX: a workbook reads back as what was written; no cell is a formula, and a number with more digits than Excel has is
// a text.
func TestXLSX(t *testing.T) {
	var cut int64
	documents := wideDocuments(false)
	long := strings.Repeat("a", cellUnits-2)
	documents = append(documents, Row{Labels: Phrases{}, Cells: []corpus.Cell{cell(corpus.TextCell, long+"𝄞"), cell(corpus.TextCell, long+"b𝄞"), cell(corpus.NumberCell, "0012"), cell(corpus.NumberCell, "1e5"), {}, {}, {}, {}}})
	data := encoded(t, wide(layout()).XLSX(&cut), documents...)
	want := []string{"=1+1|own; words|12345678901234567|-0.5|true|-5|a\r\n\"b\",\x01_x000D_|2020-03-01 12:30:00|graph cut; a,b||en|false|", "Größe|||||| |2020-03-01||other language|de|true|", long + "𝄞|" + long + "…|0012|1e5||||||||false|"}
	if got := readBack(t, data, "documents 1"); strings.Join(got, "\n") != strings.Join(want, "\n") || cut != 1 {
		t.Errorf("%.3000q\nwant\n%.3000q\n%d cut", got, want, cut)
	}
	again := encoded(t, wide(layout()).XLSX(&cut), documents...)
	if !bytes.Equal(data, again) {
		t.Error("the same documents have other bytes the second time")
	}
	data = encoded(t, wide(layout()).xlsx(&cut, 2), documents...)
	for i, sheet := range []string{"documents 1", "documents 2", "documents 3"} {
		if got := readBack(t, data, sheet); len(got) != 1 || got[0] != want[i] {
			t.Errorf("%s: %.300q", sheet, got)
		}
	}
	if got := readBack(t, encoded(t, wide(layout()).XLSX(&cut)), ""); len(got) != 0 {
		t.Errorf("a workbook of nothing has %q", got)
	}
}

// TestSerial: dates from 1901 on are day numbers of Excel. Those before, whose numbers other programs read as other days, and
// what is no date stay texts.
func TestSerial(t *testing.T) {
	for _, c := range []struct {
		date, want string
		style      int
	}{
		{"1901-01-01", "367", dateStyle}, {"2020-03-01", "43891", dateStyle}, {"2020-03-01 12:00:00", "43891.5", timeStyle}, {"9999-12-31", "2958465", dateStyle},
		{"1900-12-31", "", 0}, {"1900-02-28", "", 0}, {"1900-03-01 00:00:00", "", 0}, {"1899-12-31", "", 0}, {"12:00:00", "", 0}, {"1.3.2020", "", 0}, {"", "", 0},
	} {
		if got, style, ok := serial(c.date); got != c.want || style != c.style || ok != (c.want != "") {
			t.Errorf("%s: %q, style %d, %v, want %q, style %d", c.date, got, style, ok, c.want, c.style)
		}
	}
}
