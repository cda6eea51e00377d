//go:build linux

package torture

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// vocabulary is a thesaurus whose labels occur in the made-up documents, in each of its formats.
var vocabulary = map[string]string{
	"labels.ttl": `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix h: <http://example.org/> .
h:a a skos:Concept ; skos:prefLabel "graph"@en ; skos:altLabel "network"@en ; skos:notation "1" .
h:b a skos:Concept ; skos:prefLabel "deep field"@en, "Feld"@de ; skos:broader h:a .
h:c a skos:Concept ; skos:prefLabel "neural theory"@en, "theory"@en ; skos:related h:a .
h:d a skos:Concept ; skos:prefLabel "tree"@en ; skos:hiddenLabel "code"@en .
`,
	"labels.nt": strings.ReplaceAll(`<http://example.org/a> SKOSprefLabel> "graph"@en .
<http://example.org/b> SKOSprefLabel> "deep field"@en .
<http://example.org/b> SKOSbroader> <http://example.org/a> .
`, "SKOS", "<http://www.w3.org/2004/02/skos/core#"),
	"labels.rdf": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:Concept rdf:about="http://example.org/a"><skos:prefLabel xml:lang="en">graph</skos:prefLabel></skos:Concept>
<skos:Concept rdf:about="http://example.org/b"><skos:prefLabel xml:lang="en">field</skos:prefLabel><skos:broader rdf:resource="http://example.org/a"/></skos:Concept>
</rdf:RDF>
`,
	"labels.tsv": "<http://example.org/a>\tgraph\n<http://example.org/b>\tdeep field\n",
}

// writeVocabulary writes the thesaurus, and documents with its concepts.
func writeVocabulary(t *testing.T, in string) {
	t.Helper()
	dir := filepath.Join(in, "thesaurus")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range vocabulary {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(5, 0))
	var indexed bytes.Buffer
	e := json.NewEncoder(&indexed)
	for _, d := range records(80, 5) {
		subjects := []string{"http://example.org/" + string("abcd"[r.IntN(4)]), "http://example.org/" + string("ad"[r.IntN(2)])}
		if err := e.Encode(map[string]any{"id": d.ID, "title": d.Title, "abstract": d.Abstract, "subjects": subjects}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(in, "corpus", "indexed.jsonl"), indexed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// modes are the jobs of concepts, of a refit and of exports.
func modes() []*job {
	terms := strings.Fields("--vocabulary in/thesaurus/labels.ttl --language en")
	assign := append(strings.Fields("infer concepts --documents in/corpus/label.jsonl --export csv,jsonl"), terms...)
	learn := append(strings.Fields("train concepts --documents in/corpus/indexed.jsonl --correct=false"), terms...)
	score := append(strings.Fields("score concepts --predictions out --documents in/corpus/indexed.jsonl"), terms[:2]...)
	export := strings.Fields("infer export --predictions in/predictions --documents in/corpus/test.jsonl --export csv-wide,xlsx,parquet-wide,jsonl")
	read := strings.Fields("score --predictions out/predictions.jsonl --documents in/corpus/test.jsonl --bootstrap 20")
	refit := strings.Fields("train refit --model in/model --documents in/corpus/taught.jsonl")
	off := strings.Fields("infer --model out --documents in/corpus/label.jsonl --network off")
	return []*job{
		{name: "refit", lines: [][]string{refit}, reader: off, other: []string{"--choice-documents", "70"}},
		{name: "learn", lines: [][]string{learn}, reader: append(slices.Clone(assign), "--concepts", "out"), other: []string{"--remember=false"}},
		{name: "terms", lines: [][]string{assign}, reader: score, other: []string{"--choose", "top=1"}},
		{name: "concepts", lines: [][]string{append(slices.Clone(assign), "--concepts", "in/learned")}, reader: score, other: []string{"--choose", "top=1"}},
		{name: "export", lines: [][]string{export}, reader: read, other: []string{"--bom"}},
	}
}

// workbooks are documents as .xlsx and .ods.
func workbooks(docs []record) (xlsx, ods []byte, err error) {
	var rows, cells strings.Builder
	for _, row := range append([]record{{ID: "id", Title: "title", Abstract: "abstract"}}, docs...) {
		rows.WriteString("<row>")
		cells.WriteString("<table:table-row>")
		for _, text := range []string{row.ID, row.Title, row.Abstract} {
			fmt.Fprintf(&rows, `<c t="inlineStr"><is><t>%s</t></is></c>`, text)
			fmt.Fprintf(&cells, `<table:table-cell office:value-type="string"><text:p>%s</text:p></table:table-cell>`, text)
		}
		rows.WriteString("</row>")
		cells.WriteString("</table:table-row>")
	}
	const relation = `<Relationships><Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>`
	xlsx, err = archive("[Content_Types].xml", "<Types/>", "_rels/.rels", fmt.Sprintf(relation, "w", "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="s" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", fmt.Sprintf(relation, "a", "worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+rows.String()+"</sheetData></worksheet>")
	if err != nil {
		return nil, nil, err
	}
	ods, err = archive("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content><office:body><office:spreadsheet><table:table table:name="s">`+cells.String()+
			"</table:table></office:spreadsheet></office:body></office:document-content>")
	return xlsx, ods, err
}

// archive is a zip file of names and contents in turn.
func archive(parts ...string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(parts[i+1])); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
