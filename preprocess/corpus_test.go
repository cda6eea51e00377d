package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// brief is a document on one line.
func brief(d schemas.Document) string {
	return fmt.Sprintf("%s|%s|%s|%q", d.ID, strings.Join(d.Title, " "), strings.Join(d.Body, " "), append(d.Present, d.Absent...))
}

// abstract returns a record with the words from first on, 40 of them, as its text.
func abstract(id, title string, first int) string {
	var words []string
	for i := range 40 {
		n := first + i
		words = append(words, "word"+string([]rune{rune('a' + n/26), rune('a' + n%26)}))
	}
	b, _ := json.Marshal(map[string]any{"id": id, "title": title, "abstract": strings.Join(words, " "), "keywords": []string{words[3]}})
	return string(b) + "\n"
}

// TestCorpora: which documents come out of small corpora, what is left out, and what the log says.
func TestCorpora(t *testing.T) {
	one := func(id string) string {
		return `{"id":"` + id + `","title":"` + id + `","abstract":"of ` + id + `","keywords":["k"]}` + "\n"
	}
	t.Chdir(t.TempDir())
	for name, data := range map[string]string{
		"a.jsonl": one("a"), "b.jsonl": one("b"), "c.jsonl": one("c"), "d.jsonl": one("d"),
		"p.csv": "paper_id,title,name,summary,tags,year\n7,no,A b,c d,x|c,1999\n",
		"s.src": "a <eos> b\n",
		"s.trg": "a\n",
		"ids.jsonl": `{"id":-7,"title":"a","abstract":"b","keywords":[]}
{"id":8.0,"title":"a","abstract":"b","keywords":[]}
{"id":12345678901234567890,"title":"a","abstract":"b","keywords":[]}
`,
		"x.csv": "id,title,abstract,keywords\nx,one,,k\ny,two,,k\n",
		"x.jsonl": `{"id":"x-2","title":"three","abstract":"","keywords":[]}

{"id":"x","title":"four","abstract":"","keywords":[]}
{"id":"x","title":"five","abstract":"","keywords":[]}
{"id":"x-2","title":"six","abstract":"","keywords":[]}
`,
		"s/p/part.csv": "title,abstract,keywords\na,,k\nb,,k\n", "s/q/part.csv": "title,abstract,keywords\nc,,k\nd,,k\n",
		"f/b/part-0": one("b"), "f/a/one.csv": "id,title,abstract,keywords\na,x,,k\n", "f/README.md": "# About\n\nA corpus.\n", "f/c/fig.png": "\x89PNG\r\n\x1a\n\x00\x00",
		"none.csv": "id,title,abstract,keywords\n1,a,b,\n2,c,d,\n", "some.csv": "id,title,abstract,keywords\n3,e,f,\n4,g,h,g\n",
		"commas.tsv": joined(12, "graphs, nodes"), "list.tsv": joined(12, "graphs, nodes, and edges"), "nine.tsv": joined(9, "graphs,nodes"),
		"near.t": abstract("t1", "one", 0),
		"near.v": abstract("v1", "two", 3) + abstract("v2", "ONE", 100) + abstract("v3", "three", 200) + abstract("v4", "three", 203),
		"near.r": abstract("r1", "four", 4) + abstract("r2", "five", 198) + abstract("r3", "six", 300) + abstract("r4", "seven", 302),
	} {
		stagetest.Write(t, ".", name, data)
	}
	const near, equal = "--test t=near.t --valid near.v", "v2: duplicate title in test.t t1"
	const columns = "--columns id=paper_id,title=name,text=summary,keywords=tags --keyword-separator | --test x=p.csv"
	for _, c := range []struct {
		args string
		ids  string // of the sets, in their order
		left string // rows that are left out, or texts of the log
	}{
		{"--train a.jsonl --train b.jsonl --valid c.jsonl --valid d.jsonl", "a b c d", ""},
		{columns, "7", "p.csv: csv; read id=paper_id title=name text=summary keywords=tags; not read: title, year"},
		{columns + " --test y=s.src:s.trg", "7 s-1", "s.src: text; it has no columns, so --columns does not apply"},
		{"--test x=ids.jsonl", "-7 8 12345678901234567890", ""},
		{"--test x=x.* --repeated-ids number", "x y x-2 x-3 x-4 x-2-2", ""},
		{"--test x=s", "part-2 part-3 part-2-2 part-3-2", ""},
		{"--test a=a.jsonl --test b=a.jsonl", "a a", ""},
		{"--test x=f", "a b", "skipped 2 files that are not in a corpus format…README.md, …fig.png"},
		{"--train some.csv --valid none.csv", "3 4 1 2", ""},
		{"--test t=none.csv", "1 2", ""},
		{"--train commas.tsv --keyword-separator , --duplicates keep", "0 1 2 3 4 5 6 7 8 9 10 11", ""},
		{"--train list.tsv --duplicates keep", "0 1 2 3 4 5 6 7 8 9 10 11", ""},
		{"--train nine.tsv --duplicates keep", "0 1 2 3 4 5 6 7 8", ""},

		{near, "t1 v3 v4", "v1: near duplicate in test.t t1…" + equal},
		{near + " --train near.r", "t1 r3 r4 v3 v4", "v1: near duplicate in test.t t1…" + equal + "…r1: near duplicate in test.t t1…r2: near duplicate in valid v3"},
		{near + " --train near.r --near-duplicates 0.82", "t1 r1 r3 r4 v3 v4", "v1: near duplicate in test.t t1…" + equal + "…r2: near duplicate in valid v3"},
		{near + " --train near.r --near-duplicates 0", "t1 r1 r2 r3 r4 v1 v3 v4", equal},
		{near + " --train near.r --duplicates keep", "t1 r1 r2 r3 r4 v1 v2 v3 v4", ""},
	} {
		out, log := execute(t, 0, strings.Fields(c.args)...)
		if got := strings.Join(slices.Concat(ids(t, out, "test.*"), ids(t, out, "train"), ids(t, out, "valid")), " "); got != c.ids {
			t.Errorf("%s: documents %s, want %s", c.args, got, c.ids)
		}
		if rest := missing(log+strings.Join(causes(t, out), "\n"), c.left); rest != "" {
			t.Errorf("%s: no %q in\n%s%q", c.args, rest, log, causes(t, out))
		}
	}
	out, _ := execute(t, 0, strings.Fields(columns)...)
	if d := readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet"); brief(d[0]) != `7|a b .|c d|[["c"] ["x"]]` {
		t.Errorf("%q", brief(d[0]))
	}
}

// missing returns the first of the texts, parted by …, that a log lacks in their order; "" if it has them all.
func missing(log, texts string) string {
	for want := range strings.SplitSeq(texts, "…") {
		_, after, ok := strings.Cut(log, want)
		if !ok {
			return want
		}
		log = after
	}
	return ""
}
