package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/train/internal/choice"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/refit"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// madeDocuments returns documents like those of madeExample, with a title of one word; some have no token.
func madeDocuments(seed uint64, n int) (docs []schemas.Document) {
	r := rand.New(rand.NewPCG(seed, 0))
	words := madeVocabulary()
	size := len(words)
	spell := func(e schemas.Example, ids []int32) (list []string) {
		for _, id := range ids {
			if int(id) >= size {
				list = append(list, e.OOV[int(id)-size])
			} else {
				list = append(list, words[id].Token)
			}
		}
		return list
	}
	for i := range n {
		e := madeExample(r, i, size)
		tokens := spell(e, e.Extended)
		d := schemas.Document{ID: e.ID, Title: tokens[:1], Body: tokens[1:]}
		if len(e.Targets) > 1 {
			d.Present, d.Absent = [][]string{spell(e, e.Targets[0])}, [][]string{spell(e, e.Targets[2])}
		}
		if i%20 == 19 {
			d.Title, d.Body = nil, nil
		}
		docs = append(docs, d)
	}
	return docs
}

func writeDocuments(t testing.TB, dir, name string, docs []schemas.Document) string {
	t.Helper()
	writeRows(t, schemas.Documents, dir, name, nil, docs...)
	return filepath.Join(dir, name)
}

const (
	validName = "valid-00000-of-00001.parquet"
	trainName = "train-00000-of-00001.parquet"
)

// learnedDocuments is the number of validation documents of learned: as few as a choice can be fitted to, for each of many fits takes
// as long as there are candidates.
const learnedDocuments = 70

// shared is what learned returns. Tests do not change its files.
var shared struct{ dir, data, model, said string }

// learned returns made-up data with learnedDocuments validation documents, and a model trained on it, which is made once for all tests.
func learned(t testing.TB) (data, model, said string) {
	t.Helper()
	if shared.dir == "" {
		dir, err := os.MkdirTemp("", "learned")
		if err != nil {
			t.Fatal(err)
		}
		data, model, said := trained(t, learnedDocuments)
		shared.data, shared.model, shared.said = filepath.Join(dir, "data"), filepath.Join(dir, "model"), said
		for from, to := range map[string]string{data: shared.data, model: shared.model} {
			if err := os.CopyFS(to, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
		shared.dir = dir
	}
	return shared.data, shared.model, shared.said
}

// trained returns made-up data with n validation documents, and a model trained on it.
func trained(t testing.TB, n int, more ...string) (data, model, said string) {
	t.Helper()
	data = madeData(t, 120, 24)
	writeDocuments(t, data, validName, madeDocuments(7, n))
	writeDocuments(t, data, trainName, madeDocuments(9, 120))
	model, said = do(t, slices.Concat(smallest, []string{"--data", data, "--epochs", "6", "--dropout", "0"}, more)...)
	return data, model, said
}

// learnedRefit refits the model of learned, whose data are the documents unless others are given.
func learnedRefit(t testing.TB, args ...string) (out string) {
	t.Helper()
	data, model, _ := learned(t)
	if !slices.Contains(args, "--data") && !slices.Contains(args, "--documents") {
		args = append(args, "--data", data)
	}
	return made(t, append([]string{"refit", "--model", model}, args...)...)
}

func choiceOf(t testing.TB, model string) *choose.Ranker {
	t.Helper()
	m, err := choose.Read(choiceFile, bytes.NewReader(read(t, model, choiceFile)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestChoice: training ends with a choice of phrases that is fitted to the best parameters. From the same documents train
// refit makes the same choice, to the byte, and from others another; it does not change the model.
func TestChoice(t *testing.T) {
	data, model, said := learned(t)
	m := choiceOf(t, model)
	if m.Documents != learnedDocuments || m.Floor <= 0 || m.Floor > 1e-4 || !strings.Contains(said, "choice of phrases fitted") || !strings.Contains(said, fmt.Sprintf("present_f1=%v absent_f1=%v", m.Present.MeasuredF1, m.Absent.MeasuredF1)) || !strings.Contains(said, "seconds=") {
		t.Errorf("%d documents, floor %v: %s", m.Documents, m.Floor, said)
	}
	if r := m.Present.Right + m.Absent.Right; r < 50 || m.Present.Right == 0 || m.Absent.Right == 0 || m.Present.After.ECE > .1 {
		t.Errorf("%d right, ECE %v", r, m.Present.After.ECE)
	}
	for _, args := range [][]string{{"--data", data, "--threads", "1"}, {"--data", filepath.Join(data, validName), "--threads", "3"}} {
		if other := differ(t, learnedRefit(t, args...), model, configFile, modelFile, vocabFile, choiceFile); len(other) > 0 {
			t.Errorf("%v: another %v", args, other)
		}
	}
	other := t.TempDir()
	writeDocuments(t, other, validName, madeDocuments(8, 150))
	whole := learnedRefit(t, "--data", other)
	if m := choiceOf(t, whole); m.Documents != 150 || len(differ(t, whole, model, choiceFile)) == 0 {
		t.Errorf("fitted to %d other documents", m.Documents)
	}
	stopped, out := refitting, filepath.Join(t.TempDir(), "stopped")
	stopped.Run = func(ctx context.Context, task *stages.Task, c refit.Config) error {
		ctx, stop := context.WithCancel(ctx)
		stop()
		return refit.Run(ctx, task, c)
	}
	args := []string{"--model", model, "--data", other, "--out", out}
	if r := stagetest.Run(t, stopped, args...); r.Code != stages.ExitFailed {
		t.Errorf("stopped while fitting: exit code %d\n%s", r.Code, r.Stderr)
	}
	if len(there(out, choiceFile)) > 0 {
		t.Error("there is a choice, though the fit was stopped")
	}
	stagetest.Do(t, refitting, args...)
	stagetest.Equal(t, out, whole)
}

// TestValidDocuments: a choice is never fitted to training documents. Of a folder only files with the name of validation
// documents count; of single files all do if none has such a name.
func TestValidDocuments(t *testing.T) {
	folder := []string{"d/train-00000-of-00001.parquet", "d/valid-00000-of-00002.parquet", "d/valid-00001-of-00002.parquet", "d/vocab.parquet",
		"d/test.a-00000-of-00001.parquet", "d/examples.valid-00000-of-00001.arrow"}
	for _, c := range []struct {
		source stages.Source
		want   []string
	}{
		{stages.Source{Dir: "d", Files: folder}, folder[1:3]},
		{stages.Source{Files: folder}, folder[1:3]},
		{stages.Source{Dir: "d", Files: slices.Delete(slices.Clone(folder), 1, 3)}, nil},
		{stages.Source{Files: []string{"mine.parquet"}}, []string{"mine.parquet"}},
	} {
		if got := example.Documents(c.source); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.source, got, c.want)
		}
	}
	data := madeData(t, 12, 4)
	writeDocuments(t, data, trainName, madeDocuments(9, 240))
	out, said := do(t, append(slices.Clone(smallest), "--data", data, "--epochs", "6", "--dropout", "0")...)
	if len(there(out, choiceFile)) > 0 || !strings.Contains(said, "there are no validation documents") {
		t.Errorf("with training documents alone: %s", said)
	}
	refuses(t, []string{"refit", "--model", out}, []refusal{{"", stages.ExitInput, []string{"holds no documents", "--valid"}, []string{"--data", data}}})
}

// TestChoiceStopped: a fit that is stopped at its first documents does not read them all.
func TestChoiceStopped(t *testing.T) {
	_, model, _ := learned(t)
	documents := writeDocuments(t, t.TempDir(), validName, madeDocuments(8, 2000))
	for _, threads := range []int{1, 3} {
		ctx, stop := context.WithCancel(t.Context())
		f, asked := fitterOf(t, model, threads), int64(0)
		f.Show = func(string, string, int64) (func(int64), func()) {
			return func(n int64) { asked += n; stop() }, func() {}
		}
		if _, err := f.Fit(ctx, choice.Documents{Files: []string{documents}}); !errors.Is(err, context.Canceled) || asked == 0 || asked >= 2000 {
			t.Errorf("%d threads: after %d documents: %v", threads, asked, err)
		}
		stop()
	}
}

// TestChoiceDocuments: the fit reads --choice-documents documents, evenly out of all. With none or too few there is no choice.
func TestChoiceDocuments(t *testing.T) {
	data, model, said := trained(t, 240, "--choice-documents", "0")
	if len(there(model, choiceFile)) > 0 || strings.Contains(said, choiceFile) {
		t.Errorf("--choice-documents 0: %s", said)
	}
	docs := madeDocuments(7, 240)
	var third []schemas.Document
	for i := 2; i < len(docs); i += 3 {
		third = append(third, docs[i])
	}
	apart := writeDocuments(t, t.TempDir(), validName, third)
	a, b := made(t, "refit", "--model", model, "--data", data, "--choice-documents", "80"), made(t, "refit", "--model", model, "--data", apart)
	if len(differ(t, a, b, choiceFile)) > 0 || choiceOf(t, a).Documents != 80 {
		t.Errorf("%d documents, want every third", choiceOf(t, a).Documents)
	}
	few := writeDocuments(t, t.TempDir(), validName, docs[:20])
	refuses(t, nil, []refusal{
		{"", stages.ExitInput, []string{"a fit needs at least 50 right", "more documents"}, []string{"refit", "--model", model, "--data", few}},
		{"", stages.ExitInput, []string{"has no train-*.parquet, no valid-*.parquet"}, []string{"refit", "--model", model, "--data", madeData(t, 12, 4)}},
		{"", stages.ExitInput, []string{"holds no config.json"}, []string{"refit", "--model", data, "--data", data}},
		{"", stages.ExitUsage, []string{"--model is required"}, []string{"refit", "--data", data}},
		{"", stages.ExitUsage, []string{"a refit needs documents"}, []string{"refit", "--model", model, "--data", data, "--choice-documents", "0"}},
		{"", stages.ExitUsage, []string{"choice_documents is -1"}, []string{"--data", data, "--choice-documents", "-1"}},
		{"", stages.ExitUsage, []string{"alternatives is -1, want 0 to 100"}, []string{"--data", data, "--alternatives", "-1"}},
		{"", stages.ExitUsage, []string{"alternatives is 101, want 0 to 100"}, []string{"--data", data, "--alternatives", "101"}},
		{"", stages.ExitUsage, []string{"known is -1, want at least 0"}, []string{"--data", data, "--known", "-1"}},
		{"", stages.ExitUsage, []string{"neighbours is -1, want 0 to 4000000"}, []string{"--data", data, "--neighbours", "-1"}},
		{"", stages.ExitUsage, []string{`store is "int4", want float32 or int8`}, []string{"--data", data, "--store", "int4"}},
	})
}

// TestChoiceRecords: the choice records the alternatives and the shortlist with which it was fitted, and is fitted to what slots write so.
func TestChoiceRecords(t *testing.T) {
	_, model, _ := learned(t)
	branching := func(n int) choose.Branching {
		return choose.Branching{First: n, Later: 3 * n, Least: .001, Merge: true}
	}
	fitted := map[string]*choose.Ranker{}
	for _, c := range []struct {
		flag, value string
		branching   choose.Branching
		shortlist   int
	}{
		{"", "", branching(12), 5000}, {"--alternatives", "0", choose.Branching{}, 5000}, {"--alternatives", "2", branching(2), 5000},
		{"--shortlist", "0", branching(12), 0}, {"--shortlist", "2", branching(12), 2},
	} {
		m := choiceOf(t, model)
		if c.flag != "" {
			m = choiceOf(t, learnedRefit(t, c.flag, c.value))
		}
		if fitted[c.flag+c.value] = m; m.Branching != c.branching || m.Shortlist != c.shortlist {
			t.Errorf("%s %s: %+v and %d, want %+v and %d", c.flag, c.value, m.Branching, m.Shortlist, c.branching, c.shortlist)
		}
	}
	present := func(of string) int { return fitted[of].Present.Candidates }
	if present("--alternatives0") >= present("--alternatives2") || present("--alternatives2") > present("") {
		t.Errorf("candidates without, with 2 and with 12: %d, %d, %d", present("--alternatives0"), present("--alternatives2"), present(""))
	}
	absent := func(of string) int { return fitted[of].Absent.Candidates }
	if n := absent("--shortlist0"); n != absent("") || absent("--shortlist2") >= n {
		t.Errorf("absent candidates with all words %d, with 5000 %d, with 2 besides those of the document %d", n, absent(""), absent("--shortlist2"))
	}
}

// TestChoiceTooFew: training on data with too few validation documents succeeds, with a warning.
func TestChoiceTooFew(t *testing.T) {
	_, model, said := trained(t, 20, "--epochs", "1")
	if len(there(model, choiceFile)) > 0 || !strings.Contains(said, "level=WARN") || !strings.Contains(said, "a fit needs at least 50 right") {
		t.Errorf("%s", said)
	}
}

// TestChoiceKept: a model that is fine-tuned on too few documents keeps the choice of the first model, if it knows the same
// phrases.
func TestChoiceKept(t *testing.T) {
	_, model, _ := learned(t)
	data := madeData(t, 12, 4)
	writeDocuments(t, data, validName, madeDocuments(7, 20))
	adapt := func(more ...string) (string, string) {
		return do(t, slices.Concat(smallest, []string{"--init-from", model, "--data", data, "--epochs", "1"}, more)...)
	}
	out, said := adapt()
	kept := func(why string) {
		t.Helper()
		if len(differ(t, out, model, choiceFile)) > 0 || !strings.Contains(said, "keeps the choice.json of --init-from") ||
			!strings.Contains(said, why) {
			t.Errorf("not the choice of the model that it starts from: %s", said)
		}
	}
	kept("a fit needs at least 50 right")
	for _, without := range []string{"--known", "--neighbours"} {
		if out, said := adapt(without, "0"); len(there(out, choiceFile)) > 0 || !strings.Contains(said, "will have no choice.json") {
			t.Errorf("without its %s the choice was kept: %s", without, said)
		}
	}
	if err := os.Remove(filepath.Join(data, validName)); err != nil {
		t.Fatal(err)
	}
	out, said = adapt()
	kept("there are no validation documents")
}

// fitterOf returns a fitter for the network of a model folder.
func fitterOf(t *testing.T, model string, threads int) *choice.Fitter {
	t.Helper()
	network := load(t, model)
	vocabulary, err := text.NewVocabulary(madeVocabulary(), network.Vocab)
	if err != nil {
		t.Fatal(err)
	}
	return choice.NewFitter(slots.Network{Model: network, Vocabulary: vocabulary, Workers: kernel.NewWorkers(threads), Companions: phrase.Companions{Known: knownOf(t, model), Neighbours: neighboursOf(t, model)}}, setting.ChoiceDefaults())
}
