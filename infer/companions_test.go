package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestKnown: a choice that was fitted with known phrases weighs them, and labels with no others.
func TestKnown(t *testing.T) {
	model := choosing(t)
	path := documentsFile(t, echoing(t, model, 12))
	said := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", path, "--choose", "top=9"), "predictions-*")
	stems := strings.Join(text.NewStemmer().All(said[0].Phrases[0].Tokens), " ")
	write := func(targets int64) string {
		t.Helper()
		rows := []schemas.KnownPhrase{{Stems: stems, Targets: targets}}
		f, err := os.Create(filepath.Join(model, knownFile))
		if err != nil {
			t.Fatal(err)
		}
		w := schemas.KnownPhrases.NewWriter(f, nil)
		if err := errors.Join(w.Write(rows...), w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		k, err := choose.NewKnown(rows)
		if err != nil {
			t.Fatal(err)
		}
		return k.Digest()
	}
	m := madeUp(t)
	for _, k := range []*choose.Kind{&m.Present, &m.Absent} {
		k.Terms = append(k.Terms, rank.Term{Feature: "targets", Scale: 1, Weight: -1})
	}
	m.Known = write(5)
	if err := saveChoice(m, model); err != nil {
		t.Fatal(err)
	}
	args := []string{"--model", model, "--documents", path, "--choose", "top=9"}
	now := readTable(t, schemas.Predictions, mustInfer(t, args...), "predictions-*")
	at := slices.IndexFunc(now[0].Phrases, func(p schemas.Phrase) bool { return slices.Equal(p.Tokens, said[0].Phrases[0].Tokens) })
	if at < 0 || now[0].Phrases[at].Score >= said[0].Phrases[0].Score {
		t.Errorf("%v is not less probable: %v", said[0].Phrases[0], now[0].Phrases)
	}
	write(6)
	stagetest.Refused(t, stage(), stages.ExitInput, []string{knownFile, "not the file that choice.json was fitted with"}, append(args, "--out", t.TempDir())...)
	f, err := os.Create(filepath.Join(model, knownFile))
	if err != nil {
		t.Fatal(err)
	}
	w := schemas.KnownPhrases.NewWriter(f, nil)
	if err := errors.Join(w.Write(schemas.KnownPhrase{Stems: "a"}), w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitInput, []string{knownFile, "row 1", "one run of train"}, append(args, "--out", t.TempDir())...)
	if err := os.Remove(filepath.Join(model, knownFile)); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitInput, []string{knownFile, "there is no such file"}, append(args, "--out", t.TempDir())...)
}

// TestNeighbours: a choice that was fitted with neighbours has the keyphrases of documents like the text among its candidates,
// and labels with no others.
func TestNeighbours(t *testing.T) {
	model := choosing(t)
	path := documentsFile(t, echoing(t, model, 12))
	body := readTable(t, schemas.Documents, filepath.Dir(path), filepath.Base(path))[0].Body
	stem := text.NewStemmer().Stem(body[0])
	write := func(rows ...schemas.Neighbour) {
		t.Helper()
		f, err := os.Create(filepath.Join(model, neighboursFile))
		if err != nil {
			t.Fatal(err)
		}
		w := schemas.Neighbours.NewWriter(f, nil)
		if err := errors.Join(w.Write(rows...), w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	rows := []schemas.Neighbour{{Stems: stem, Found: 2, Documents: []int32{0, 1}}, {Stems: "zz other", Found: 3, Documents: []int32{0, 1, 1}},
		{Stems: "zz", Found: 1, Documents: []int32{5}}, {Stems: "far off", Keyphrase: "Far offs", Documents: []int32{0}}}
	slices.SortFunc(rows[:3], func(a, b schemas.Neighbour) int { return strings.Compare(a.Stems, b.Stems) })
	write(rows...)
	n, err := choose.NewNeighbours(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := madeUp(t)
	m.Absent.Unwritten = 5
	m.Neighbours = n.Digest()
	if err := saveChoice(m, model); err != nil {
		t.Fatal(err)
	}
	args := []string{"--model", model, "--documents", path, "--choose", "top=9"}
	said := readTable(t, schemas.Predictions, mustInfer(t, args...), "predictions-*")
	at := slices.IndexFunc(said[0].Phrases, func(p schemas.Phrase) bool {
		return p.Phrase == "Far offs" && !p.Present && p.Slot == -1 && p.Score > .9
	})
	if at < 0 {
		t.Errorf("the keyphrase of the neighbour is not among %+v", said[0].Phrases)
	}
	rows[3].Keyphrase = "other"
	write(rows...)
	stagetest.Refused(t, stage(), stages.ExitInput, []string{neighboursFile, "not the file that choice.json was fitted with"}, append(args, "--out", t.TempDir())...)
	rows[0], rows[3] = rows[3], rows[0]
	write(rows...)
	stagetest.Refused(t, stage(), stages.ExitInput, []string{neighboursFile, "row 2", "one run of train"}, append(args, "--out", t.TempDir())...)
	if err := os.Remove(filepath.Join(model, neighboursFile)); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitInput, []string{neighboursFile, "there is no such file"}, append(args, "--out", t.TempDir())...)
}
