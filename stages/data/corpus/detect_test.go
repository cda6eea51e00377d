package corpus

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestNothingIsGuessed: a file in none of the formats is an error of one line
// that names the file, the cause and the remedy, however the file is compressed.
// Above all, no table is taken for text.
func TestNothingIsGuessed(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"unknown.csv", "pmid,heading,words\n1,a,b\n", "its name says that it is a table"},
		{"unknown.txt", "pmid,heading,words\n1,a,b\n", `looks like a table with commas between its columns, but its first line, "pmid,heading,words", names no title`},
		{"unknown.tsv", "pmid\theading\n1\ta\n", "its name says that it is a table"},
		{"tabs.txt", "pmid\theading\n1\ta\n", "table with tabs"},
		{"others.csv", "pmid;heading\n1;a\n", `"pmid;heading", names no title`},
		{"headless.txt", "12,\"A title, long\",\"The first of all abstracts that this file has to show\"\n", "table with commas"},
		{"headless2.txt", "12\tA title of so many words that it is none\n13\tAnother title of that kind\n", "table with tabs"},
		{"pretty.json", "{\n  \"title\": \"a\"\n}\n", "a JSON object that spans several lines"},
		{"pretty.txt", "{\n  \"title\": \"a\"\n}\n", "a JSON object that spans several lines"},
		{"paper.txt", "%PDF-1.7\n%\xe2\xe3", "those of a PDF"},
		{"book.csv", "PK\x03\x04abc", "not a ZIP archive"},
		{"page.txt", "\n<!DOCTYPE html>\n<html>", "HTML"},
		{"old.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "those of an old Office file such as .xls, or of one with a password; save a table as .xlsx"},
		{"all.tar", "a.csv" + strings.Repeat("\x00", 252) + "ustar\x0000", "those of a tar archive"},
		{"letter.txt", `{\rtf1\ansi Words.}`, "an RTF document"},
		{"refs.ris", "\nTY  - JOUR\nTI  - A title\nER  - \n", "looks like RIS references"},
		{"pubmed.txt", "PMID- 123\nTI  - A title\n", "looks like MEDLINE references"},
		{"refs.enw", "%0 Journal Article\n%T A title\n", "looks like EndNote references"},
		{"savedrecs.txt", "FN Clarivate Analytics Web of Science\nVR 1.0\n", "looks like Web of Science references"},
		{"refs.bib", "% Encoding: UTF-8\n\n@InProceedings{key2020,\n  title = {A title},\n}\n", "looks like BibTeX references"},
		{"paper.tex", "% A comment\n\\documentclass{article}\n", "looks like a LaTeX source"},
		{"wide2.txt", "a\x00b\x00c\x00d\x00", "UTF-16"},
		{"zero.txt", "a\x00\x01b\n", "binary data"},
		{"cut.parquet", "PAR", "its name says that it is Parquet, but its content is not"},
		{"Empty.Parquet", "", "its name says that it is Parquet"},
		{"cut.arrow", "AR", "its name says that it is Arrow"},
		{"cut.arrows", "", "its name says that it is Arrow"},
		{"cut.xlsx", "PK", "its name says that it is an Excel workbook"},
		{"cut.ods", "", "its name says that it is an OpenDocument workbook"},
	} {
		for end, data := range map[string][]byte{"": []byte(c.data), ".gz": zipped(t, []byte(c.data)), ".zst": zstded(t, []byte(c.data))} {
			path := write(t, c.name+end, data)
			r, err := Open(path, "", Options{})
			if err == nil {
				r.Close()
			}
			var file *schemas.FileError
			if !errors.As(err, &file) || file.File != path || file.Remedy == "" || len(file.Remedy) > 200 {
				t.Errorf("%s: %v, want an error of that file that says what is accepted", c.name+end, err)
				continue
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name+end, err, c.want)
			}
		}
	}
}

// TestSentencesAboutMarkup: sentences that only mention the marks of another format are text, and so is such a file if
// the caller says so.
func TestSentencesAboutMarkup(t *testing.T) {
	for _, data := range []string{
		"We read TY  - and PMID- 12 lines.\n", "Sentences.\nTY  - JOUR\nPMID- 12\n%0 Book\nFN Clarivate\n", "It begins with \\documentclass{article}.\n",
		"Mail a@b{one, two}.\n", "@home { work, rest }\n", "%0.5 of all papers.\n", "FN means a false negative.\n",
	} {
		for _, f := range []Format{Auto, Text, Plain} {
			if _, err := read(t, write(t, "s.txt", []byte(data)), "", f); err != nil {
				t.Errorf("%s %q: %v", f, data, err)
			}
		}
	}
	if _, err := read(t, write(t, "refs.txt", []byte("TY  - JOUR\n")), "", Plain); err != nil {
		t.Errorf("RIS as plain: %v", err)
	}
}

// TestPairIsText: a pair is refused only if its source is certainly in another
// format.
func TestPairIsText(t *testing.T) {
	target := write(t, "t.txt", []byte("x\n"))
	for source, want := range map[string]string{
		"a,b\n":                 "",
		"a;b\n":                 "",
		"title,abstract\n":      "must be text, but this file is csv",
		"{\"title\":\"a\"}\n":   "must be text, but this file is jsonl",
		"[{\"title\":\"a\"}]\n": "must be text, but this file is json",
		"%PDF-1.7\n":            "a PDF",
	} {
		_, err := read(t, write(t, "s.txt", []byte(source)), target, Auto)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", source, err, want)
		}
	}
	if _, err := read(t, write(t, "s.txt", []byte("a\n")), write(t, "t.pdf", []byte("%PDF-1.7\n")), Auto); err == nil || !strings.Contains(err.Error(), "is not text") {
		t.Errorf("a PDF as target: %v", err)
	}
}

// TestWrongColumns: in every format with columns, a table without the wanted
// columns is an error that shows its header, and objects without the keys are
// records that lack them.
func TestWrongColumns(t *testing.T) {
	for name, c := range map[string]struct {
		format     Format
		data, want string
	}{
		"csv":           {CSV, "pmid,heading\n1,a\n", `header: no column of the 2, "pmid, heading", is called title, abstract, body, text, summary or content`},
		"csv twice":     {Auto, "id,title, title \n1,a,b\n", "two columns are called title"},
		"csv no text":   {Auto, "id,keywords\n1,a\n", "is called title, abstract"},
		"tsv":           {TSV, "pmid\theading\n1\ta\n", `"pmid, heading", is called title`},
		"csv bad quote": {CSV, "id,\"title\n1,a\n", "header"},
	} {
		for end, data := range map[string][]byte{"": []byte(c.data), ".gz": zipped(t, []byte(c.data)), ".zst": zstded(t, []byte(c.data))} {
			_, err := read(t, write(t, "f"+end, data), "", c.format)
			var file *schemas.FileError
			if !errors.As(err, &file) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s%s: %v, want %s", name, end, err, c.want)
			}
		}
	}
	for name, data := range map[string]string{"jsonl": `{"pmid":1,"heading":"a"}`, "json": `[{"pmid":1,"heading":"a"}]`} {
		got, err := read(t, write(t, "f."+name, []byte(data)), "", Auto)
		if err != nil || len(got) != 1 || !strings.HasSuffix(got[0], "missing [title abstract keywords]") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestColumns: the caller can choose the names of columns in every format.
func TestColumns(t *testing.T) {
	names := Columns{ID: []string{"pmid"}, Title: []string{"Heading"}, Body: []string{"main text"}, Keyphrases: []string{"mesh", "keywords"}}
	for name, data := range map[string]string{
		"csv":   "pmid,title,HEADING,main text,keywords,MeSH\n1,no,t,b,no,k;l\n",
		"tsv":   "pmid\ttitle\tHEADING\tmain text\tkeywords\tMeSH\n1\tno\tt\tb\tno\tk;l\n",
		"jsonl": `{"pmid":1,"title":"no","HEADING":"t","main text":"b","keywords":["no"],"MeSH":"k;l"}`,
		"json":  `[{"pmid":1,"title":"no","Heading":"t","main text":"b","keywords":["no"],"mesh":["k","l"]}]`,
	} {
		r, err := Open(write(t, "f."+name, []byte(data)), "", Options{Columns: names})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := outcome(r)
		r.Close()
		if err != nil || len(got) != 1 || !strings.HasSuffix(got[0], ` 1 "t" "b" ["k" "l"] missing []`) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for want, c := range map[string]Columns{
		"no column is named for a title or a text": {ID: []string{"id"}},
		"the column TITLE is named twice":          {Title: []string{"title"}, Body: []string{"TITLE"}},
		`"-" cannot be the name of a column`:       {Title: []string{"-"}},
	} {
		if _, err := Open(write(t, "f", nil), "", Options{Columns: c}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", c, err, want)
		}
	}
}
