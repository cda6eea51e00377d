package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// fastChoiceOf reads the choice without slots of a model folder.
func fastChoiceOf(t testing.TB, model string) *choose.Ranker {
	t.Helper()
	m, err := choose.Read(fastFile, bytes.NewReader(read(t, model, fastFile)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFast: with --fast on there is a choice without slots, too, fitted to the same documents with the same companions: the same for
// any number of threads, and beside the same choice. By default there is one if the model has one.
func TestFast(t *testing.T) {
	data, model, _ := learned(t)
	if len(there(filepath.Join(model, fastFile))) > 0 {
		t.Error("by default there is a fast choice")
	}
	dir := t.TempDir()
	refitted := func(name string, args ...string) (out, said string) {
		out = filepath.Join(dir, name)
		return out, stagetest.Do(t, refitting, append(args, "--out", out)...).Stderr
	}
	on, said := refitted("on", "--model", model, "--data", data, "--fast", "on", "--threads", "1")
	m, with := fastChoiceOf(t, on), choiceOf(t, on)
	if !m.ForText() || !m.Runs || !m.Names || !with.Names || m.Documents != with.Documents || m.Known != with.Known || m.Neighbours != with.Neighbours || m.Known == "" || m.Neighbours == "" {
		t.Errorf("%d documents, known %q, neighbours %q", m.Documents, m.Known, m.Neighbours)
	}
	if !slices.Equal(read(t, on, choiceFile), read(t, model, choiceFile)) || !strings.Contains(said, "choice for --speed fast fitted") {
		t.Errorf("the choice is another, or nothing is said of the fast one: %s", said)
	}
	right := 0
	documents := madeDocuments(7, 120)
	stemmer := text.NewStemmer()
	for _, d := range documents {
		asked := phrase.Document{Tokens: slices.Concat(d.Title, d.Body), Title: len(d.Title)}
		right += len(choose.Candidates(stemmer, asked.Material(phrase.Companions{Known: knownOf(t, on), Neighbours: neighboursOf(t, on)}), 0))
	}
	if got := m.Present.Candidates + m.Absent.Candidates; got != right {
		t.Errorf("%d candidates, infer has %d", got, right)
	}
	for name, c := range map[string]struct {
		args []string
		has  bool
	}{
		"auto": {[]string{"--data", data, "--threads", "3"}, true}, "off": {[]string{"--data", data, "--fast", "off"}, false},
		"kept": {[]string{"--documents", german(t, 61), "--columns", "keywords=ours"}, true},
	} {
		out, _ := refitted(name, append(c.args, "--model", on)...)
		if found := there(filepath.Join(out, fastFile)); len(found) > 0 != c.has || c.has && !slices.Equal(read(t, out, fastFile), read(t, on, fastFile)) {
			t.Errorf("%s: %v, or another", name, found)
		}
	}
	out, said := refitted("no words", "--model", model, "--data", data, "--known", "0", "--fast", "on")
	if len(there(filepath.Join(out, fastFile))) > 0 || !strings.Contains(said, "will have no choice-fast.json") || len(there(filepath.Join(out, choiceFile))) == 0 {
		t.Errorf("without known words: %s", said)
	}
	few := madeData(t, 12, 4)
	writeDocuments(t, few, validName, madeDocuments(7, 20))
	tuned := filepath.Join(dir, "tuned")
	stagetest.Do(t, stage, append(slices.Clone(smallest), "--init-from", on, "--data", few, "--epochs", "1", "--out", tuned)...)
	for _, name := range []string{choiceFile, fastFile} {
		if !slices.Equal(read(t, tuned, name), read(t, on, name)) {
			t.Errorf("tuned on too few documents, the model does not keep %s", name)
		}
	}
}
