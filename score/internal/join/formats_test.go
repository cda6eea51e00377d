package join

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
)

// foreign writes a Parquet file without the name of one of our schemas.
func foreign[R any](t *testing.T, rows ...R) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "foreign.parquet")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	return path
}

type listRow struct {
	ID   string   `parquet:"doc_id"`
	List []string `parquet:"predictions,list"`
}

type objectRow struct {
	ID   string         `parquet:"id"`
	List []scoredPhrase `parquet:"phrases,list"`
}

type scoredPhrase struct {
	Phrase string  `parquet:"phrase"`
	Score  float32 `parquet:"score"`
}

// TestPredictionsOfOthers: the same predictions give the same rows in every format. Those with ids are not in the order of
// the documents.
func TestPredictionsOfOthers(t *testing.T) {
	gold := table(t, schemas.Documents, documents("a", "b", "-3")...)
	const want = `a [] ["w"] [] | ["graph" "cut"] ["x"] | 0 slots
b [] ["w"] [] | | 0 slots
-3 [] ["w"] [] | ["trees"] | 0 slots
`
	objects := []objectRow{{ID: "b"}, {"-3", []scoredPhrase{{"trees", .5}}}, {"a", []scoredPhrase{{"graph cut", .5}, {"x", .5}}}}
	for name, c := range map[string]struct {
		path   string
		scored bool
	}{
		"export": {put(t, "p.jsonl", `{"id":"b","keyphrases":[],"scores":[],"present":[]}
{"id":"-3","keyphrases":["trees"],"scores":[0.5],"present":[true]}

{"id":"a","keyphrases":["graph cut","x"],"scores":[0.5,0.25],"present":[true,false]}
`), true},
		"packed":  {packed(t, "p.jsonl.gz", `{"id":"b","phrases":[]}`+"\n"+`{"id":-3,"phrases":[" Trees "]}`+"\n"+`{"id":"a","phrases":["Graph-cut","x",""]}`), false},
		"objects": {put(t, "p.txt", `{"id":"a","predictions":[{"phrase":"graph cut","score":1},{"phrase":"x","score":0}]}`+"\n"+`{"id":"b","predictions":[]}`+"\n"+`{"id":-3,"predictions":[{"phrase":"trees","score":0.1}]}`), true},
		"keys": {put(t, "p.jsonl", `{"docid":"b","predicted_keyphrases":null,"keyphrases":["gold"]}`+"\n"+`{"docid":"-3","predicted_keyphrases":[{"word":"trees","entity_group":"KEY","weight":0.1,"start":1}],"keyphrases":[]}`+"\n"+
			`{"docid":"a","predicted_keyphrases":[{"word":"graph cut","weight":1},{"word":"x","weight":0}]}`), true},
		"of a network": {put(t, "p.txt", "<s> graph cut <sep> x</s>\n\ntrees<peos>\n"), false},
		"null":         {put(t, "p.jsonl", `{"id":"a","phrases":["graph cut [SEP] x",null]}`+"\n"+`{"id":"b","phrases":null}`+"\n"+`{"id":-3,"phrases":"trees"}`), false},
		"lists":        {foreign(t, listRow{"b", nil}, listRow{"-3", []string{"trees"}}, listRow{"a", []string{"graph cut", "x"}}), false},
		"groups":       {foreign(t, objects...), false},
		"table":        {put(t, "p.csv", "id,keyphrases\n-3,trees\nb,\na,graph cut;x\n"), false},
		"lines":        {put(t, "p.txt", "graph cut;x\n\ntrees\n"), false},
		"by row":       {put(t, "p.jsonl", `{"phrases":["graph cut","x"]}`+"\n"+`{"phrases":[]}`+"\n"+`{"phrases":["trees"]}`), false},
	} {
		t.Run(name, func(t *testing.T) {
			paths := Paths{Documents: []string{gold}, Predictions: []string{c.path}}
			if got, err := shown(paths); err != nil || got != want {
				t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
			}
			r, err := Open(paths)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if r.Scored != c.scored {
				t.Errorf("scored: %v", r.Scored)
			}
		})
	}
}

// TestDocumentsOfOthers: raw documents and foreign predictions are tokenised as in preprocess; rows without ids join by
// line.
func TestDocumentsOfOthers(t *testing.T) {
	const want = `a ["self" "unk" "title" "."] ["we" "count" "<digit>" "states" "."] [["state" "of" "the" "art"] ["graphs"]] | ["state" "of" "the" "art"] | 0 slots
b [] ["text" "."] [["x"]] | | 0 slots
`
	predictions := put(t, "p.jsonl", `{"id":"b","phrases":[]}`+"\n"+`{"id":"a","phrases":["State-of-the-art"]}`)
	for name, path := range map[string]string{
		"jsonl": put(t, "d.jsonl", `{"id":"a","title":"Self- <unk> title","abstract":"We count 12 states.","keywords":["State-of-the-Art","Graphs (theory)"]}`+"\n"+`{"id":"b","title":"","abstract":"Text.","keywords":"x"}`),
		"csv":   put(t, "d.csv", "id,title,abstract,keywords\na,Self- <unk> title,We count 12 states.,State-of-the-Art;Graphs (theory)\nb,,Text.,x\n"),
	} {
		got, err := shown(Paths{Documents: []string{path}, Predictions: []string{predictions}})
		if err != nil || got != want {
			t.Errorf("%s: got\n%s%v\nwant\n%s", name, got, err, want)
		}
	}
	unnamed := put(t, "d.jsonl", `{"title":"","abstract":"a","keywords":["k"]}`+"\n"+`{"title":"","abstract":"b","keywords":["k"]}`)
	got, err := shown(Paths{Documents: []string{unnamed}, Predictions: []string{predictions}})
	if want := `d-1 [] ["a"] [["k"]] | | 0 slots
d-2 [] ["b"] [["k"]] | ["state" "of" "the" "art"] | 0 slots
`; err != nil || got != want {
		t.Errorf("by line: got\n%s%v\nwant\n%s", got, err, want)
	}
}

// TestTooManyPhrases: in every format a document may have at most 2^20 phrases, since a few bytes can decompress to a line
// with any number of them.
func TestTooManyPhrases(t *testing.T) {
	const most = 1 << 20
	text := func(n int) string { return strings.Repeat("a;", n-1) + "a\n" }
	list := func(n int) string { return "[" + strings.Repeat(`"a",`, n-1) + `"a"]` }
	one := put(t, "one.jsonl", `{"id":"a","title":"t","abstract":"x","keywords":["a"]}`)
	of := func(documents string, predictions string) Paths {
		return Paths{Documents: []string{documents}, Predictions: []string{predictions}}
	}
	for name, paths := range map[string]func(n int) Paths{
		"text":    func(n int) Paths { return of(one, put(t, "p.txt", text(n))) },
		"JSON":    func(n int) Paths { return of(one, put(t, "p.jsonl", `{"id":"a","phrases":`+list(n)+"}")) },
		"a table": func(n int) Paths { return of(one, put(t, "p.csv", "id,phrases\na,"+text(n))) },
		"documents": func(n int) Paths {
			return of(put(t, "d.jsonl", `{"id":"a","title":"t","abstract":"x","keywords":`+list(n)+"}"), put(t, "p.txt", "a\n"))
		},
		"a pair": func(n int) Paths {
			return Paths{Pair: true, Documents: []string{put(t, "s.txt", "t <eos> x\n"), put(t, "t.txt", text(n))}, Predictions: []string{put(t, "p.txt", "a\n")}}
		},
	} {
		for n, taken := range map[int]bool{most: true, most + 1: false} {
			if taken && name != "text" {
				continue // takes seconds
			}
			r, err := Open(paths(n))
			if err == nil {
				_, err = r.Next()
			}
			r.Close()
			want := "has 1048577 phrases, more than the limit of 1048576"
			if name == "documents" { // an object has no more values of any kind
				want = "has more than 1048576 values"
			}
			if (err == nil) != taken || !taken && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %d phrases: %v", name, n, err)
			}
		}
	}
}

// TestForeignFaults: faults in foreign files are errors; such files are never scored.
func TestForeignFaults(t *testing.T) {
	gold := []string{table(t, schemas.Documents, documents("a", "b")...)}
	for name, c := range map[string]struct{ content, file, says string }{
		"commas":         {"graph cut,tree\nx, y\n", "p.txt", `look joined by ","; join them by ";"`},
		"one comma":      {"graph cut,tree\nx\n", "p.txt", `look joined by ","`},
		"a row a phrase": {"id,rank,phrase,score\n1,1,tree,.5\n", "p.csv", `names none of keyphrases, predictions or phrases; give the column that has all phrases of a document one of these names; of exports of infer, give the folder`},
		"tabs":           {"a\tgraph cut;tree\nb\tx;y\n", "p.txt", `look joined by "\t"; join them by ";"; a table, also one of ids and phrases, needs a header`},
		"lists of lists": {`[[["x", 1]], [["y", 1]]]`, "p.json", "is one JSON array; write one of its elements per line"},
		"joined lists":   {strings.Repeat(`{"phrases":["x, y"]}`+"\n", 10), "p.jsonl", "in 10 of 10 records they are one phrase that looks joined by ','"},
		"no phrase":      {`{"id":"a","phrases":[{"x":"y","z":"w"}]}`, "p.jsonl", "has no key that is known as that of a phrase"},
		"bars":           {"graph cut | tree\n\n", "p.txt", `look joined by "|"`},
		"no list":        {`{"id":"a","words":["x"]}`, "p.jsonl", "row 1: has no list called keyphrases, predictions or phrases"},
		"bad line":       {`{"id":"a","phrases":["x"]}` + "\n" + `{"id":"b","phrases":["x"`, "p.jsonl", "row 2: not the predictions"},
		"scores":         {`{"id":"a","phrases":["x"],"scores":[1,2]}`, "p.jsonl", "row 1: has 2 scores for 1 phrases"},
		"large scores":   {`{"id":"a","phrases":["x"],"scores":[1e999]}`, "p.jsonl", "scores cannot be a number 1e999"},
		"some scores":    {`{"id":"a","phrases":["x",{"phrase":"y","score":1}]}`, "p.jsonl", "row 1: some phrases have scores"},
		"an id":          {`{"id":1.5,"phrases":[]}`, "p.jsonl", "row 1: id must be a text or a whole number"},
		"missing id":     {`{"id":"a","phrases":[]}`, "p.jsonl", `1 predictions for 2 documents`},
		"no phrases":     {"id,words\na,x\n", "p.csv", "keyphrases, predictions or phrases"},
		"no line":        {"", "p.txt", "0 predictions for 2 documents"},
		"no JSON line":   {"{}\n", "p.jsonl", "has no list"},
		"no table line":  {"id,phrases\n", "p.csv", "0 predictions for 2 documents"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := shown(Paths{Documents: gold, Predictions: []string{put(t, c.file, c.content)}})
			var file *schemas.FileError
			if !errors.As(err, &file) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one about a file that says %q", err, c.says)
			}
		})
	}
	// Rows that begin with the id of their document.
	three := []string{table(t, schemas.Documents, documents("d1", "d2", "d3")...)}
	for lines, says := range map[string]string{"d1: graph cut;x\nd2: w\nd3: tree\n": `row 3: begins with the id of its document, "d3"`, "d11\nd2x\nd3: tree\n": ""} {
		_, err := shown(Paths{Documents: three, Predictions: []string{put(t, "p.txt", lines)}})
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", lines, err)
		}
	}
	var warned, said string
	_, err := shown(Paths{Documents: three, Predictions: []string{put(t, "p.jsonl", strings.Repeat(`{"idx":1,"phrases":[]}`+"\n", 3))}, Warn: func(s string) { warned += s }, Say: func(s string) { said += s }})
	if err != nil || !strings.Contains(warned, "no column of ids is read") || !strings.Contains(said, "read keyphrases=phrases; not read: idx") {
		t.Errorf("without ids: %v, warned %s, said %s", err, warned, said)
	}
	// Targets of a pair that another mark joins.
	for target, says := range map[string]string{"x, y": "looks joined by ','", "x <sep> y": "looks joined by '<sep>'", "x;y": ""} {
		paths := Paths{Pair: true, Documents: []string{put(t, "s.txt", strings.Repeat("t <eos> x\n", 10)), put(t, "t.txt", strings.Repeat(target+"\n", 10))}, Predictions: []string{put(t, "p.txt", strings.Repeat("x\n", 10))}}
		if _, err := shown(paths); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), "t.txt: keywords: in 10 of 10 records they are one phrase that "+says) {
			t.Errorf("targets %q: %v", target, err)
		}
		paths.Released = true
		if _, err := shown(paths); err != nil {
			t.Errorf("targets %q, released: %v", target, err)
		}
	}
	// A word in capitals is that of the document.
	pair := Paths{Pair: true, Documents: []string{put(t, "s.txt", "t <eos> an x-ray of ieee 802.11\n"), put(t, "t.txt", "x-ray\n")}, Predictions: []string{put(t, "p.txt", "X-ray;IEEE 802.11\n")}}
	if got, err := shown(pair); err != nil || !strings.Contains(got, `["x-ray"]`) || !strings.Contains(got, `| ["x-ray"] ["ieee" "802.11"] |`) {
		t.Errorf("capitals: %s %v", got, err)
	}
	// Commas that are words or in numbers are not separators, nor are any if some lines have ";".
	for _, lines := range []string{"graphs , fast\n10,000 nodes\n", "a,b;c\nd,e\n", "x\ny\n"} {
		if _, err := shown(Paths{Documents: gold, Predictions: []string{put(t, "p.txt", lines)}}); err != nil {
			t.Errorf("%q: %v", lines, err)
		}
	}
	for name, c := range map[string]struct{ content, says string }{
		"no keywords": {`{"id":"a","title":"t","abstract":"x"}`, "row 1: has no keyphrases"},
		"bad row":     {`{"id":"a","title":"t","abstract":"x","keywords":[]}` + "\n" + `{"id":"b","title":3,"abstract":"","keywords":[]}`, "row 2: title must be a text"},
	} {
		_, err := shown(Paths{Documents: []string{put(t, "d.jsonl", c.content)}, Predictions: []string{put(t, "p.jsonl", `{"id":"a","phrases":[]}`)}})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
