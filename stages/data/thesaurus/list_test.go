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
)

// shown is show without relations, deprecated concepts and kinds of labels.
func shown(v *Vocabulary) string {
	s := show(v)
	s = s[:strings.LastIndex(s, "deprecated")]
	return strings.NewReplacer(" [] [] []\n", "\n", " en 0}", "}", "http://e/", "").Replace(s)
}

// TestList: lists of terms as people have them; of what is not read as it stands, and how it was read, a note says so.
func TestList(t *testing.T) {
	for _, c := range []struct{ name, text, want, notes string }{
		{"a term a line", "Rose\n\n  Oak tree \r\nFern, common\n", "Fern, common \"\" [{Fern, common}]\nOak tree \"\" [{Oak tree}]\nRose \"\" [{Rose}]\n", "their own identifiers, since the list has no other: 3"},
		{"a comma in every line", "Beans, broad\nLaw, Roman\n", "Beans, broad \"\" [{Beans, broad}]\nLaw, Roman \"\" [{Law, Roman}]\n", ""},
		{"a term called like a column", "Rose\nTerm, common\nTerm\n", "Rose \"\" [{Rose}]\nTerm \"\" [{Term}]\nTerm, common \"\" [{Term, common}]\n", ""},
		{"such a term in a table", "1,Rose\n2,Term\n", "1 \"\" [{Rose}]\n2 \"\" [{Term}]\n", ""},
		{"comments", "# plants\n#\nRose\n## trees\nC# minor\n", "C# minor \"\" [{C# minor}]\nRose \"\" [{Rose}]\n", "comments are not read: 3"},
		{"a header of one column", "Term\nRose\nOak\n", "Oak \"\" [{Oak}]\nRose \"\" [{Rose}]\n", "term = Term"},
		{"semicolons", "Schlagwort;Synonyme\nRose;Rosa, Rosen\nFarn;\n", "Farn \"\" [{Farn}]\nRose \"\" [{Rose} {Rosa en 1} {Rosen en 1}]\n", "cells cut at commas, which may be parts of terms: 1"},
		{"bars in a cell", "id,Term,Synonyms,Remark\n7,Rose,Rosa|Rosa, wild,ours\n8,Oak,,\n", "", "f: line 2: has 5 cells"},
		{"bars", "id,Term,Synonyms,Remark\n7,Rose,\"Rosa|Rosa, wild\",ours\n8,Oak,,\n", "7 \"\" [{Rose} {Rosa en 1} {Rosa, wild en 1}]\n8 \"\" [{Oak}]\n", "not read = Remark"},
		{"commas beside semicolons", "term,synonyms\nRose,Rosa; wild rose\nBean,\"Bean, broad\"\n", "Bean \"\" [{Bean} {Bean, broad en 1}]\nRose \"\" [{Rose} {Rosa en 1} {wild rose en 1}]\n", ""},
		{"chemistry", "term;synonyms\nEDC;1,2-dichloroethane,ethylene dichloride\n", "EDC \"\" [{EDC} {1,2-dichloroethane en 1} {ethylene dichloride en 1}]\n", ""},
		{"lines in a cell", "term,synonyms\nRose,\"Rosa\nwild, rose\"\n", "Rose \"\" [{Rose} {Rosa en 1} {wild, rose en 1}]\n", ""},
		{"Annif's CSV", "uri,label_en,label_de,notation\n<http://e/r>,roses,Rosen,3\n<http://e/o>,oaks,,4\n", "o \"4\" [{oaks}]\nr \"3\" [{Rosen de 0} {roses}]\n", "identifier = uri, term = label_en, term = label_de, notation = notation"},
		{"Annif's TSV", "<http://e/r>\troses\n<http://e/r>\tRosa\t3\n", "r \"3\" [{roses} {Rosa en 1}]\n", ""},
		{"identifiers", "T1\tRoses\nT2\tOak trees\n", "T1 \"\" [{Roses}]\nT2 \"\" [{Oak trees}]\n", "identifier = column 1"},
		{"identifiers and commas", "Q1,Roses\nQ2,Oak trees\n", "Q1 \"\" [{Roses}]\nQ2 \"\" [{Oak trees}]\n", ""},
		{"Wikidata", "item,itemLabel,itemAltLabel\nhttp://e/Q1,rose,\"Rosa, roses\"\nhttp://e/Q2,oak,\n", "Q1 \"\" [{rose} {Rosa en 1} {roses en 1}]\nQ2 \"\" [{oak}]\n", "identifier = item, term = itemLabel, synonyms = itemAltLabel"},
		{"names of SKOS", "skos:notation\tskos:prefLabel@en-GB\tskos:altLabel@de\n3\troses\tRosen\n", "roses \"3\" [{roses} {Rosen de 1}]\n", ""},
		{"numbered columns", "Term,Synonym 1,Synonym 2\nRose,Rosa,Rosen\n", "Rose \"\" [{Rose} {Rosa en 1} {Rosen en 1}]\n", ""},
		{"a language a row", "id,term,lang\n1,roses,en\n1,Rosen,de\n1,rose,en\n", "1 \"\" [{Rosen de 0} {roses} {rose en 1}]\n", ""},
		{"identifiers by both names", "id,uri,term\n1,http://e/r,rose\n", "r \"\" [{rose}]\n", "not read = id"},
		{"concept and label", "concept,label\nhttp://e/r,rose\n", "r \"\" [{rose}]\n", "identifier = concept"},
		{"lines above", "Terms of the garden\n\nexported,2024\nid,term\n1,rose\n", "1 \"\" [{rose}]\n", "rows above the header are not read: 2"},
		{"sep", "sep=;\nterm;synonyms\nRose;Rosa\n", "Rose \"\" [{Rose} {Rosa en 1}]\n", ""},
		{"Latin-1", "Begriff;Synonyme\nB\xe4ume;Geh\xf6lze\nStr\xe4ucher;\nB\xfcsche;\n", "Bäume \"\" [{Bäume} {Gehölze en 1}]\nBüsche \"\" [{Büsche}]\nSträucher \"\" [{Sträucher}]\n", ""},
		{"no term", "term,synonyms,note\nRose,,\n,,only a note\n,Rosa,\n", "Rose \"\" [{Rose}]\n", "rows without a term are not read: 2"},
		{"no identifier", "id,term\n1,rose\n,oak\n", "1 \"\" [{rose}]\noak \"\" [{oak}]\n", "since the list has no other: 1"},
	} {
		v, err := Read(t.Context(), "f", strings.NewReader(c.text), "en")
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), c.notes) {
				t.Errorf("%s: %v, want %s", c.name, err, c.notes)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := shown(v); got != c.want || !strings.Contains(strings.Join(v.Notes, "\n"), c.notes) {
			t.Errorf("%s:\n%swant\n%s%q", c.name, got, c.want, v.Notes)
		}
	}
}

// TestListRelations: broader concepts are named by identifier or term, also by those that follow; what no or more than one concept is
// called is said.
func TestListRelations(t *testing.T) {
	v := read(t, "id;term;bt\n1;Roses;plants\n2;Plants;\n4;Oaks, old;<2>| 1\n5;Twin;none|Oaks, old\n6;twin;Twin\n7;ash;oaks, old\n8;elm;8\n")
	const want = `1 "" [{Roses}] [1] [2] []
2 "" [{Plants}] [] [0 2] []
4 "" [{Oaks, old}] [0 1] [3 5] []
5 "" [{Twin}] [2] [] []
6 "" [{twin}]
7 "" [{ash}] [2] [] []
8 "" [{elm}]
`
	if got := shown(v); got != want || !slices.Contains(v.Notes, `names of broader concepts that no concept has: 2, such as "none"`) {
		t.Errorf("%s\n%s\n%q", got, want, v.Notes)
	}
}

// TestListNotations: broader concepts are named by notation where there are no identifiers, or by a term with a comma.
func TestListNotations(t *testing.T) {
	if got := shown(read(t, "id;term;bt\n1;Oaks, old;\n2;ash;oaks, old\n")); got != "1 \"\" [{Oaks, old}] [] [1] []\n2 \"\" [{ash}] [0] [] []\n" {
		t.Error(got)
	}
	if got := shown(read(t, "Notation;Benennung;Oberbegriff\n33;Plants;\n331;Roses;33\n332;Oaks;Plants\n")); got != "Oaks \"332\" [{Oaks}] [1] [] []\nPlants \"33\" [{Plants}] [] [0 2] []\nRoses \"331\" [{Roses}] [1] [] []\n" {
		t.Error(got)
	}
}

// TestListBad: a list that can be read in two ways, and what is no list, is refused with its line and a remedy.
func TestListBad(t *testing.T) {
	for text, says := range map[string]string{
		"Rose\tRosa\nOak\tQuercus\n":                           `f: line 1: "Rose" is no identifier, and the list has no header; begin it with a header`,
		"H2O\twater\nSea water\tbrine\n":                       `f: line 2: "Sea water" is no identifier`,
		"Rose; Rosa\nOak\nFern\n":                              "f: some lines have a ';', which may separate terms or be part of one; begin it with a header",
		"Rose|Rosa\nOak\n":                                     "some lines have a '|'",
		"term;x,synonyms\nRose\n":                              "can be read with",
		"Term,Label\nRose,Rosa\n":                              `f: line 1: the header: "Term" and "Label" both name the term; rename one; begin`,
		"term,synonyms\nRose,Rosa,Rosen\n":                     "f: line 2: has 3 cells, more than the list has columns, 2; a cell with the delimiter in it stands in quotes",
		"term\n\"Ro\"se\"\n":                                   "f: line 2: at byte 4: a quote within a cell in quotes is not doubled; write a quote",
		"term,synonyms\n\"Rose,Rosa\nOak,\n":                   "f: line 2: the quote that opens a cell in line 2 is not closed; write a quote",
		"term,x\nRose,Rosa and \x00\n":                         "f: line 2: is not UTF-8, or has a NUL character",
		`{"@context":{"skos":"x"},"@graph":[]}`:                "is JSON-LD; write it as Turtle",
		"[\n {\"id\":1}]":                                      "is JSON; give SKOS",
		"<!DOCTYPE html><html>":                                "is HTML",
		`<?xml version="1.0"?><martif><text>x</text></martif>`: "is XML, but not RDF/XML",
		"@prefix s: <http://www.w3.org/2004/02/skos/core#> . <u:a> s:prefLabel 'B\xe4ume' .":                       `f: line 1: "B\xe4ume" is not UTF-8; save it in UTF-8`,
		"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:about='B\xe4ume'/></r:RDF>": "invalid UTF-8; save it in UTF-8, or declare its encoding",
		"<u:a> <http://www.w3.org/2000/01/rdf-schema#label> 'rose' .":                                              "holds no concept with a label of SKOS, but <http://www.w3.org/2000/01/rdf-schema#label>; give SKOS",
		"format-version: 1.2\n": "is OBO",
		"\x00<\x00?\x00x":       "is in UTF-16 without its mark; save it in UTF-8",
		"%PDF-1.7\n":            "a PDF",
		strings.Repeat("We show that the roses of the garden grow well in the sun of May.\n", 5): "no list of terms: most lines have more than 12 words",
		"ex:rose a skos:Concept ; skos:prefLabel \"rose\" .\n":                                   `prefix "ex" is not declared`,
	} {
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
	for text, want := range map[string]string{
		"uri\nhttp://e/r\n": "uri: http://e/r", "LABEL\nrose\n": "LABEL: rose", "prefLabel@en\nrose": "prefLabel@en: rose", "Keywords\nrose\n": "Keywords: rose", "# ours\nconcept\n1\n": "concept: 1",
		"Mots-clés;note\nrose;x\n": "Mots-clés: rose", "Stopwords\n": "Stopwords: ", "rose\nterm\n": "rose|term", "language\nrose\n": "language|rose", "notation\n3\n": "notation|3", "parents\nterms\n": "parents|terms",
		"Nr;Term\n1;rose\n": "Nr: 1", "synonyms\nrose\n": "synonyms: rose",
		"<uri>\nrose\n": "uri|rose", "http://e/term\nhttp://e/oak\n": "http://e/term|http://e/oak", "urn:e:subject1\nurn:e:oak\n": "urn:e:subject1|urn:e:oak", "skos:prefLabel\nrose\n": "skos:prefLabel: rose",
		"# ours\nRose\n<http://e/o>\n\n": "Rose|http://e/o", "uri,label\nhttp://e/r,rose\n": "uri: http://e/r", "Term;why\nrose;dull\noak;\n": "Term: rose|oak", "": "", "Beans, broad\n": "Beans, broad"} {
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
