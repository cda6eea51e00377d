package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
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
func saveChoice(m *choose.Ranker, dir string) error {
	f, err := os.Create(filepath.Join(dir, choiceFile))
	if err != nil {
		return err
	}
	return errors.Join(m.Write(f), f.Close())
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
	if err := saveChoice(madeUp(t), dir); err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(filepath.Join(dir, name), readFile(t, filepath.Join(model, name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	predictions0 = "predictions-00000-of-00001.parquet"
	slots0       = "slots-00000-of-00001.parquet"
)

// TestChoose: in every mode the row of a document depends on the document alone, to the byte, the slots file is that of
// mode slots, and modes differ.
func TestChoose(t *testing.T) {
	model := choosing(t)
	docs := echoing(t, model, 60)
	docs[3] = schemas.Document{ID: "3"} // without a token
	path := documentsFile(t, docs)
	slotsFile := readFile(t, filepath.Join(mustInfer(t, "--model", without(t, model), "--documents", path, "--slots"), slots0))
	seen := map[string]string{}
	for _, mode := range []string{"f1", "f1-all", "top=2", "total=3", "precision=0.6", "probability=0.7", "slots"} {
		t.Run(mode, func(t *testing.T) {
			args := []string{"--model", model, "--documents", path, "--choose", mode}
			base := mustInfer(t, append(args, "--batch-size", "1", "--threads", "1")...)
			want := readFile(t, filepath.Join(base, predictions0))
			for _, more := range [][]string{{"--batch-size", "7", "--threads", "3"}, {"--batch-tokens", "90"}, {"--window", "5", "--slots"}} {
				out := mustInfer(t, append(more, args...)...)
				if !bytes.Equal(readFile(t, filepath.Join(out, predictions0)), want) {
					t.Errorf("%v: other predictions", more)
				}
				if more[0] == "--window" && !bytes.Equal(readFile(t, filepath.Join(out, slots0)), slotsFile) {
					t.Error("another slots file")
				}
			}
			rows := readTable(t, schemas.Predictions, base, "predictions-*")
			out := filepath.Join(t.TempDir(), "out")
			for i := range 3 {
				stagetest.Do(t, stage(), append(args, "--part-documents", "9", "--shard", fmt.Sprintf("%d/3", i), "--out", out)...)
			}
			if got := readTable(t, schemas.Predictions, out, "predictions-*.parquet"); show(got) != show(rows) {
				t.Error("shards: other predictions")
			}
			for other, text := range seen {
				if text == show(rows) {
					t.Errorf("the same predictions as %s", other)
				}
			}
			seen[mode] = show(rows)
			checkChosen(t, mode, rows)
		})
	}
	if got := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", path), "predictions-*"); show(got) != seen["f1"] {
		t.Error("without --choose: not f1")
	}
	for _, args := range [][]string{{"--released", "--choose", "slots"}, {"--released"}, {"--preset", "released"}} {
		out := mustInfer(t, append(args, "--model", model, "--documents", path)...)
		plain := mustInfer(t, append(args, "--model", without(t, model), "--documents", path)...)
		if !bytes.Equal(readFile(t, filepath.Join(out, predictions0)), readFile(t, filepath.Join(plain, predictions0))) {
			t.Errorf("%v: not what slots say", args)
		}
	}
}

// checkChosen holds what is true of the phrases of a mode, whatever the model.
func checkChosen(t *testing.T, mode string, rows []schemas.Prediction) {
	phrases, agreeing, several, present := 0, 0, 0, 0
	for _, p := range rows {
		kinds := map[bool]int{}
		for i, k := range p.Phrases {
			phrases++
			kinds[k.Present]++
			if k.Present {
				present++
			}
			if k.Duplicate {
				several++
			}
			if k.SlotsAgreeing > 1 {
				agreeing++
			}
			if (mode == "slots") != (k.Score == k.SlotScore) || mode != "slots" && k.Duplicate || k.SlotsAgreeing < 1 || i > 0 && k.Score > p.Phrases[i-1].Score {
				t.Errorf("document %s, phrase %d: %+v", p.ID, i, k)
			}
			if mode == "probability=0.7" && k.Score < .7 || mode == "precision=0.6" && k.Score < .55 {
				t.Errorf("document %s: %+v", p.ID, k)
			}
		}
		if mode == "top=2" && (kinds[true] > 2 || kinds[false] > 2) {
			t.Errorf("document %s: %d present and %d absent", p.ID, kinds[true], kinds[false])
		}
		if mode == "total=3" && kinds[true]+kinds[false] > 3 {
			t.Errorf("document %s: %d phrases", p.ID, kinds[true]+kinds[false])
		}
	}
	if phrases < 30 || present < 5 || agreeing < 20 || mode == "slots" && several < 5 {
		t.Errorf("%d phrases, %d present, %d of several slots, %d repeated: the test says little", phrases, present, agreeing, several)
	}
}

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
	if text, got := said("--model", model); strings.Contains(text, line) || bytes.Equal(got, want) {
		t.Errorf("a model with choice.json: %s", text)
	}
}

// TestChooseLimits: --min-score and --max-phrases are about the new scores.
func TestChooseLimits(t *testing.T) {
	model, path := choosing(t), documentsFile(t, randomDocuments(40))
	args := []string{"--model", model, "--documents", path, "--choose", "top=9"}
	all := readTable(t, schemas.Predictions, mustInfer(t, args...), "predictions-*")
	some := readTable(t, schemas.Predictions, mustInfer(t, append(args, "--min-score", "0.6", "--max-phrases", "3")...), "predictions-*")
	cut, low := 0, 0
	for i, p := range all {
		want := p.Phrases
		if n := slices.IndexFunc(want, func(k schemas.Phrase) bool { return k.Score < .6 }); n >= 0 {
			want = want[:n]
			low++
		}
		if len(want) > 3 {
			want = want[:3]
			cut++
		}
		if len(want) != len(some[i].Phrases) || len(want) > 0 && show(want) != show(some[i].Phrases) {
			t.Errorf("document %s:\n%s\nwant %s", p.ID, show(some[i].Phrases), show(want))
		}
	}
	if cut == 0 || low == 0 {
		t.Errorf("%d lists cut, %d with low scores", cut, low)
	}
}

// TestExpect: more keyphrases a document multiply the odds of all present phrases by one number, which grows with them; absent ones
// stay, and so does every byte without the flag.
func TestExpect(t *testing.T) {
	model := choosing(t)
	path := documentsFile(t, echoing(t, model, 20))
	args := []string{"--model", model, "--documents", path, "--choose", "top=9"}
	plain := mustInfer(t, args...)
	if !bytes.Equal(readFile(t, filepath.Join(plain, predictions0)), readFile(t, filepath.Join(mustInfer(t, append(args, "--expect", "0")...), predictions0))) {
		t.Error("--expect 0 changes bytes")
	}
	scores := func(out string) (list map[string]float64) {
		list = map[string]float64{}
		for _, p := range readTable(t, schemas.Predictions, out, "predictions-*") {
			for _, k := range p.Phrases {
				list[fmt.Sprint(p.ID, k.Present, k.Phrase)] = float64(k.Score)
			}
		}
		return list
	}
	before := scores(plain)
	var factors []float64
	for _, n := range []string{"4", "8"} {
		after := scores(mustInfer(t, append(args, "--expect", n)...))
		least, most, changed := math.Inf(1), 0., 0
		for k, p := range before {
			q, ok := after[k]
			if !ok || p == 0 || p == 1 {
				continue
			}
			if strings.Contains(k, "false") {
				if q != p {
					t.Errorf("%s, absent: %v, before %v", k, q, p)
				}
				continue
			}
			factor := q / (1 - q) / (p / (1 - p))
			least, most = min(least, factor), max(most, factor)
			changed++
		}
		if changed == 0 || most/least > 1.01 {
			t.Errorf("expecting %s: %d odds are multiplied by %v to %v", n, changed, least, most)
		}
		factors = append(factors, most)
	}
	if r := factors[1] / factors[0]; math.Abs(r-2) > .02 {
		t.Errorf("odds of 8 and 4: %v", factors)
	}
	for _, bad := range [][]string{{"--choose", "slots", "--expect", "4"}, {"--expect", "-1"}, {"--expect", "1001"}, {"--expect", "NaN"}} {
		code, said := infer(t, append([]string{"--model", model, "--documents", path, "--out", filepath.Join(t.TempDir(), "o")}, bad...)...)
		if code != stages.ExitUsage || !strings.Contains(said, "expect") {
			t.Errorf("%v: %d %s", bad, code, said)
		}
	}
}

// TestChoiceKey: another choice.json is another output, the same one is not.
func TestChoiceKey(t *testing.T) {
	model := choosing(t)
	path := documentsFile(t, echoing(t, model, 20))
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", model, "--documents", path, "--out", out}
	stagetest.Do(t, stage(), args...)
	before := readFile(t, filepath.Join(out, predictions0))
	if r := stagetest.Do(t, stage(), args...); !strings.Contains(r.Stderr, "nothing to do") {
		t.Errorf("the same again: %s", r.Stderr)
	}
	other := madeUp(t)
	other.Present.Intercept--
	if err := saveChoice(other, model); err != nil {
		t.Fatal(err)
	}
	if code, said := infer(t, args...); code != stages.ExitUsage || !strings.Contains(said, "input model has changed") {
		t.Errorf("another choice.json: exit %d: %s", code, said)
	}
	if r := stagetest.Do(t, stage(), append(args, "--force")...); strings.Contains(r.Stderr, "nothing to do") || bytes.Equal(readFile(t, filepath.Join(out, predictions0)), before) {
		t.Errorf("another choice.json: %s", r.Stderr)
	}
}

// TestChooseRefused: what cannot be chosen with is refused, with what to do.
func TestChooseRefused(t *testing.T) {
	model, path := choosing(t), documentsFile(t, randomDocuments(3))
	damaged := choosing(t)
	if err := os.WriteFile(filepath.Join(damaged, choiceFile), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{stages.ExitInput, []string{"--choose f1 needs choice.json", "train refit", "--choose slots"}, []string{"--model", without(t, model), "--choose", "f1"}},
		{stages.ExitInput, []string{choiceFile, "schema"}, []string{"--model", damaged, "--choose", "slots"}},
		{stages.ExitUsage, []string{"top=0", "top=5"}, []string{"--model", model, "--choose", "top=0"}},
		{stages.ExitUsage, []string{"but released needs slots"}, []string{"--model", model, "--choose", "f1", "--preset", "released"}},
	} {
		stagetest.Refused(t, stage(), c.code, c.want, append(c.args, "--documents", path, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
}
