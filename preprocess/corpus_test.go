package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// put writes a file below a fresh folder, or below dir.
func put(t *testing.T, dir, name, data string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// brief is a document on one line.
func brief(d schemas.Document) string {
	return fmt.Sprintf("%s|%s|%s|%q", d.ID, strings.Join(d.Title, " "), strings.Join(d.Body, " "), append(d.Present, d.Absent...))
}

func briefs(t *testing.T, out, set string) (all []string) {
	t.Helper()
	for _, d := range readTable(t, schemas.Documents, out, set+"-00000-of-00001.parquet") {
		all = append(all, brief(d))
	}
	return all
}

// TestColumnsAndSeparator: the user's names of columns, in every format that has some, with keywords joined by a mark of
// the user's; and what is said of the columns.
func TestColumnsAndSeparator(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ data, said string }{
		"p.csv":   {"paper_id,title,name,summary,tags,year\n7,no,A b,c d,x|c,1999\n", "p.csv: csv; read id=paper_id title=name text=summary keywords=tags; not read: title, year"},
		"p.tsv":   {"paper_id\ttitle\tname\tsummary\ttags\tyear\n7\tno\tA b\tc d\tx|c\t1999\n", "p.tsv: tsv; read id=paper_id title=name text=summary keywords=tags; not read: title, year"},
		"p.jsonl": {`{"paper_id":7,"title":"no","name":"A b","summary":"c d","tags":"x|c","year":1}` + "\n", "p.jsonl: jsonl; read id=paper_id title=name text=summary keywords=tags; not read: title, year"},
		"p.json":  {`[{"paper_id":7.0,"title":"no","name":"A b","summary":"c d","tags":["x","c"],"year":1}]`, "p.json: json; read id=paper_id title=name text=summary keywords=tags; not read: title, year"},
	} {
		path := put(t, dir, name, c.data)
		out, log := execute(t, 0, "--columns", "id=paper_id,title=name,text=summary,keywords=tags", "--keyword-separator", "|", "--test", "x="+path)
		if got, want := briefs(t, out, "test.x"), []string{`7|a b .|c d|[["c"] ["x"]]`}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if !strings.Contains(log, c.said) {
			t.Errorf("%s: it does not say %q\n%s", name, c.said, log)
		}
		if _, log := execute(t, stages.ExitInput, "--columns", "title=name,keywords=mesh", "--test", "x="+path); !strings.Contains(log, name) || !strings.Contains(log, "is called mesh") || !strings.Contains(log, "paper_id") {
			t.Errorf("%s without the column: %s", name, log)
		}
	}
	path := filepath.Join(dir, "p.csv")
	for _, c := range []struct{ columns, want string }{
		{"titel=name", `"titel=name": want PART=NAME, with PART one of id, title, text, keywords`},
		{"name", "want PART=NAME"},
		{"title=", "want PART=NAME"},
		{"title=name,text=Name", "the column Name is named twice"},
	} {
		if _, log := execute(t, stages.ExitUsage, "--columns", c.columns, "--test", "x="+path); !strings.Contains(log, c.want) {
			t.Errorf("%s: %s", c.columns, log)
		}
	}
	// Several names of a part go by rank, and a name taken for one part is none of another's.
	out, _ := execute(t, 0, "--columns", "title=nome,title=name,text=title,keywords=tags", "--test", "x="+path)
	if got := briefs(t, out, "test.x"); !reflect.DeepEqual(got, []string{`7|a b .|no|[["xc"]]`}) {
		t.Errorf("%q", got)
	}
	if _, log := execute(t, 0, "--test", "x="+put(t, dir, "index.csv", ",id,title,abstract,keywords\n0,a,b,c,d\n")); !strings.Contains(log, "not read: an unnamed column") {
		t.Errorf("an index of pandas: %s", log)
	}
	// Columns are named for the table among the corpora; for text alone they are refused.
	pair := put(t, dir, "s.src", "a <eos> b\n") + ":" + put(t, dir, "s.trg", "a\n")
	if _, log := execute(t, 0, "--columns", "title=name", "--test", "x="+path, "--test", "y="+pair); !strings.Contains(log, "s.src: text; it has no columns, so --columns does not apply") {
		t.Errorf("a pair beside a table: %s", log)
	}
	if _, log := execute(t, stages.ExitInput, "--test", "x="+pair, "--columns", "title=name"); !strings.Contains(log, "has no columns that --columns could name; leave out --columns") {
		t.Errorf("a pair: %s", log)
	}
	many := t.TempDir()
	for i := range 30 {
		put(t, many, fmt.Sprintf("f%02d.csv", i), fmt.Sprintf("id,title,abstract,keywords,year\n%d,a,b,c,1\n", i))
	}
	if _, log := execute(t, 0, "--test", "x="+many); strings.Count(log, "not read: year") != 1 {
		t.Errorf("thirty files of one header: %s", log)
	}
}

// TestJoinedByAnother: keywords that look joined by another mark than the one they are cut at end a training, once enough
// records say so; single phrases with commas and few records do not.
func TestJoinedByAnother(t *testing.T) {
	table := func(n int, keywords func(i int) string) string {
		var b strings.Builder
		b.WriteString("id\ttitle\tabstract\tkeywords\n")
		for i := range n {
			fmt.Fprintf(&b, "%d\tgraph %d\tnodes of graphs %d\t%s\n", i, i, i, keywords(i))
		}
		return b.String()
	}
	always := func(s string) func(int) string { return func(int) string { return s } }
	dir := t.TempDir()
	for name, c := range map[string]struct {
		data string
		code int
		want string
	}{
		"commas":          {table(12, always("graphs, nodes, edge sets")), stages.ExitInput, "in 12 of 12 records they are one phrase that looks joined by ','; the separator is \";\"; give --keyword-separator ','"},
		"bars":            {table(12, always("graphs|nodes")), stages.ExitInput, "--keyword-separator '|'"},
		"most":            {table(21, func(i int) string { return []string{"graphs,nodes", "nodes"}[i%2] }), stages.ExitInput, "in 11 of 21 records"},
		"long":            {table(1500, func(i int) string { return []string{"graphs,nodes", ""}[i/1200] }), stages.ExitInput, "in 1000 of 1000 records"},
		"half":            {table(20, func(i int) string { return []string{"graphs,nodes", "nodes"}[i%2] }), 0, ""},
		"one document":    {table(1, always("graphs, nodes")), 0, ""},
		"nine documents":  {table(9, always("graphs, nodes")), 0, ""},
		"a list in words": {table(12, always("graphs, nodes, and edges")), 0, ""},
		"long phrases":    {table(13, func(i int) string { return []string{"nodes", "a word and very many more words, nodes"}[min(i, 1)] }), 0, ""},
		"as wanted":       {table(12, always("graphs; nodes")), 0, ""},
	} {
		path := put(t, dir, name+".tsv", c.data)
		_, log := execute(t, c.code, "--train", path)
		if !strings.Contains(log, c.want) || c.code != 0 && !strings.Contains(log, name+".tsv") {
			t.Errorf("%s: %s\nwant %s", name, log, c.want)
		}
	}
	execute(t, 0, "--keyword-separator", ",", "--train", filepath.Join(dir, "commas.tsv"))
	tabs := strings.ReplaceAll(table(12, always(`"graphs nodes"`)), "graphs nodes", "graphs\tnodes")
	if _, log := execute(t, stages.ExitInput, "--train", put(t, dir, "tabs.tsv", tabs)); !strings.Contains(log, `--keyword-separator '\t'`) {
		t.Error(log)
	}
	out, _ := execute(t, 0, "--keyword-separator", `\t`, "--train", filepath.Join(dir, "tabs.tsv"))
	if got := briefs(t, out, "train"); !strings.HasSuffix(got[0], `[["graphs"] ["nodes"]]`) {
		t.Errorf("%q", got[0])
	}
}

// TestRepeatedIDs: an id that occurs again in a set, in whatever file, is refused with both places, or numbered; one that
// was made up is always numbered, and other sets do not count.
func TestRepeatedIDs(t *testing.T) {
	dir := t.TempDir()
	a := put(t, dir, "a.csv", "id,title,abstract,keywords\nx,one,,k\ny,two,,k\n")
	b := put(t, dir, "b.jsonl", `{"id":"x-2","title":"three","abstract":"","keywords":[]}

{"id":"x","title":"four","abstract":"","keywords":[]}
{"id":"x","title":"five","abstract":"","keywords":[]}
{"id":"x-2","title":"six","abstract":"","keywords":[]}
`)
	both := "x=" + filepath.Join(dir, "[ab].*")
	if _, log := execute(t, stages.ExitInput, "--test", both); !strings.Contains(log, fmt.Sprintf(`%s: row 3: the id "x" is also that of row 2 of %s`, b, a)) || !strings.Contains(log, "--repeated-ids number") {
		t.Error(log)
	}
	want := []string{"x", "y", "x-2", "x-3", "x-4", "x-2-2"}
	ids := func(out string) (all []string) {
		for _, d := range readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet") {
			all = append(all, d.ID)
		}
		return all
	}
	out, _ := execute(t, 0, "--test", both, "--repeated-ids", "number")
	if got := ids(out); !reflect.DeepEqual(got, want) {
		t.Errorf("numbered: %q, want %q", got, want)
	}
	put(t, dir, "s/p/part.csv", "title,abstract,keywords\na,,k\nb,,k\n")
	put(t, dir, "s/q/part.csv", "title,abstract,keywords\nc,,k\nd,,k\n")
	out, _ = execute(t, 0, "--test", "x="+filepath.Join(dir, "s"))
	if got := ids(out); !reflect.DeepEqual(got, []string{"part-2", "part-3", "part-2-2", "part-3-2"}) {
		t.Errorf("files of one name: %q", got)
	}
	good := put(t, dir, "g.csv", "id,title,abstract,keywords\nx,one,two,k\n")
	execute(t, 0, "--test", "a="+good, "--test", "b="+good)
	execute(t, stages.ExitUsage, "--test", "x="+a, "--repeated-ids", "drop")
	stdin(t, []byte("id,title,abstract,keywords\nx,one,,k\nx,two,,k\n"))
	if _, log := execute(t, stages.ExitInput, "--test", "x=-"); !strings.Contains(log, `standard input: row 3: the id "x" is also that of an earlier row`) {
		t.Error(log)
	}
}

// TestKindsOfIDs: what names documents elsewhere names them here.
func TestKindsOfIDs(t *testing.T) {
	path := put(t, t.TempDir(), "a.jsonl", `{"id":-7,"title":"a","abstract":"b","keywords":[]}
{"id":8.0,"title":"a","abstract":"b","keywords":[]}
{"id":"3f2504e0-4f89-11d3-9a0c-0305e82c3301","title":"a","abstract":"b","keywords":[]}
{"id":12345678901234567890,"title":"a","abstract":"b","keywords":[]}
`)
	out, _ := execute(t, 0, "--test", "x="+path)
	var got []string
	for _, d := range readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet") {
		got = append(got, d.ID)
	}
	if want := []string{"-7", "8", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "12345678901234567890"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPlainText: a text alone has no keyphrases, which only labelling can do without.
func TestPlainText(t *testing.T) {
	raw := put(t, t.TempDir(), "raw.txt", "title\nGraph-based Methods, and Nodes.\n\nOn 12 graphs\n")
	if _, log := execute(t, stages.ExitInput, "--train", raw); !strings.Contains(log, "no training document is left of 4 rows: 4 are bad; the last bad row: has no keyphrases: a source text alone can only be labelled, otherwise give source.txt:target.txt") {
		t.Error(log)
	}
}
