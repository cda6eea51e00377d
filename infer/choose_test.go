package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// saveChoice writes choice.json.
func saveChoice(t testing.TB, m *choose.Ranker, dir string) {
	t.Helper()
	save(t, filepath.Join(dir, choiceFile), func(f *os.File) error { return m.Write(f) })
}

// madeUp is a choice that makes much of every slot and of what several say.
func madeUp(t testing.TB) *choose.Ranker {
	t.Helper()
	kind := func(shift float64) choose.Kind {
		k := choose.Kind{Judge: rank.Judge{Intercept: shift, Unseen: []float64{.5, .5}}}
		for name, weight := range map[string]float64{"witnesses": 1, "word_best": .5, "here_best": .25, "any_phrase": .25} {
			k.Terms = append(k.Terms, rank.Term{Feature: name, Scale: 1, Weight: weight})
		}
		slices.SortFunc(k.Terms, func(a, b rank.Term) int { return strings.Compare(a.Feature, b.Feature) })
		return k
	}
	return &choose.Ranker{Floor: .2, Present: kind(.5), Absent: kind(0), Thresholds: []rank.Threshold{{Precision: .6, Probability: .55}}}
}

// choosing is modelDir with madeUp, in which ∅ has the weights of the word that slots say most, so that many say ∅.
func choosing(t testing.TB) string {
	t.Helper()
	dir := modelDir(t)
	change(t, dir, "decoder.output_layer.weight", func(w []float32) { copy(w[6*16:7*16], w[25*16:]) })
	saveChoice(t, madeUp(t), dir)
	return dir
}

// echoing are documents into which the phrases were put that the model says of others, so that it says present ones.
func echoing(t testing.TB, model string, n int) []schemas.Document {
	t.Helper()
	docs := randomDocuments(n)
	rows := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", documentsFile(t, docs), "--choose", "top=2"), "predictions-*")
	for i := range docs {
		for _, k := range rows[(i+1)%n].Phrases {
			docs[i].Body = append(docs[i].Body, k.Tokens...)
		}
		for _, k := range rows[i].Phrases {
			docs[i].Body = append(docs[i].Body, k.Tokens...)
		}
	}
	return docs
}

// without is a copy of a model folder without choice.json.
func without(t testing.TB, model string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{configFile, tensorsFile, vocabFile} {
		stagetest.Write(t, dir, name, string(readFile(t, filepath.Join(model, name))))
	}
	return dir
}

const (
	predictions0 = "predictions-00000-of-00001.parquet"
	slots0       = "slots-00000-of-00001.parquet"
)

// TestChooseSlots: what the slots say is the same with choice.json and without, to the byte, and a model without says so once.
func TestChooseSlots(t *testing.T) {
	model, path := choosing(t), documentsFile(t, randomDocuments(40))
	plain := without(t, model)
	said := func(args ...string) (string, []byte) {
		out := filepath.Join(t.TempDir(), "out")
		r := stagetest.Do(t, stage(), append(args, "--documents", path, "--out", out)...)
		return r.Stderr, readFile(t, filepath.Join(out, predictions0))
	}
	const line = "the model has no choice.json"
	_, want := said("--model", model, "--choose", "slots")
	for _, c := range []struct {
		args  []string
		lines int
	}{{[]string{"--model", plain, "--batch-size", "3"}, 1}, {[]string{"--model", plain, "--choose", "slots"}, 0}} {
		text, got := said(c.args...)
		if n := strings.Count(text, line); n != c.lines || !bytes.Equal(got, want) {
			t.Errorf("%v: said %d times, same %v: %s", c.args, n, bytes.Equal(got, want), text)
		}
	}
	_, released := said("--model", plain, "--released")
	if _, got := said("--model", model, "--preset", "released"); !bytes.Equal(got, released) || bytes.Equal(got, want) {
		t.Error("with the preset released the phrases are not those of slots, without marks")
	}
	if text, got := said("--model", model); strings.Contains(text, line) || bytes.Equal(got, want) {
		t.Errorf("a model with choice.json: %s", text)
	}
}

// TestChooseRefused: what cannot be chosen with is refused, with what to do.
func TestChooseRefused(t *testing.T) {
	model, path := choosing(t), documentsFile(t, randomDocuments(3))
	damaged := choosing(t)
	stagetest.Write(t, damaged, choiceFile, "{}")
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{stages.ExitInput, []string{"--choose f1 needs choice.json", "train refit", "--choose slots"}, []string{"--model", without(t, model), "--choose", "f1"}},
		{stages.ExitInput, []string{choiceFile, "schema"}, []string{"--model", damaged, "--choose", "slots"}},
		{stages.ExitUsage, []string{"top=0", "top=5"}, []string{"--model", model, "--choose", "top=0"}},
		{stages.ExitUsage, []string{"--expect needs a model with choice.json"}, []string{"--model", model, "--choose", "slots", "--expect", "4"}},
		{stages.ExitUsage, []string{"expect is 1001"}, []string{"--model", model, "--expect", "1001"}},
		{stages.ExitUsage, []string{"but released needs slots"}, []string{"--model", model, "--choose", "f1", "--preset", "released"}},
	} {
		stagetest.Refused(t, stage(), c.code, c.want, append(c.args, "--documents", path, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
}
