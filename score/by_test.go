package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/group"
	"github.com/wrone2set/wrone2set/stages"
)

// fields are four documents with a column of lists, texts, numbers and nothing. The words of each are its keyphrases.
const fields = `{"id":"a","title":"Graphs","abstract":"Random walks.","keywords":["graphs","walks"],"Field":["maths","physics","maths"],"year":2014}
{"id":"b","title":"Trees","abstract":"Nodes.","keywords":["trees","forests"],"Field":" maths ","year":2014}
{"id":"c","title":"Cells","abstract":"Cell walls.","keywords":["cells"],"Field":null,"year":2015}
{"id":"d","title":"Stars","abstract":"Bright stars.","keywords":["stars"],"Field":["physics",""],"year":2015}
`

const fieldsPredicted = `{"id":"a","phrases":[{"phrase":"graphs","score":0.9},{"phrase":"random","score":0.5}]}
{"id":"b","phrases":[{"phrase":"forests","score":0.25}]}
{"id":"c","phrases":[]}
{"id":"d","phrases":[{"phrase":"stars","score":1},{"phrase":"bright, stars","score":0.6}]}
`

// grouped scores documents with --by and returns the groups and what was printed.
func grouped(t *testing.T, documents, predictions string, more ...string) ([]schemas.Group, string) {
	t.Helper()
	out, printed, _ := done(t, append([]string{"--predictions", predictions, "--documents", documents, "--bins", "4"}, more...)...)
	rows, err := schemas.Groups.ReadAll(filepath.Join(out, groupsFile))
	if err != nil {
		t.Fatal(err)
	}
	return rows, printed
}

// TestBy works the groups of four documents out by hand: a is of two fields, c of none.
func TestBy(t *testing.T) {
	documents, predictions := file(t, "g.jsonl", fields), file(t, "p.jsonl", fieldsPredicted)
	rows, printed := grouped(t, documents, predictions, "--by", "field")
	f1 := func(p, r float64) float64 { return 2 * p * r / (p + r) }
	want := []schemas.Group{
		// a has one of two present targets with two predictions, b the absent one of one present and one absent target.
		{TestSet: "g", Column: "field", Kind: "value", Value: "maths", Values: 1, Documents: 2, Phrases: 3,
			PresentAt5: schemas.GroupF1{F1: f1((1./5)/2, (1./2)/2)}, PresentAtM: schemas.GroupF1{F1: f1((1./2)/2, (1./2)/2)},
			AbsentAt5: schemas.GroupF1{F1: f1((1./5)/2, 1./2)}, AbsentAtM: schemas.GroupF1{F1: f1(1./2, 1./2)}},
		{TestSet: "g", Column: "field", Kind: "value", Value: "physics", Values: 1, Documents: 2, Phrases: 3,
			PresentAt5: schemas.GroupF1{F1: f1((1./5+1./5)/2, (1./2+1)/2)}, PresentAtM: schemas.GroupF1{F1: f1((1./2+1)/2, (1./2+1)/2)}},
		{TestSet: "g", Column: "field", Kind: "none", Documents: 1},
	}
	// Bins of a quarter: of maths .9 is right, .5 wrong and .25 right; of physics .9 and 1 are right, .5 is wrong.
	eces := []float64{(0.1 + 0.5 + 0.75) / 3, (2 - 1.9 + 0.5) / 3}
	if len(rows) != len(want) {
		t.Fatalf("%d groups: %+v", len(rows), rows)
	}
	for i, got := range rows {
		if (got.ECE != nil) != (i < len(eces)) || got.ECE != nil && math.Abs(*got.ECE-eces[i]) > 1e-7 {
			t.Errorf("%s: ECE %v, want %v", got.Value, got.ECE, eces[i])
		}
		for j, at := range []struct{ got, want *schemas.GroupF1 }{{&got.PresentAt5, &want[i].PresentAt5}, {&got.PresentAtM, &want[i].PresentAtM},
			{&got.AbsentAt5, &want[i].AbsentAt5}, {&got.AbsentAtM, &want[i].AbsentAtM}} {
			if at.got.Low == nil || at.got.High == nil || *at.got.Low > at.got.F1 || *at.got.High < at.got.F1 || math.Abs(at.got.F1-at.want.F1) > 1e-12 {
				t.Errorf("%s, F1 %d: %+v, want %v", got.Value, j, at.got, at.want.F1)
			}
			*at.got = *at.want
		}
		if got.ECE = nil; got != want[i] {
			t.Errorf("group %d is %+v, want %+v", i, got, want[i])
		}
	}
	for _, line := range []string{" by field  documents ", " maths          2  0.1429 [", " physics          2  0.3158 [", " (none)          1  0.0000 [0.000, 0.000]"} {
		if !strings.Contains(printed, line) {
			t.Errorf("no %q in\n%s", line, printed)
		}
	}
}

// TestByOneGroup: a group of all documents has the numbers of metrics.json, whatever the settings.
func TestByOneGroup(t *testing.T) {
	documents, predictions := file(t, "g.jsonl", strings.NewReplacer("2014", "1", "2015", "1").Replace(fields)), file(t, "p.jsonl", fieldsPredicted)
	seen := map[string]bool{}
	for _, more := range [][]string{nil, {"--seed", "3", "--bootstrap", "5"}, {"--bootstrap", "5"}, {"--bootstrap", "0"}, {"--bins", "1"}, {"--released", "--meng-precision", "--ks", "5,M"}} {
		out, _, _ := done(t, append([]string{"--predictions", predictions, "--documents", documents, "--by", "year"}, more...)...)
		rows, err := schemas.Groups.ReadAll(filepath.Join(out, groupsFile))
		if err != nil || len(rows) != 1 || rows[0].Documents != 4 {
			t.Fatalf("%v: %v, %+v", more, err, rows)
		}
		metrics, row := metricsOf(t, out), rows[0]
		for name, got := range map[string]*schemas.GroupF1{"present/macro/f1@5": &row.PresentAt5, "present/macro/f1@M": &row.PresentAtM,
			"absent/macro/f1@5": &row.AbsentAt5, "absent/macro/f1@M": &row.AbsentAtM} {
			low, bounded := metrics["g/"+name+"/low"]
			if got.F1 != metrics["g/"+name] || bounded != (got.Low != nil) || bounded && (*got.Low != low || *got.High != metrics["g/"+name+"/high"]) {
				t.Errorf("%v: %s is %+v, in metrics.json %v from %v", more, name, got, metrics["g/"+name], low)
			}
		}
		if ece := metrics["g/all/calibration/ece"]; row.ECE == nil || *row.ECE != ece || row.Phrases != int64(metrics["g/all/calibration/phrases"]) {
			t.Errorf("%v: ECE %v of %d phrases, in metrics.json %v", more, row.ECE, row.Phrases, ece)
		}
		seen[group.Text("year", rows)] = true
	}
	if len(seen) != 6 {
		t.Errorf("six settings give %d different groups", len(seen))
	}
}

// TestByFormats: a column of CSV, of Parquet and of a pipe.
func TestByFormats(t *testing.T) {
	dir := t.TempDir()
	predictions := put(t, filepath.Join(dir, "p.jsonl"), `{"id":"a","phrases":["graphs"]}`+"\n"+`{"id":"b","phrases":["nodes"]}`+"\n")
	table := put(t, filepath.Join(dir, "g.csv"), "id,title,abstract,keywords,Set,set\na,Graphs,Walks.,graphs,x,1\nb,Trees,Nodes.,nodes,\"[\"\"y\"\"]\",2\n")
	type row struct {
		ID       string   `parquet:"id"`
		Title    string   `parquet:"title"`
		Keywords string   `parquet:"keywords"`
		Set      []string `parquet:"set,list"`
	}
	lists := filepath.Join(dir, "g.parquet")
	if err := parquet.WriteFile(lists, []row{{"a", "Graphs", "graphs", []string{"x", "y"}}, {"b", "Trees", "nodes", nil}}); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "more.jsonl"), `{"id":"b","title":"Trees","abstract":"Nodes.","keywords":["nodes"]}`+"\n")
	put(t, filepath.Join(dir, "some.jsonl"), `{"id":"a","title":"Graphs","abstract":"Walks.","keywords":["graphs"],"set":{"z": 1}}`+"\n")
	for _, c := range []struct{ documents, by, want string }{
		{table, "Set", `["y"] 1, x 1`},
		{table, "set", "1 1, 2 1"},
		{table, "SET", `["y"] 1, x 1`},
		{lists, "set", "x 1, y 1,  1"},
		{filepath.Join(dir, "*e.jsonl"), "set", `{"z":1} 1,  1`},
	} {
		rows, _ := grouped(t, c.documents, predictions, "--by", c.by, "--name", "g")
		var got []string
		for _, r := range rows {
			got = append(got, r.Value+" "+string(rune('0'+r.Documents)))
			if r.ECE != nil {
				t.Errorf("ECE %v without scores", *r.ECE)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s by %s: %q, want %s", c.documents, c.by, got, c.want)
		}
	}
}

// TestByRefused: a column that is not there is a wrong use, and the error names those that are.
func TestByRefused(t *testing.T) {
	documents, predictions := file(t, "g.jsonl", fields), file(t, "p.jsonl", fieldsPredicted)
	ours := small(t)
	pair := file(t, "x_src.txt", "a <eos> b\n") + ":" + file(t, "x_trg.txt", "a\n")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--predictions", predictions, "--documents", documents, "--by", "topic"},
			"--by topic: " + documents + " has the columns id, title, abstract, keywords, Field, year"},
		{[]string{"--predictions", ours, "--documents", ours, "--by", "id"}, "has no columns: give the corpus itself"},
		{[]string{"--predictions", file(t, "p.txt", "a\n"), "--documents", pair, "--by", "id"}, "x_src.txt has no columns"},
	} {
		refused(t, stages.ExitUsage, c.says, c.args...)
	}
	// Without --by nothing is grouped.
	if out, printed, _ := done(t, "--predictions", predictions, "--documents", documents); strings.Contains(printed, "(none)") || exists(filepath.Join(out, groupsFile)) {
		t.Error(printed)
	}
}
