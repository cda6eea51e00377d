package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// works are made-up works in the form in which OpenAlex publishes them.
const works = `{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1/x","title":"On \"Graphs\"","display_name":"On Graphs, displayed","publication_year":2020,"authorships":[{"author":{"id":"A1","display_name":"N. N."}}],"abstract_inverted_index":{"We":[0],"cut":[1,4],"graphs":[2],"and":[3],"them.\n":[5]},"keywords":[{"id":"https://openalex.org/keywords/graph-cuts","display_name":"Graph Cuts","score":0.61},{"id":"K2","display_name":"trees; forests","score":0.5}],"is_retracted":false}
{"id":"https://openalex.org/W2","title":null,"display_name":"No title","abstract_inverted_index":null,"keywords":[]}
{"id":"https://openalex.org/W3","display_name":"Displayed","abstract_inverted_index":{},"keywords":[{"keyword":"of 2024","score":0.5}]}
`

// TestOpenAlex: works are read in their published form, detected by their keys or with the format named.
func TestOpenAlex(t *testing.T) {
	want := []string{
		`1 https://openalex.org/W1 "On \"Graphs\"" "We cut graphs and cut them.\n" ["Graph Cuts" "trees; forests"] missing []`,
		`2 https://openalex.org/W2 "" "" [] missing []`,
		`3 https://openalex.org/W3 "Displayed" "" ["of 2024"] missing []`,
	}
	for name, data := range map[string][]byte{"part_000.gz": zipped(t, []byte(works)), "works.jsonl": []byte(works)} {
		for _, f := range []Format{Auto, OpenAlex} {
			if got, err := read(t, write(t, name, data), "", f); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s as %s: %q, %v\nwant %q", name, f, got, err, want)
			}
		}
	}
}

// TestBadIndex: an index with two words at one position, with gaps or with invalid positions is a bad row with a remedy.
func TestBadIndex(t *testing.T) {
	for index, want := range map[string]string{
		`{"a":[0],"b":[0]}`:                    `has both "a" and "b" at position 0`,
		`{"a":[0,0]}`:                          `has both "a" and "a" at position 0`,
		`{"a":[0],"b":[2]}`:                    `has 2 positions, which must be 0 to 1, but has "b" at 2`,
		`{"a":[1],"a":[0],"b":[0]}`:            `has both "a" and "b" at position 0`, // a map would drop one "a"
		`{"a":[0],"b":[-1]}`:                   `has -1 as a position of "b"`,
		`{"a":[0.5]}`:                          `has 0.5 as a position`,
		`{"a":[1e0]}`:                          `has 1e0 as a position`,
		`{"a":["0"]}`:                          `has "0" as a position`,
		`{"a":[null]}`:                         `has null as a position`,
		`{"a":[[0]]}`:                          `has [0] as a position`,
		`{"a":[99999999999999999999]}`:         `has 99999999999999999999 as a position`,
		`{"a":[2147483647]}`:                   `which must be 0 to 0, but has "a" at 2147483647`,
		`{"a":0}`:                              `must have a list of positions for "a", it has 0`,
		`{"a":null}`:                           `must have a list of positions for "a", it has null`,
		`{"IndexLength":1,"InvertedIndex":{}}`: `must have a list of positions for "IndexLength"`,
		`"{}"`:                                 `must be an object of words and their positions`,
		`[0]`:                                  `must be an object of words and their positions`,
		`{"a":[0]},"keywords":[{"score":1}],"x":{}`: `keywords is a list of objects, and none of their keys is the one with the phrase`,
		`{"a":[0]},"keywords":[5]`:                  `keywords must be a list of texts`,
		`{"a":[0]},"title":5`:                       `title must be a text, it is 5`,
		`{"a":[0]`:                                  `not valid JSON`,
	} {
		got, err := read(t, write(t, "a", fmt.Appendf(nil, `{"id":"a","abstract_inverted_index":%s}`+"\n"+`{"id":"b","title":"T","abstract_inverted_index":{"z":[0]}}`, index)), "", OpenAlex)
		if err != nil || len(got) != 2 || !strings.HasPrefix(got[0], "1 reject ") || !strings.Contains(got[0], want) || !strings.HasPrefix(got[1], `2 b "T" "z"`) {
			t.Errorf("%s: %q, %v, want %s", index, got, err, want)
		}
		if strings.HasPrefix(want, "has ") && !strings.Contains(got[0], "get the work from OpenAlex again, or leave it out") {
			t.Errorf("%s: %s does not say what to do", index, got[0])
		}
	}
}

// TestSemanticScholar: papers and abstracts of its data sets are plain JSON lines, with the id of their corpus. A full text whose title
// and abstract are only positions is a bad row that says what to give.
func TestSemanticScholar(t *testing.T) {
	lines := `{"corpusid":19730001,"externalids":{"DOI":"10.1/x"},"title":"A title","year":1989}
{"corpusid":12345678901234567890123,"openaccessinfo":{"license":null},"abstract":"An abstract."}
{"paper_id":"7","title":"Static","abstract":"Gold.","has_pdf_parse":false}
{"corpusid":3,"externalids":{},"content":{"text":"A title","annotations":{"title":"[{\"start\":0,\"end\":7}]"}}}
`
	want := []string{`1 19730001 "A title" "" [] missing [abstract keywords]`, `2 12345678901234567890123 "" "An abstract." [] missing [title keywords]`, `3 7 "Static" "Gold." [] missing [keywords]`,
		`4 reject content must be a text, it is {"text":"A title","annotations":{"title"; give one text per document, as pandas does with orient="records"; name another column by --columns text=NAME`}
	if got, err := read(t, write(t, "a.jsonl", []byte(lines)), "", Auto); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
}

// TestPublishedSaid: the line about a file names the keys that are read, and says if none of its documents has an abstract.
// With --columns the file is plain JSON lines; --columns and the format together are refused.
func TestPublishedSaid(t *testing.T) {
	columns, openAlex := DefaultSettings(), DefaultSettings()
	columns.Columns, openAlex.Format = []string{"text=summary"}, string(OpenAlex)
	for _, c := range []struct {
		s           Settings
		line, wants string
	}{
		{DefaultSettings(), `{"id":"a","title":"t","abstract_inverted_index":null,"doi":null}`, "openalex; read id=id title=title text=abstract_inverted_index; not read: doi"},
		{openAlex, `{"id":"a","title":"t","doi":null}`, "openalex; read id=id title=title; not read: doi; without abstracts"},
		{DefaultSettings(), `{"id":"a","title":"t"}`, "jsonl; read id=id title=title"},
		{columns, `{"id":"a","summary":"t","abstract_inverted_index":null}`, "jsonl; read id=id text=summary; not read: abstract_inverted_index"},
	} {
		said := ""
		r, err := Open(write(t, "f.jsonl", []byte(c.line)), "", c.s.Options(true, func(l string) { said = l }))
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		if !strings.HasSuffix(said, "f.jsonl: "+c.wants) {
			t.Errorf("%q, want %q", said, c.wants)
		}
	}
	columns.Format = string(OpenAlex)
	if err := columns.Check(); err == nil || !strings.Contains(err.Error(), "columns are named, but the format openalex has none") {
		t.Errorf("columns with openalex: %v", err)
	}
}
