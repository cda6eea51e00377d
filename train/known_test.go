package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/train/internal/known"
)

// knownOf are the phrases of a model folder.
func knownOf(t testing.TB, model string) *choose.Known {
	t.Helper()
	return companionOf(t, model, knownFile, schemas.KnownPhrases.ReadAll, choose.NewKnown)
}

func neighboursOf(t testing.TB, model string) *choose.Neighbours {
	t.Helper()
	return companionOf(t, model, neighboursFile, schemas.ReadNeighbourRows, choose.NewNeighbours)
}

// companionOf reads a table that the choice of a model folder was fitted with.
func companionOf[R, C any](t testing.TB, model, name string, read func(path string) ([]R, error), build func([]R) (C, error)) C {
	t.Helper()
	rows, err := read(filepath.Join(model, name))
	if err != nil {
		t.Fatal(err)
	}
	c, err := build(rows)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCompanions: a training counts the phrases of its training documents, and keeps these documents as neighbours. The choice is fitted
// with both; runs that start from its model keep them, and one from a model without them makes them of its own data.
func TestCompanions(t *testing.T) {
	data, model, _ := learned(t)
	other := madeData(t, 12, 4)
	writeDocuments(t, other, validName, madeDocuments(7, learnedDocuments))
	writeDocuments(t, other, trainName, madeDocuments(11, 30))
	tuned := tiny(t, "--init-from", model, "--epochs", "1", "--data", other)
	refitted := learnedRefit(t, "--data", other)
	bare := learnedRefit(t, "--known", "0", "--neighbours", "0")
	own, few := made(t, "refit", "--model", bare, "--data", other), made(t, "refit", "--model", bare, "--data", other, "--known", "3", "--neighbours", "20")
	for _, c := range []struct {
		file   string
		digest func(dir string) string // of the file
		fitted func(*choose.Ranker) string
	}{
		{knownFile, func(dir string) string { return knownOf(t, dir).Digest() }, func(m *choose.Ranker) string { return m.Known }},
		{neighboursFile, func(dir string) string { return neighboursOf(t, dir).Digest() }, func(m *choose.Ranker) string { return m.Neighbours }},
	} {
		if got := c.fitted(choiceOf(t, model)); got == "" || got != c.digest(model) {
			t.Errorf("the choice was fitted with %q, the folder has %q", got, c.digest(model))
		}
		if len(there(bare, c.file)) > 0 || c.fitted(choiceOf(t, bare)) != "" {
			t.Errorf("without it there is %s, or a choice of %q", c.file, c.fitted(choiceOf(t, bare)))
		}
		if d := c.digest(own); d == c.digest(model) || d == c.digest(few) || c.fitted(choiceOf(t, own)) != d {
			t.Errorf("%s is not that of the data, though the model has none", c.file)
		}
		for _, out := range []string{tuned, refitted} {
			if len(differ(t, out, model, c.file)) > 0 {
				t.Errorf("%s is not that of the model that a run starts from", c.file)
			}
		}
	}
	for args, warns := range map[string]bool{"--known 0": true, "--known 0 --extract off": false} {
		out, said := do(t, append([]string{"refit", "--model", model, "--data", data}, strings.Fields(args)...)...)
		if strings.Contains(said, "it knows no words") != warns || choiceOf(t, out).Runs || len(there(out, knownFile)) > 0 || len(there(out, neighboursFile)) == 0 {
			t.Errorf("%s warns about runs, or does not, or has %v: %s", args, there(out, knownFile, neighboursFile), said)
		}
	}
}

// TestKnownCounts: keyphrases of at least --known training documents count. Validation documents do not: the choice is fitted
// to them.
func TestKnownCounts(t *testing.T) {
	data := madeData(t, 12, 4)
	writeDocuments(t, data, validName, madeDocuments(7, 90))
	writeDocuments(t, data, trainName, madeDocuments(9, 60))
	count := func(name string, least int64) []schemas.KnownPhrase {
		rows, err := known.Count(t.Context(), []string{filepath.Join(data, name)}, least, func() {})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for args, least := range map[string]int64{"": 2, "--known=1": 1, "--known=3": 3} {
		out := tiny(t, append(strings.Fields(args), "--data", data, "--epochs", "1", "--choice-documents", "0")...)
		got := rowsOf(t, schemas.KnownPhrases, out, knownFile)
		if !slices.Equal(got, count(trainName, least)) {
			t.Errorf("%q: not the phrases of %d training documents or more", args, least)
		}
		if slices.Equal(got, count(validName, least)) || slices.Equal(got, count(trainName, least+1)) {
			t.Errorf("%q: the test cannot tell", args)
		}
	}
}

// TestKnownDamaged: an error about impossible phrases names their file.
func TestKnownDamaged(t *testing.T) {
	data, whole, _ := learned(t)
	model := copied(t, whole, configFile, modelFile, vocabFile)
	writeRows(t, schemas.KnownPhrases, model, knownFile, nil, schemas.KnownPhrase{Stems: "b", Targets: 1}, schemas.KnownPhrase{Stems: "a", Targets: 1})
	refuses(t, []string{"refit", "--model", model}, []refusal{{"", stages.ExitInput, []string{knownFile, "row 2", "copy it again"}, []string{"--data", data}}})
}
