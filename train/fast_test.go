package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// textChoiceOf reads a choice without slots of a model folder.
func textChoiceOf(t testing.TB, model, file string) *choose.Ranker {
	t.Helper()
	m, err := choose.Read(file, bytes.NewReader(read(t, model, file)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFast: with --fast on there is a choice without slots, too, fitted to the same documents with the same companions: the same for
// any number of threads, and beside the same choice. By default there is one if the model has one.
func TestFast(t *testing.T) {
	data, model, _ := learned(t)
	if len(there(model, fastFile)) > 0 {
		t.Error("by default there is a fast choice")
	}
	on, said := do(t, "refit", "--model", model, "--data", data, "--fast", "on", "--threads", "1")
	m, with := textChoiceOf(t, on, fastFile), choiceOf(t, on)
	if !m.ForText() || !m.Runs || !m.Names || !with.Names || m.Documents != with.Documents || m.Known != with.Known || m.Neighbours != with.Neighbours || m.Known == "" || m.Neighbours == "" {
		t.Errorf("%d documents, known %q, neighbours %q", m.Documents, m.Known, m.Neighbours)
	}
	if len(differ(t, on, model, choiceFile)) > 0 || !strings.Contains(said, "choice for --speed fast fitted") {
		t.Errorf("the choice is another, or nothing is said of the fast one: %s", said)
	}
	right := 0
	documents := madeDocuments(7, learnedDocuments)
	stemmer := text.NewStemmer()
	for _, d := range documents {
		asked := phrase.Document{Tokens: slices.Concat(d.Title, d.Body), Title: len(d.Title)}
		materials, err := phrase.Materials(nil, []phrase.Document{asked}, phrase.Companions{Known: knownOf(t, on), Neighbours: neighboursOf(t, on)}, false)
		if err != nil {
			t.Fatal(err)
		}
		right += len(choose.Candidates(stemmer, materials[0], 0))
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
		out := made(t, append([]string{"refit", "--model", on}, c.args...)...)
		if found := there(out, fastFile); len(found) > 0 != c.has || c.has && len(differ(t, out, on, fastFile)) > 0 {
			t.Errorf("%s: %v, or another", name, found)
		}
	}
	out, said := do(t, "refit", "--model", model, "--data", data, "--known", "0", "--fast", "on")
	if len(there(out, fastFile)) > 0 || !strings.Contains(said, "will have no choice-fast.json") || len(there(out, choiceFile)) == 0 {
		t.Errorf("without known words: %s", said)
	}
	few := madeData(t, 12, 4)
	writeDocuments(t, few, validName, madeDocuments(7, 20))
	if other := differ(t, tiny(t, "--init-from", on, "--data", few, "--epochs", "1"), on, choiceFile, fastFile); len(other) > 0 {
		t.Errorf("tuned on too few documents, the model does not keep %v", other)
	}
}
