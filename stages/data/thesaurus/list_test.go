package thesaurus

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// shown is show without relations, deprecated concepts and kinds of labels.
func shown(v *Vocabulary) string {
	s := show(v)
	s = s[:strings.LastIndex(s, "deprecated")]
	return strings.NewReplacer(" [] [] []\n", "\n", " en 0}", "}", "http://e/", "").Replace(s)
}

// TestList: lists of terms as people have them; of what is not read as it stands, and how it was read, a note says so.
func TestList(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "lists", 4) {
		v, err := Read(t.Context(), "f", strings.NewReader(c[1]), "en")
		if c[2] == "" {
			if err == nil || !strings.Contains(err.Error(), c[3]) {
				t.Errorf("%s: %v, want %s", c[0], err, c[3])
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		if got := shown(v); got != c[2] || !strings.Contains(strings.Join(v.Notes, "\n"), c[3]) {
			t.Errorf("%s:\n%swant\n%s%q", c[0], got, c[2], v.Notes)
		}
	}
}

// TestListRelations: broader concepts are named by identifier or term, also by those that follow, by notation where there are no
// identifiers, and by a term with a comma; what no or more than one concept is called is said.
func TestListRelations(t *testing.T) {
	for _, c := range []struct{ list, want, note string }{
		{"id;term;bt\n1;Roses;plants\n2;Plants;\n4;Oaks, old;<2>| 1\n5;Twin;none|Oaks, old\n6;twin;Twin\n7;ash;oaks, old\n8;elm;8\n",
			`1 "" [{Roses}] [1] [2] []
2 "" [{Plants}] [] [0 2] []
4 "" [{Oaks, old}] [0 1] [3 5] []
5 "" [{Twin}] [2] [] []
6 "" [{twin}]
7 "" [{ash}] [2] [] []
8 "" [{elm}]
`, `names of broader concepts that no concept has: 2, such as "none"`},
		{"\"Roses\"\n\"Oaks, old\"\n", "Oaks, old \"\" [{Oaks, old}]\nRoses \"\" [{Roses}]\n", ""},
		{"id;term;bt\n1;Oaks, old;\n2;ash;oaks, old\n", "1 \"\" [{Oaks, old}] [] [1] []\n2 \"\" [{ash}] [0] [] []\n", ""},
		{"Notation;Benennung;Oberbegriff\n33;Plants;\n331;Roses;33\n332;Oaks;Plants\n",
			"Oaks \"332\" [{Oaks}] [1] [] []\nPlants \"33\" [{Plants}] [] [0 2] []\nRoses \"331\" [{Roses}] [1] [] []\n", ""},
	} {
		v := read(t, c.list)
		if got := shown(v); got != c.want || c.note != "" && !slices.Contains(v.Notes, c.note) {
			t.Errorf("%s\n%s\n%q", got, c.want, v.Notes)
		}
	}
}

// TestListBad: a list that can be read in two ways, and what is no list, is refused with its line and a remedy.
func TestListBad(t *testing.T) {
	all := cases.Read(t, "testdata/cases.txt", "bad", 2)
	sentences := strings.Repeat("We show that the roses of the garden grow well in the sun of May.\n", 5)
	for _, c := range append(all, []string{sentences, "no list of terms: most lines have more than 12 words"}) {
		text, says := c[0], c[1]
		_, err := Read(t.Context(), "f", strings.NewReader(text), "en")
		var bad *schemas.FileError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), says) || bad.Remedy == "" || bad.File != "f" {
			t.Errorf("%.40q: %v, want … %s", text, err, says)
		}
	}
}

// TestListNames: the name of a file tells RDF from a list, and Turtle may begin with an IRI, a comment or nothing but SKOS.
func TestListNames(t *testing.T) {
	const label = " <http://www.w3.org/2004/02/skos/core#prefLabel> "
	for path, text := range map[string]string{"a.nt": "# made\n<u:a>" + label + "\"rose\" .", "b": "<u:a>\t<" + strings.Trim(label, " <>") + ">\t\"rose\" .", "c": "_:b " + label + " 'x' . <u:a>" + label + "'rose'.",
		"d": "PREFIX s: <http://www.w3.org/2004/02/skos/core#> <u:a> s:prefLabel 'rose' .", "e": "\xff\xfe" + utf16("@prefix s: <http://www.w3.org/2004/02/skos/core#> . <u:a> s:prefLabel 'rose' ."),
		"f": "\xff\xfe" + utf16("id\tterm\r\nu:a\trose\r\n"), "g": "\xfe\xff\x00" + strings.TrimSuffix(utf16("<u:a>"+label+"'rose'."), "\x00")} {
		v, err := Read(t.Context(), path, strings.NewReader(text), "en")
		if err != nil || shown(v) != "u:a \"\" [{rose}]\n" {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := Read(t.Context(), "terms.ttl", strings.NewReader("Rose\nOak\n"), "en"); err == nil || !strings.Contains(err.Error(), "begins no statement") {
		t.Errorf("a list called Turtle: %v", err)
	}
}

// utf16 returns ASCII in UTF-16.
func utf16(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }

// book makes a workbook with the rows of a sheet.
func book(t *testing.T, rows ...[]string) string {
	t.Helper()
	var cells strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&cells, `<row r="%d">`, i+1)
		for k, text := range r {
			fmt.Fprintf(&cells, `<c r="%c%d" t="inlineStr"><is><t>%s</t></is></c>`, 'A'+k, i+1, text)
		}
		cells.WriteString("</row>")
	}
	const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var data bytes.Buffer
	z := zip.NewWriter(&data)
	for name, text := range map[string]string{
		"[Content_Types].xml":        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
		"xl/workbook.xml":            `<workbook xmlns:r="` + relations + `"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="` + relations + `/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<worksheet><sheetData>` + cells.String() + `</sheetData></worksheet>`,
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "terms.xlsx")
	if err := errors.Join(z.Close(), os.WriteFile(path, data.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestListBook: a workbook with a title above the header is read, and its digest is that of the file.
func TestListBook(t *testing.T) {
	path := book(t, []string{"Terms of the garden"}, nil, []string{"Nr", "Descriptor", "Synonyms", "Broader term"}, []string{"7", "roses", "Rosa; wild roses", "plants"}, []string{"8", "plants"})
	v, err := Open(t.Context(), path, "en")
	if err != nil {
		t.Fatal(err)
	}
	if got := show(v); got != "plants \"\" [{plants en 0}] [] [1] []\nroses \"\" [{roses en 0} {Rosa en 1} {wild roses en 1}] [0] [] []\ndeprecated 0, without label 0\n" {
		t.Error(got)
	}
	if len(v.Notes) < 2 || v.Notes[0] != "columns: not read = Nr, term = Descriptor, synonyms = Synonyms, broader = Broader term" || v.Notes[1] != "rows above the header are not read: 1" {
		t.Errorf("%q", v.Notes)
	}
	data, err := os.ReadFile(path)
	if err != nil || v.Digest != digestOf(data) {
		t.Errorf("digest %s, %v", v.Digest, err)
	}
	if _, err := Open(t.Context(), book(t, []string{"Rose", "Rosa"}, []string{"Oak", "Quercus"}), "en"); err == nil || !strings.Contains(err.Error(), "is no identifier") {
		t.Errorf("a workbook without a header: %v", err)
	}
}

// TestListWide: a row of more cells than a list has columns is no header, which bounds the work.
func TestListWide(t *testing.T) {
	wide := make([]string, mostColumns+1)
	wide[0] = "term"
	if columns, known, err := columnsOf(wide[:mostColumns], 0); len(columns) != mostColumns || known != 1 || err != nil {
		t.Error(len(columns), known, err)
	}
	if columns, known, err := columnsOf(wide, 0); columns != nil || known != 0 || err != nil {
		t.Error(len(columns), known, err)
	}
}

// TestEntries: the lines of a text, or the first column of a table without its header, which is told; a word that only other lists have
// as a header is an entry.
func TestEntries(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "entries", 2) {
		text, want := c[0], c[1]
		path := filepath.Join(t.TempDir(), "l")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, header, err := Entries(t.Context(), "l", func(string) (schemas.File, error) { return os.Open(path) })
		if header != "" {
			header += ": "
		}
		if err != nil || header+strings.Join(got, "|") != want {
			t.Errorf("%q: %q, %q, %v, want %s", text, header, got, err, want)
		}
	}
}

// TestNamed: a URI, then a preferred label in any case, another one, a notation.
func TestNamed(t *testing.T) {
	v := read(t, "id,term,synonyms,notation\n1,Rose,pink,9\n2,Pink,,rose\n3,rosa,pink|shrub,8\n4,Oak,shrub,\n")
	for text, want := range map[string][]uint32{"1": {0}, " <2> ": {1}, "ROSE": {0}, "pink": {1}, "Shrub": {2, 3}, "8": {2}, "elm": nil, "": nil} {
		if got := v.Named(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func digestOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
