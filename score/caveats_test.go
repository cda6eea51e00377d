package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// outcome scores predictions, and returns what was printed and logged and the numbers.
func outcome(t *testing.T, documents, predictions string, more ...string) (printed, log string, m map[string]float64) {
	t.Helper()
	out, printed, log := done(t, append(more, "--predictions", predictions, "--documents", documents, "--name", "x", "--bootstrap", "0")...)
	return printed, log, metricsOf(t, out)
}

// TestSigns: right predictions that differ from their keyphrase in digits or marks are counted and said, with examples. With
// --distinguish signs they are wrong, and the same phrases right.
func TestSigns(t *testing.T) {
	gold := file(t, "g.jsonl", `{"id":"a","title":"Flu strains","abstract":"H5-12 flu, type 1 fever and type 2 fever, F# and F++, X-ray, E. coli (K12)","keywords":["H5-12 flu","type 1 fever","type 2 fever","F#","X-ray","E. coli (K12)"]}`)
	file := func(name string, phrases ...string) string {
		return file(t, name, `{"id":"a","keyphrases":[`+joined("%q", ",", phrases)+`]}`)
	}
	same := file("same.jsonl", "H5-12 flu", "type 2 fever", "F#", "x ray", "E. coli (K13)")
	other := file("other.jsonl", "H5-13 flu", "type 3 fever", "F++", "X-Ray", "E. coli")
	printed, log, m := outcome(t, gold, same)
	if m["x/caveats/hits"] != 5 || m["x/caveats/hits_differing"] != 0 || strings.Contains(printed+log, "differ from their keyphrase") {
		t.Errorf("the same signs: %v of %v hits differ, %s", m["x/caveats/hits_differing"], m["x/caveats/hits"], printed)
	}
	printed, log, m = outcome(t, gold, other)
	const says = `3 of 5 right predictions differ from their keyphrase in digits or marks: "H5-13 flu" for "H5-12 flu"; "type 3 fever" for "type`
	if m["x/all/micro/hits@M"] != 5 || m["x/caveats/hits_differing"] != 3 || !strings.Contains(printed, says) || !strings.Contains(strings.ReplaceAll(log, `\"`, `"`), says) {
		t.Errorf("other signs: %v of %v hits differ, printed %s, logged %s", m["x/caveats/hits_differing"], m["x/caveats/hits"], printed, log)
	}
	for predictions, hits := range map[string]float64{same: 5, other: 2} {
		_, _, m := outcome(t, gold, predictions, "--distinguish", "signs")
		near(t, m, "x/", map[string]float64{"all/micro/hits@M": hits, "all/targets": 6, "caveats/hits_differing": 0})
	}
	tokens := small(t)
	for _, args := range [][]string{{"--documents", tokens, "--predictions", tokens}, {"--documents", gold, "--predictions", same, "--released"}} {
		refused(t, stages.ExitUsage, "distinguish", append(args, "--distinguish", "signs")...)
	}
}

// TestUnmatchable: keyphrases that no prediction can match are a warning with three examples if they are more than 5 %.
func TestUnmatchable(t *testing.T) {
	documents := func(n int, keywords ...string) string {
		var b strings.Builder
		for i := range n {
			own := "graph cuts"
			if i < len(keywords) {
				own = keywords[i]
			}
			fmt.Fprintf(&b, `{"title":"","abstract":"We cut graphs, and measure how good the cuts of all graphs are.","keywords":[%q]}`+"\n", own)
		}
		return file(t, fmt.Sprintf("g%d-%d.jsonl", n, len(keywords)), b.String())
	}
	lines := func(n int) string {
		return file(t, fmt.Sprintf("p%d.txt", n), strings.Repeat("graph cuts\n", n))
	}
	kinds := []string{"graphs, cuts", "graphs|cuts", "graphs\ncuts", `\emph cuts`, "разрез графа", "グラフ", "图；割", "**cuts** of", "https://graph.cuts"}
	_, log, m := outcome(t, documents(20, kinds...), lines(20))
	near(t, m, "x/caveats/", map[string]float64{"targets_unmatchable": 9, "targets": 20})
	if says := `WARN`; !strings.Contains(log, says) || !strings.Contains(log, "no prediction can match 9 of 20 keyphrases") || strings.Count(log, "(a separator inside)") != 3 {
		t.Errorf("%s", log)
	}
	printed, log, m := outcome(t, documents(20, kinds[0]), lines(20))
	if m["x/caveats/targets_unmatchable"] != 1 || strings.Contains(printed+log, "no prediction can match") {
		t.Errorf("one of 20: %s", log)
	}
	matchable := []string{"state-of-the-art", "x-ray (CT)", "1,2-dioxin", "R&D", "α-helix", "Möbius strip", "AC/DC", "e.g. graphs", "C#", "naïve Bayes'", "3.5 mm", "U.S. economy", "CO<sub>2</sub>"}
	_, _, m = outcome(t, documents(13, matchable...), lines(13))
	near(t, m, "x/caveats/", map[string]float64{"targets_unmatchable": 0})
}

// TestNothingRight: predictions none of which is right are a warning with examples, and documents without a keyphrase are refused.
func TestNothingRight(t *testing.T) {
	documents := func(keywords string) string {
		return file(t, "g.jsonl", strings.Repeat(`{"title":"Graphs","abstract":"We cut graphs.","keywords":`+keywords+"}\n", 3))
	}
	predictions := file(t, "p.txt", strings.Repeat("D01:graph cuts;x\n", 3))
	const says = `none of the documents has a right prediction: "D01:graph cuts" for "graph cuts"`
	printed, log, _ := outcome(t, documents(`["graph cuts"]`), predictions)
	if !strings.Contains(printed, says) || !strings.Contains(log, "WARN") {
		t.Errorf("printed %s, logged %s", printed, log)
	}
	if printed, _, _ := outcome(t, documents(`["graph cuts","x"]`), predictions); strings.Contains(printed, "right prediction:") {
		t.Errorf("one is right: %s", printed)
	}
	yake := file(t, "y.txt", strings.Repeat("[('graph cuts', 0.01), ('x', 0.2)]\n", 3))
	if _, log, _ := outcome(t, documents(`["graph cuts"]`), yake); !strings.Contains(log, "in 3 of 3 documents the scores rise from the first phrase to the last") {
		t.Errorf("rising scores: %s", log)
	}
	refused(t, stages.ExitInput, "no document has a keyphrase; name the column", "--predictions", predictions, "--documents", documents("[]"))
}

// TestCopy: a corpus whose keyphrases are the predictions is refused if infer made the predictions, and a warning otherwise.
// Documents with the same keyphrases in another order are fine.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	var predictions []schemas.Prediction
	var gold, others, lines strings.Builder
	for i := range 5 {
		id := fmt.Sprint("d", i)
		predictions = append(predictions, schemas.Prediction{ID: id, Phrases: []schemas.Phrase{phrase("graph cuts", .9), phrase("trees", .8), phrase("dense graphs", .1)}})
		fmt.Fprintf(&gold, `{"id":%q,"title":"Graph cuts","abstract":"Trees and graph cuts","topics":"graph cuts; dense graphs"}`+"\n", id)
		fmt.Fprintf(&others, `{"id":%q,"title":"Graph cuts","abstract":"Trees and graph cuts","topics":["trees","graph cuts"]}`+"\n", id)
		fmt.Fprintf(&lines, "graph cuts;trees;dense graphs\n")
	}
	ours := filepath.Join(dir, "predictions-00000-of-00001.parquet")
	table(t, ours, schemas.Predictions, predictions...)
	copied, fine := put(t, filepath.Join(dir, "copied.jsonl"), gold.String()), put(t, filepath.Join(dir, "fine.jsonl"), others.String())
	const says = "in 5 of 5 documents the keyphrases are predictions, in the same order"
	refused(t, stages.ExitInput, says+", so infer wrote them; name the column of the keyphrases that people chose: --columns keywords=NAME",
		"--predictions", ours, "--documents", copied, "--columns", "keywords=topics")
	if _, log, _ := outcome(t, fine, ours, "--columns", "keywords=topics"); strings.Contains(log, "same order") {
		t.Errorf("another order: %s", log)
	}
	theirs := put(t, filepath.Join(dir, "p.txt"), lines.String())
	if _, log, _ := outcome(t, copied, theirs, "--columns", "keywords=topics"); !strings.Contains(log, says) || !strings.Contains(log, "WARN") {
		t.Errorf("theirs: %s", log)
	}
}

// TestTableOfInfer: a table that infer wrote is no gold, in score as elsewhere, until the user names the column.
func TestTableOfInfer(t *testing.T) {
	documents := file(t, "table.csv", "id,title,text,Schlagwörter,keywords,truncated,language,doubtful\n1,Graphs,We cut graphs.,trees,graphs,false,en,\n")
	predictions := file(t, "p.csv", "id,predicted_keywords,doubtful\n1,graphs,\n")
	refused(t, stages.ExitInput, "--columns 'keywords=Schlagwörter'", "--predictions", predictions, "--documents", documents)
	for column, want := range map[string]float64{"Schlagwörter": 0, "keywords": 1} {
		_, _, m := outcome(t, documents, predictions, "--columns", "keywords="+column)
		near(t, m, "x/all/macro/", map[string]float64{"f1@M": want})
	}
}

// TestTokensOfInfer: predictions of infer match by their tokens, whatever their spelling is, and its spelt exports score alike.
func TestTokensOfInfer(t *testing.T) {
	dir := t.TempDir()
	gold := put(t, filepath.Join(dir, "g.jsonl"), `{"id":"a","title":"H5-12 flu","abstract":"The farmer's market of H5-12 flu, an R&D of rain-fed farming.","keywords":["H5-12 flu","farmer's market","R&D","rain-fed farming"]}`)
	var p schemas.Prediction
	p.ID = "a"
	for _, spelt := range [][2]string{{"H5-12 flu", "h5 <digit> flu"}, {"farmer's market", "farmer 's market"}, {"R&D", "r d"}, {"Rain-fed farming", "rain fed farming"}} {
		k := phrase(spelt[1], .5)
		k.Phrase = spelt[0]
		p.Phrases = append(p.Phrases, k)
	}
	folder := filepath.Join(dir, "predictions-00000-of-00001.parquet")
	table(t, folder, schemas.Predictions, p)
	export := put(t, filepath.Join(dir, "predictions.jsonl"), `{"id":"a","keyphrases":["H5-12 flu","farmer's market","R&D","Rain-fed farming"],"scores":[0.5,0.5,0.5,0.5],"present":[true,true,true,true]}`)
	withTokens := put(t, filepath.Join(dir, "t.jsonl"), `{"id":"a","phrases":[{"phrase":"H5-12","tokens":["h5","<digit>","flu"],"score":0.5}]}`)
	text := put(t, filepath.Join(dir, "predictions.txt"), "H5-12 flu;farmer's market;R&D;Rain-fed farming\n")
	for predictions, hits := range map[string]float64{folder: 4, export: 4, text: 4, withTokens: 1} {
		_, _, m := outcome(t, gold, predictions)
		near(t, m, "x/", map[string]float64{"all/micro/hits@M": hits, "caveats/hits_differing": 0})
	}
}
