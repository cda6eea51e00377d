package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// rewritten returns files with the keyword moss in each reference but those of skip.
func rewritten(t *testing.T, f Format, skip int, files ...string) (string, error) {
	t.Helper()
	var b strings.Builder
	w := NewRewriter(&b, f)
	for i, text := range files {
		r, err := openFile(write(t, fmt.Sprintf("f%d.txt", i), []byte(text)), "", Options{Settings: DefaultSettings(), Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for n := 0; ; n++ {
			var u Unparsed
			if err := r.Next(&u); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			rec, err := r.Parse(&u)
			if err != nil {
				t.Fatal(err)
			}
			if n == skip {
				continue
			}
			if err := w.Write(GivenOf(&rec), []Keyword{{Text: "moss"}}); err != nil {
				return b.String(), err
			}
		}
	}
	err := w.Close()
	return b.String(), err
}

// TestRewriter: files come back with their keywords, whatever stands before the first reference and between them.
func TestRewriter(t *testing.T) {
	const free = `<datafield tag="653" ind1=" " ind2=" "><subfield code="a">moss</subfield></datafield>`
	marc := func(id, keyword string) string {
		return `<record><controlfield tag="001">` + id + `</controlfield><datafield tag="245"><subfield code="a">Roofs</subfield></datafield>` + keyword + `</record>`
	}
	for _, c := range []struct {
		name  string
		skip  int
		files []string
		want  string
	}{
		{"bibtex", -1, []string{"% Library\n@string{a = {b}}\n\n@misc{a, title = {A}}\n\nBetween.\n  @misc{b,\n  title = {B},\n}\n% End\n"},
			"% Library\n@string{a = {b}}\n\n@misc{a, title = {A}, keywords = {moss}}\n\nBetween.\n  @misc{b,\n  title = {B},\n  keywords = {moss},\n}\n% End\n"},
		{"bibtex", 0, []string{"@string{a = {b}}\n@misc{a, title = {A}}\n@misc{b, title = {B}}", "% Encoding: Cp1252\n@misc{a, title = {A}}\n@misc{c, title = {C}}\n"},
			"@string{a = {b}}\n@misc{b, title = {B}, keywords = {moss}}\n\n% Encoding: UTF-8\n@misc{c, title = {C}, keywords = {moss}}\n"},
		{"wos", -1, []string{"\ufeffFN Clarivate Analytics\nVR 1.0\nPT J\nTI A\nER\n\nEF\n"}, "FN Clarivate Analytics\nVR 1.0\nPT J\nTI A\nDE moss\nER\n\nEF\n"},
		{"ris", -1, []string{"1. \r\nTY  - JOUR\r\nTI  - A\r\nER  - \r\n\r\n2. \r\nTY  - JOUR\r\nTI  - B\r\nKW  - Moss\r\nER  - \r\n"},
			"1. \r\nTY  - JOUR\r\nTI  - A\r\nKW  - moss\r\nER  - \r\n\r\n2. \r\nTY  - JOUR\r\nTI  - B\r\nKW  - Moss\r\nER  - \r\n"},
		{"marcxml", -1, []string{"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<collection>\n" + marc("1", "") + "\n" + marc("2", "") + "\n</collection>\n"},
			"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<collection>\n" + marc("1", free) + "\n" + marc("2", free) + "\n</collection>\n"},
		{"marcxml", 0, []string{"<?xml version='1.0' encoding='ISO-8859-1'?><s:a xmlns:s=\"x\"><s:n>2</s:n><s:b>" + marc("1", "") + marc("2", "") + "</s:b></s:a>"},
			"<?xml version='1.0' encoding='UTF-8'?><s:a xmlns:s=\"x\"><s:n>2</s:n><s:b>" + marc("2", free) + "</s:b></s:a>"},
		{"marcxml", -1, []string{marc("1", ""), marc("2", "") + "\n"}, "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n" + marc("1", free) + marc("2", free) + "\n</collection>\n"},
		{"marcxml", -1, nil, "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n</collection>\n"},
	} {
		if got, err := rewritten(t, Format(c.name), c.skip, c.files...); got != c.want || err != nil {
			t.Errorf("%s: %v\n%q, want\n%q", c.name, err, got, c.want)
		}
	}
}

// TestRewriterRefuses: what cannot be given back is an error that names the file and the remedy.
func TestRewriterRefuses(t *testing.T) {
	for _, c := range []struct {
		format Format
		files  []string
		want   string
	}{
		{RIS, []string{"@misc{a, title = {A}}\n"}, "f0.txt: is bibtex, and references can be given back only as they came, here as ris"},
		{RIS, []string{"id,title\n1,A\n"}, "f0.txt: is no file of references, and"},
		{MARCXML, []string{"<collection><record><controlfield tag=\"001\">1</controlfield></record></collection>", "<m:collection xmlns:m=\"x\"><m:record><m:controlfield tag=\"001\">2</m:controlfield></m:record></m:collection>"},
			"f1.txt: begins with \"<m:collection xmlns:m=\\\"x\\\">\", unlike "},
	} {
		_, err := rewritten(t, c.format, -1, c.files...)
		var broken *schemas.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) || broken.Remedy == "" {
			t.Errorf("%s: %v, want %q", c.format, err, c.want)
		}
	}
}

// TestRecognisesReferences: files of references in a folder belong to the corpus, the subjects of a text do not.
func TestRecognisesReferences(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a.txt", "Moss", true}, {"a.tsv", "<http://example.org/1>\tmoss\n", false}, {"b.tsv", "id\ttitle\n", true}, {"c.bib", "broken", true}, {"d.mrc", "", true},
		{"e.xml", "<collection><record><controlfield tag=\"001\">1</controlfield></record></collection>", true}, {"f.xml", "<config/>", false}, {"g", "TY  - JOUR\nTI  - A\nER  - \n", true},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Recognises(path, nil); got != c.want && err == nil {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
