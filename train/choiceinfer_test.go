package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/stagetest/programs"
)

// overTitle reports whether words of a document occur across the end of its title, and nowhere else.
func overTitle(d schemas.Document, words []string) bool {
	in := func(tokens []string) bool { return text.Find(tokens, words) >= 0 }
	return in(slices.Concat(d.Title, d.Body)) && !in(d.Title) && !in(d.Body)
}

// TestChoiceAsInInfer: infer finds the candidates that the choice was fitted to, with the same features to the bit. By
// choice.json each candidate of the fit has the probability and the slots that infer prints.
func TestChoiceAsInInfer(t *testing.T) {
	if testing.Short() {
		t.Skip("builds infer")
	}
	data, model, _ := learned(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	cmd := exec.Command(filepath.Join(programs.Built(t), "infer"), "--config", "none", "--model", model, "--documents", filepath.Join(data, validName), "--choose", "top=99",
		"--batch-size", "5", "--out", out)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	rows := rowsOf(t, schemas.Predictions, out, "predictions-00000-of-00001.parquet")
	documents := madeDocuments(7, learnedDocuments)
	want, runs := judged(t, model, documents), 0
	for i, p := range rows {
		var got []string
		for _, k := range p.Phrases {
			got = append(got, fmt.Sprint(strings.Join(k.Tokens, " "), k.Score, k.SlotScore, k.Slot, k.SlotsAgreeing, k.Present))
			if k.Slot < 0 {
				runs++
			}
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("document %s: infer has %d candidates, the fit had %d; they differ from %q on, where the fit had %q", p.ID, len(got), len(want[i]), apart(got, want[i]), apart(want[i], got))
		}
	}
	if runs < len(rows) {
		t.Errorf("%d runs of the text are candidates of %d documents", runs, len(rows))
	}
}

// apart returns the beginning of what a has after the part that b has, too.
func apart(a, b []string) []string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return a[i:min(len(a), i+3)]
}

// judged returns the candidates of the fit as lines of TestChoiceAsInInfer.
func judged(t *testing.T, model string, docs []schemas.Document) (lines [][]string) {
	all, err := fitterOf(t, model, 2).Candidates(text.NewStemmer(), docs)
	if err != nil {
		t.Fatal(err)
	}
	m := choiceOf(t, model)
	for i, candidates := range all {
		m.Assess(candidates)
		// infer prints no stop word, and no phrase that only runs across the end of the title.
		candidates = slices.DeleteFunc(candidates, func(c choose.Candidate) bool {
			return slices.Equal(c.Words, []string{"the"}) || overTitle(docs[i], c.Words)
		})
		var list []string
		for _, c := range m.Pick(rank.Rule{Name: rank.Top, Top: 99}, candidates) {
			list = append(list, fmt.Sprint(strings.Join(c.Words, " "), float32(c.Probability), float32(c.SlotScore), c.Slot, len(c.Slots), c.Present))
		}
		lines = append(lines, list)
	}
	return lines
}
