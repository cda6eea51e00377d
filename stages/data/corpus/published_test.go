package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// works are made-up works in the form in which OpenAlex publishes them.
const works = `{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1/x","title":"On \"Graphs\"","display_name":"On Graphs, displayed","publication_year":2020,"authorships":[{"author":{"id":"A1","display_name":"N. N."}}],"abstract_inverted_index":{"We":[0],"cut":[1,4],"graphs":[2],"and":[3],"them.\n":[5]},"keywords":[{"id":"https://openalex.org/keywords/graph-cuts","display_name":"Graph Cuts","score":0.61},{"keyword":"trees; forests","score":0.5}],"is_retracted":false}
{"id":"https://openalex.org/W2","title":null,"display_name":"No title","abstract_inverted_index":null,"keywords":[]}
{"id":"https://openalex.org/W3","display_name":"Displayed","abstract_inverted_index":{}}
`

// TestOpenAlex: works are read in their published form, detected by their keys or with the format named.
func TestOpenAlex(t *testing.T) {
	want := []string{
		`1 https://openalex.org/W1 "On \"Graphs\"" "We cut graphs and cut them.\n" ["Graph Cuts" "trees; forests"] missing []`,
		`2 https://openalex.org/W2 "" "" [] missing []`,
		`3 https://openalex.org/W3 "Displayed" "" [] missing [keywords]`,
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
		`{"a":[[0]]}`:                          `has [ as a position`,
		`{"a":[99999999999999999999]}`:         `has 99999999999999999999 as a position`,
		`{"a":[2147483647]}`:                   `which must be 0 to 0, but has "a" at 2147483647`,
		`{"a":0}`:                              `must have a list of positions for "a", it has 0`,
		`{"a":null}`:                           `must have a list of positions for "a", it has null`,
		`{"IndexLength":1,"InvertedIndex":{}}`: `must have a list of positions for "IndexLength"`,
		`"{}"`:                                 `must be an object of words and their positions`,
		`[0]`:                                  `must be an object of words and their positions`,
		`{"a":[0]},"keywords":[{"score":1}],"x":{}`: `keyword 1 has no display_name`,
		`{"a":[0]},"keywords":["k"]`:                `keywords must be a list of objects with display_name`,
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

// s2Papers are made-up records, one of each data set that Semantic Scholar publishes, with their expected content. Positions
// count characters; é has two bytes and 𝒢 four.
var s2Papers = []struct{ line, want string }{
	{`{"corpusid":19730001,"externalids":{"DOI":"10.1/x"},"url":"https://www.semanticscholar.org/paper/7c","title":"A title","authors":[{"authorId":"4","name":"N."}],"venue":"V","year":1989}`,
		`19730001 "A title" "" [] missing [abstract keywords]`},
	{`{"corpusid":2,"openaccessinfo":{"externalids":{"MAG":"2"},"license":null},"abstract":"An abstract."}`,
		`2 "" "An abstract." [] missing [title keywords]`},
	{`{"corpusid":3,"externalids":{"doi":null},"content":{"source":{"pdfsha":"b5"},"text":"\né 𝒢 title\nJournal\nAbstract é.\nAnd more.","annotations":{"abstract":"[{\"end\":30,\"start\":19},{\"attributes\":{\"n\":\"1\"},\"end\":\"40\",\"start\":\"31\"}]","author":null,"title":"[{\"end\":10,\"start\":1},{\"end\":18,\"start\":11}]"}}}`,
		`3 "é 𝒢 title" "Abstract é.\nAnd more." [] missing [keywords]`},
	{`{"corpusid":4,"externalids":{},"content":{"source":{},"text":"no parts","annotations":{"abstract":null,"title":null}}}`,
		`4 "" "" [] missing [keywords]`},
	{`{"corpusid":5,"externalids":{},"title":"Given","body":{"text":"Given. In body.","annotations":{"abstract":"[{\"start\":7,\"end\":15}]","title":"[{\"start\":0,\"end\":6}]"}}}`,
		`5 "Given" "In body." [] missing [keywords]`},
	{`{"corpusid":6,"externalids":{},"content":{"text":null,"annotations":{}}}`,
		`6 "" "" [] missing [keywords]`},
	{`{"paper_id":"77490025","title":"Static","authors":[],"abstract":"Gold. ::: More.","has_pdf_parse":false,"keywords":"a;b"}`,
		`77490025 "Static" "Gold. ::: More." ["a" "b"] missing []`},
	{`{"paper_id":"8","_pdf_hash":"d","abstract":[{"section":"Abstract","text":"One.","cite_spans":[]},{"section":"Abstract","text":"Two."}],"body_text":[{"text":"Body."}]}`,
		`8 "" "One.\nTwo." [] missing [title keywords]`},
	{`{"paper_id":"9","_pdf_hash":"d","abstract":[],"body_text":[]}`,
		`9 "" "" [] missing [title keywords]`},
	{`{"paperId":"649def34","corpusId":10,"externalIds":{},"title":"Of the API","abstract":null}`,
		`10 "Of the API" "" [] missing [keywords]`},
	{`{"paperId":"649def34","title":"Of the API"}`,
		`649def34 "Of the API" "" [] missing [abstract keywords]`},
}

// TestS2: papers are read in all their published forms with the format named; those of the data sets are also detected.
func TestS2(t *testing.T) {
	var lines string
	var want []string
	for i, p := range s2Papers {
		lines += p.line + "\n"
		want = append(want, fmt.Sprintf("%d %s", i+1, p.want))
		if i < 9 && i != 4 {
			if got, err := read(t, write(t, "a.jsonl", []byte(p.line)), "", Auto); err != nil || !slices.Equal(got, []string{"1 " + p.want}) {
				t.Errorf("%q, %v, want %q", got, err, p.want)
			}
		}
	}
	if got, err := read(t, write(t, "s2", []byte(lines)), "", S2); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
	bars := DefaultSettings()
	bars.Format, bars.KeywordSeparator = string(S2), "|"
	r, err := Open(write(t, "s2", []byte(`{"corpusid":1,"title":"t","abstract":"a","keywords":"b;c|d"}`)), "", bars.Options(false, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := outcome(r); err != nil || !slices.Equal(got, []string{`1 1 "t" "a" ["b;c" "d"] missing []`}) {
		t.Errorf("keywords parted by bars: %q, %v", got, err)
	}
}

// TestBadSpans: positions outside the text are a bad row with a remedy.
func TestBadSpans(t *testing.T) {
	for spans, want := range map[string]string{
		`[{"start":0,"end":6}]`:                   "characters 0 to 6 are not within its 5",
		`[{"start":6,"end":6}]`:                   "characters 6 to 6 are not within its 5",
		`[{"start":3,"end":2}]`:                   "characters 3 to 2 are not within its 5",
		`[{"start":-1,"end":2}]`:                  "characters -1 to 2 are not within",
		`[{"start":0,"end":9223372036854775808}]`: "the end 9223372036854775808 is not a whole number",
		`[{"start":0.5,"end":2}]`:                 "the start 0.5 is not a whole number",
		`[{"start":0}]`:                           "a start or an end is missing",
		`[{"start":null,"end":1}]`:                "a start or an end is missing",
		`{"start":0}`:                             "cannot unmarshal object",
		`[{"start":"x","end":1}]`:                 "invalid number",
		`[`:                                       "unexpected end",
	} {
		for _, name := range []string{"title", "abstract"} {
			got, err := read(t, write(t, "a", fmt.Appendf(nil, `{"corpusid":1,"content":{"text":"añbcd","annotations":{%q:%q}}}`, name, spans)), "", S2)
			if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "1 reject the position of the "+name) || !strings.Contains(got[0], want) ||
				!strings.Contains(got[0], "get the paper from Semantic Scholar again") {
				t.Errorf("%s: %q, %v, want %s", spans, got, err, want)
			}
		}
	}
	for line, want := range map[string]string{
		`{"corpusid":1,"content":{"annotations":{"title":"[{\"start\":0,\"end\":0}]"}}}`: "there is no text",
		`{"corpusid":1,"abstract":[{"section":"a"}]}`:                                    "paragraph 1 of the abstract has no text",
		`{"corpusid":1,"abstract":[5]}`:                                                  "abstract must be a text or a list of paragraphs",
		`{"corpusid":1,"abstract":5}`:                                                    "abstract must be a text, it is 5",
		`{"corpusid":1.5}`:                                                               "corpusid must be a text",
		`{"paper_id":[]}`:                                                                "paper_id must be a text",
		`{"corpusid":1,"content":{"text":5}}`:                                            "content.text is of type number",
		`{"corpusid":1,"body":[]}`:                                                       "body is of type array",
		`17`:                                                                             "the line must be an object",
	} {
		if got, err := read(t, write(t, "a", []byte(line)), "", S2); err != nil || len(got) != 1 || !strings.Contains(got[0], "1 reject") || !strings.Contains(got[0], want) {
			t.Errorf("%s: %q, %v, want %s", line, got, err, want)
		}
	}
}

// TestPublishedSaid: the line about a file names the keys that are read, and says if none of its documents has an abstract.
// With --columns the file is plain JSON lines; --columns and the format together are refused.
func TestPublishedSaid(t *testing.T) {
	columns := DefaultSettings()
	columns.Columns = []string{"text=summary"}
	for _, c := range []struct {
		s           Settings
		line, wants string
	}{
		{DefaultSettings(), `{"id":"a","title":"t","abstract_inverted_index":null,"doi":null}`, "openalex; read id=id title=title text=abstract_inverted_index; not read: doi"},
		{DefaultSettings(), s2Papers[0].line, "s2; read id=corpusid title=title; not read: authors, externalids, url, venue, year; without abstracts"},
		{DefaultSettings(), s2Papers[2].line, "s2; read id=corpusid text=content; not read: externalids"},
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
	for _, f := range []Format{OpenAlex, S2} {
		columns.Format = string(f)
		if err := columns.Check(); err == nil || !strings.Contains(err.Error(), "columns are named, but the format "+string(f)+" has none") {
			t.Errorf("columns with %s: %v", f, err)
		}
	}
}
