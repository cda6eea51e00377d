package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// gold has two documents: one with concepts 1 and 2, one with 3.
const gold = `{"id":"a","title":"Graphs","subjects":["<http://e/1>","http://e/2"]}
{"id":"b","title":"Trees","subjects":["http://e/3"]}
`

// TestScoreConcepts: numbers worked out by hand. Of the two concepts of a, one is found, at rank 2; that of b at rank 1.
func TestScoreConcepts(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "gold.jsonl", gold)
	predictions := stagetest.Write(t, dir, "p.jsonl", `{"id":"b","concepts":["http://e/3"],"scores":[1]}
{"id":"a","concepts":["http://e/9","http://e/1"],"scores":[0.5,0.5]}
`)
	for _, c := range []struct {
		f1   float64 // mean of F1@5 of a, and 1 of b
		more []string
	}{
		{(2./(2+2) + 1) / 2, nil},
		{(2./(2+1) + 1) / 2, []string{"--vocabulary", stagetest.Write(t, dir, "v.tsv", "<http://e/1>\tgraph\n<http://e/3>\ttree\n<http://e/9>\tcycle\n")}}, // without concept 2
	} {
		out := filepath.Join(t.TempDir(), "out")
		stagetest.Do(t, conceptsScoring, append([]string{"--predictions", predictions, "--documents", documents, "--out", out}, c.more...)...)
		near(t, metricsOf(t, out), "", map[string]float64{"f1@5": c.f1})
		// It has no report to point to.
		if shown := stagetest.Do(t, showing, out).Stdout; shown != read(t, filepath.Join(out, summaryFile)) || strings.Contains(shown, "review") {
			t.Errorf("score show prints %q", shown)
		}
	}
}

// TestScoreConceptsLabels: a label of one concept counts as its URI, one of several or of none does not count.
func TestScoreConceptsLabels(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "gold.jsonl", `{"id":"a","title":"Graphs","subjects":["GRAPH","none","twice","<http://e/9>"]}`+"\n")
	predictions := stagetest.Write(t, dir, "p.jsonl", `{"id":"a","concepts":["http://e/1","http://e/2"],"scores":[0.5,0.5]}`+"\n")
	vocabulary := stagetest.Write(t, dir, "v.csv", "uri,term,synonyms\nhttp://e/1,graph,twice\nhttp://e/2,tree,twice\nhttp://e/9,cycle,\n")
	out := filepath.Join(dir, "out")
	stagetest.Do(t, conceptsScoring, "--predictions", predictions, "--documents", documents, "--vocabulary", vocabulary, "--out", out)
	near(t, metricsOf(t, out), "", map[string]float64{"f1@5": 0.5})
}

// TestScoreConceptsGold: subjects that are no concept are a warning with the first, and none at all, joined URIs and URIs with scores are
// refused.
func TestScoreConceptsGold(t *testing.T) {
	dir := t.TempDir()
	vocabulary := stagetest.Write(t, dir, "v.tsv", "<http://e/1>\tgraph\n<http://e/3>\ttree\n")
	for subjects, says := range map[string]string{
		`["http://e/1","http://e/99"]`:     `subjects=12 of=24 first=http://e/99`,
		`["http://e/99"]`:                  "no document has a concept; give URIs, or labels of --vocabulary",
		`[]`:                               "no document has a concept; give URIs",
		`"http://e/1, http://e/3"`:         "looks joined by ','",
		`[["http://e/1",0.5]]`:             "row 1: the keywords have scores",
		`"tree, old; graph, of functions"`: "no document has a concept",
	} {
		var gold, lines strings.Builder
		for i := range 12 {
			fmt.Fprintf(&gold, `{"id":"%d","title":"Graphs","subjects":%s}`+"\n", i, subjects)
			fmt.Fprintf(&lines, `{"id":"%d","concepts":["http://e/1"],"scores":[1]}`+"\n\n", i)
		}
		args := []string{"--predictions", stagetest.Write(t, dir, "p.jsonl", lines.String()), "--documents", stagetest.Write(t, dir, "g.jsonl", gold.String()),
			"--vocabulary", vocabulary, "--out", filepath.Join(t.TempDir(), "out")}
		r := stagetest.Run(t, conceptsScoring, args...)
		if code := map[bool]int{true: 0, false: stages.ExitInput}[strings.Contains(says, "=12")]; !strings.Contains(r.Stderr, says) || r.Code != code {
			t.Errorf("%s: %d, %s", subjects, r.Code, r.Stderr)
		}
	}
}

// TestScoreConceptsRefused: input that would be counted wrongly is refused, with its place.
func TestScoreConceptsRefused(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "gold.jsonl", gold)
	a, b := `{"id":"a","concepts":["http://e/1"],"scores":[0.5]}`+"\n", `{"id":"b","concepts":["http://e/3"],"scores":[1]}`+"\n"
	for said, lines := range map[string]string{
		`line 3: has document "a" a second time`:  a + b + a,
		"line 1: has concept http://e/1 a second": `{"id":"a","concepts":["http://e/1","http://e/1"],"scores":[0.5,0.4]}` + "\n" + b,
		"line 2: the score of http://e/3 is 1.5":  a + `{"id":"b","concepts":["http://e/3"],"scores":[1.5]}` + "\n",
		"line 2: has 1 concepts and 0 scores":     a + `{"id":"b","concepts":["http://e/3"]}` + "\n",
		`has no document "b"`:                     a,
		"has 1 documents that --documents lacks":  a + b + `{"id":"c","concepts":[],"scores":[]}` + "\n",
	} {
		predictions := stagetest.Write(t, dir, "p.jsonl", lines)
		stagetest.Refused(t, conceptsScoring, stages.ExitInput, []string{said}, "--predictions", predictions, "--documents", documents, "--out", filepath.Join(dir, "out"))
	}
	good := stagetest.Write(t, dir, "good.jsonl", a+b)
	two := filepath.Dir(stagetest.Write(t, t.TempDir(), "v.tsv", "<http://e/1>\tgraph\n"))
	stagetest.Write(t, two, "w.tsv", "<http://e/1>\tgraph\n")
	stagetest.Refused(t, conceptsScoring, stages.ExitUsage, []string{"want the name of one file"}, "--predictions", good, "--documents", documents,
		"--vocabulary", two, "--out", filepath.Join(dir, "out"))
}

// TestScoreConceptsOfOtherDocuments: concepts that infer gave another text are refused, from Parquet and from JSON lines.
func TestScoreConceptsOfOtherDocuments(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "gold.jsonl", gold)
	for text, want := range map[string]string{"Trees": "", "Treats": `gold.jsonl: row 2: document "b" has another title or text than the one that `} {
		rows := []schemas.Assigned{{ID: "a"}, {ID: "b", Digest: (&schemas.Document{TitleText: text}).Digest()}}
		parquet := filepath.Join(dir, "concepts-00000-of-00001.parquet")
		table(t, parquet, schemas.Assigneds, rows...)
		stagetest.Write(t, dir, "concepts-wide.parquet", "an export")
		for _, predictions := range []string{parquet, dir,
			stagetest.Write(t, dir, "p.jsonl", fmt.Sprintf(`{"id":"a","concepts":[],"scores":[]}`+"\n"+`{"id":"b","concepts":[],"scores":[],"digest":%q}`+"\n", rows[1].Digest))} {
			args := []string{"--predictions", predictions, "--documents", documents, "--out", filepath.Join(t.TempDir(), "out")}
			if want == "" {
				stagetest.Do(t, conceptsScoring, args...)
			} else {
				stagetest.Refused(t, conceptsScoring, stages.ExitInput, []string{want}, args...)
			}
		}
	}
}

// TestScoreConceptsReview works a review out on paper. Of document a, concept 1 is kept, 9 struck, 8 has no mark, 7 is not in the sheet,
// and the label "tree" was added, which is concept 3. Document b was struck altogether, and c is not corrected. The column subjects does
// not count.
func TestScoreConceptsReview(t *testing.T) {
	dir := t.TempDir()
	vocabulary := stagetest.Write(t, dir, "v.csv", "uri,term,synonyms\nhttp://e/1,graph,twice\nhttp://e/3,tree,twice\nhttp://e/7,leaf,\nhttp://e/8,root,\nhttp://e/9,cycle,\n")
	documents := stagetest.Write(t, dir, "d.jsonl", `{"id":"a","title":"Graphs","subjects":["http://e/9"]}`+"\n"+`{"id":"b","title":"Trees"}`+"\n"+`{"id":"c","title":"Rocks"}`+"\n")
	predictions := stagetest.Write(t, dir, "p.jsonl", `{"id":"a","concepts":["http://e/8","http://e/9","http://e/1","http://e/7"],"scores":[0.9,0.5,0.5,0]}
{"id":"b","concepts":["http://e/3"],"scores":[1]}
{"id":"c","concepts":["http://e/9"],"scores":[1]}
`)
	head := "title,phrase,score,keep?,id,digest,concept,shown\n"
	sheet := head + "A,root,.9,,a,,http://e/8,root\nA,cycle,.5,no,a,,http://e/9,cycle\nA,graph,.5,yes,a,,http://e/1,graph\nA,tree,,,a,,,\nA,twice,,,a,,,\nB,tree,1,no,b,,http://e/3,tree\nC,cycle,1,,c,,http://e/9,cycle\n"
	args := func(sheet string, more ...string) []string {
		return append(more, "--predictions", predictions, "--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", sheet))
	}
	out := filepath.Join(dir, "out")
	ran := stagetest.Do(t, conceptsScoring, args(sheet, "--vocabulary", vocabulary, "--out", out)...)
	near(t, metricsOf(t, out), "", map[string]float64{"documents": 1, "documents_without_gold": 1, "gold": 2, "printed": 3, "f1@5": 2. / (3 + 2), "precision": 1. / 3,
		"review_right": 1, "review_struck": 2, "review_unmarked": 1, "review_unseen": 1, "review_precision": 1. / 3})
	if want := "review: of 3 judged concepts 0.333 are right (1 right, 2 struck); 1 without a mark are left out, and 1 that the sheet lacks count as wrong"; !strings.Contains(ran.Stdout, want) || ran.Stdout != read(t, filepath.Join(out, summaryFile)) {
		t.Error(ran.Stdout)
	}
	for _, want := range []string{"documents corrected: 2 of 3", "left out: concepts of the review that the vocabulary lacks", "concepts=1 first=twice"} {
		if !strings.Contains(ran.Stderr, want) {
			t.Errorf("%q is not in %s", want, ran.Stderr)
		}
	}
	bare := stagetest.Write(t, dir, "d.csv", "id,title\na,Graphs\nb,Trees\nc,Rocks\n") // no column has concepts
	again := stagetest.Do(t, conceptsScoring, "--predictions", predictions, "--documents", bare, "--vocabulary", vocabulary,
		"--review", stagetest.Write(t, dir, "r.csv", sheet), "--out", filepath.Join(dir, "bare"))
	if again.Stdout != ran.Stdout {
		t.Errorf("of documents without concepts: %s", again.Stdout)
	}
	with := func(sheet string) []string {
		return args(head+sheet, "--vocabulary", vocabulary, "--out", filepath.Join(dir, "none"))
	}
	stagetest.Refused(t, conceptsScoring, stages.ExitUsage, []string{"--review needs --vocabulary"}, args(sheet, "--out", filepath.Join(dir, "none"))...)
	stagetest.Refused(t, conceptsScoring, stages.ExitInput, []string{`document "z" is not in --documents`}, with("Z,tree,,yes,z,,http://e/3,tree\n")...)
	stagetest.Refused(t, conceptsScoring, stages.ExitInput, []string{`document "a" has another title or text than the one that was corrected, row 2 of`}, with("A,graph,,yes,a,text:00,http://e/1,graph\n")...)
	stagetest.Refused(t, conceptsScoring, stages.ExitInput, []string{"is corrected"}, with("A,graph,,,a,,http://e/1,graph\n")...)
}
