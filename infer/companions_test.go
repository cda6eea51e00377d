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
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// accompanied is a model folder that companions of its choice are added to, and documents for it.
type accompanied struct {
	*testing.T
	model string
	args  []string
}

func withCompanions(t *testing.T, documents []schemas.Document, model string) accompanied {
	return accompanied{t, model, []string{"--model", model, "--documents", documentsFile(t, documents), "--choose", "top=9"}}
}

// choose saves madeUp with changes.
func (a accompanied) choose(change func(m *choose.Ranker)) {
	a.Helper()
	m := madeUp(a.T)
	change(m)
	saveChoice(a, m, a.model)
}

// first are the phrases of the first document.
func (a accompanied) first(more ...string) []schemas.Phrase {
	a.Helper()
	return readTable(a.T, schemas.Predictions, mustInfer(a.T, append(more, a.args...)...), "predictions-*")[0].Phrases
}

// refused: labelling says what is wrong with a file of the model folder.
func (a accompanied) refused(name string, says ...string) {
	a.Helper()
	stagetest.Refused(a.T, stage(), stages.ExitInput, append(says, name), append(a.args, "--out", a.TempDir())...)
}

// removed is refused without the file.
func (a accompanied) removed(name string) {
	a.Helper()
	if err := os.Remove(filepath.Join(a.model, name)); err != nil {
		a.Fatal(err)
	}
	a.refused(name, "there is no such file")
}

const notFitted = "not the file that choice.json was fitted with"

// TestKnown: a choice that was fitted with known phrases weighs them, and labels with no others.
func TestKnown(t *testing.T) {
	dir := choosing(t)
	a := withCompanions(t, echoing(t, dir, 12), dir)
	best := a.first()[0]
	write := func(rows ...schemas.KnownPhrase) string {
		saveTable(t, schemas.KnownPhrases, filepath.Join(dir, knownFile), rows)
		k, err := choose.NewKnown(rows)
		if err != nil {
			return ""
		}
		return k.Digest()
	}
	stems := strings.Join(text.NewStemmer().All(best.Tokens), " ")
	digest := write(schemas.KnownPhrase{Stems: stems, Targets: 5})
	a.choose(func(m *choose.Ranker) {
		for _, k := range []*choose.Kind{&m.Present, &m.Absent} {
			k.Terms = append(k.Terms, rank.Term{Feature: "targets", Scale: 1, Weight: -1})
		}
		m.Known = digest
	})
	now := a.first()
	at := slices.IndexFunc(now, func(p schemas.Phrase) bool { return slices.Equal(p.Tokens, best.Tokens) })
	if at < 0 || now[at].Score >= best.Score {
		t.Errorf("%v is not less probable: %v", best, now)
	}
	write(schemas.KnownPhrase{Stems: stems, Targets: 6})
	a.refused(knownFile, notFitted)
	write(schemas.KnownPhrase{Stems: "a"})
	a.refused(knownFile, "row 1", "one run of train")
	a.removed(knownFile)
}

// TestNeighbours: a choice that was fitted with neighbours has the keyphrases of documents like the text among its candidates,
// and labels with no others.
func TestNeighbours(t *testing.T) {
	dir := choosing(t)
	documents := echoing(t, dir, 12)
	a := withCompanions(t, documents, dir)
	write := func(rows ...schemas.Neighbour) {
		saveTable(t, schemas.Neighbours, filepath.Join(dir, neighboursFile), rows)
	}
	rows := []schemas.Neighbour{{Stems: text.NewStemmer().Stem(documents[0].Body[0]), Found: 2, Documents: schemas.Gaps(0, 1)},
		{Stems: "zz", Found: 1, Documents: schemas.Gaps(5)}, {Stems: "zz other", Found: 3, Documents: schemas.Gaps(0, 1, 1)},
		{Stems: "far off", Keyphrase: "Far offs", Documents: schemas.Gaps(0)}}
	write(rows...)
	n, err := choose.NewNeighbours(rows)
	if err != nil {
		t.Fatal(err)
	}
	a.choose(func(m *choose.Ranker) { m.Absent.Unwritten, m.Neighbours = 5, n.Digest() })
	if said := a.first(); !slices.ContainsFunc(said, func(p schemas.Phrase) bool {
		return p.Phrase == "Far offs" && !p.Present && p.Slot == -1 && p.Score > .9
	}) {
		t.Errorf("the keyphrase of the neighbour is not among %+v", said)
	}
	rows[3].Keyphrase = "other"
	write(rows...)
	a.refused(neighboursFile, notFitted)
	rows[0], rows[3] = rows[3], rows[0]
	write(rows...)
	a.refused(neighboursFile, "row 2", "one run of train")
	a.removed(neighboursFile)
}

// TestTagger: the speed best weighs the tags of its tagger, the same in any batch, asks for no network, and labels with no other tagger. A
// choice of slots and tags, as earlier versions made, is refused.
func TestTagger(t *testing.T) {
	dir, tagger := choosing(t), jointDir(t, joint.TagsOnly)
	for _, name := range []string{configFile, tensorsFile, vocabFile} {
		stagetest.Write(t, dir, model.TaggerPrefix+name, string(readFile(t, filepath.Join(tagger, name))))
	}
	of, err := model.Disk(tagger).ReadTagger()
	if err != nil {
		t.Fatal(err)
	}
	documents := echoing(t, dir, 12)
	for i := range documents {
		documents[i].Body = append(documents[i].Body, jointPieces[i%9])
	}
	a := withCompanions(t, documents, dir)
	phrases := []schemas.KnownPhrase{}
	for _, piece := range jointPieces[:9] {
		phrases = append(phrases, schemas.KnownPhrase{Stems: text.Stem(piece), Targets: 5})
	}
	slices.SortFunc(phrases, func(a, b schemas.KnownPhrase) int { return strings.Compare(a.Stems, b.Stems) })
	saveTable(t, schemas.KnownPhrases, filepath.Join(dir, knownFile), phrases)
	known, err := choose.NewKnown(phrases)
	if err != nil {
		t.Fatal(err)
	}
	a.choose(func(m *choose.Ranker) { m.Known = known.Digest() })
	weigh := func(digest, feature string) {
		m := madeUp(t)
		m.Known, m.Tagger, m.Branching = known.Digest(), digest, choose.Branching{}
		for _, k := range []*choose.Kind{&m.Present, &m.Absent} {
			if feature != "any_word" { // as of slots
				k.Terms = nil
			}
			for i := range 20 {
				k.Trees = append(k.Trees, rank.Tree{Questions: []rank.Question{{Feature: feature, Above: -2 + float64(i)/5}}, Leaves: []float64{-.1, .1}})
			}
		}
		save(t, filepath.Join(dir, model.BestFile), func(f *os.File) error { return m.Write(f) })
	}
	all := func(more ...string) string {
		more = append(more, "--speed", "best")
		return show(readTable(t, schemas.Predictions, mustInfer(t, append(more, a.args...)...), "predictions-*"))
	}
	weigh(of.Digest(), "runs")
	without := all()
	weigh(of.Digest(), "tag_begins")
	if with := all(); with == without || with != all("--batch-size", "1", "--threads", "1") {
		t.Error("the tags change no probability, or depend on other documents")
	}
	if bytes := all("--precision", "int8"); bytes == all() || bytes != all("--precision", "int8", "--batch-size", "1") {
		t.Error("in 8 bits labels are those of float32, or depend on the batch")
	}
	if said := stagetest.Do(t, stage(), append(slices.Clone(a.args), "--out", t.TempDir())...).Stderr; !strings.Contains(said, "--speed best labels with it") {
		t.Errorf("nothing says that the model has a tagger: %s", said)
	}
	a.args = append(a.args, "--speed", "best")
	weigh(of.Digest(), "any_word")
	a.refused(model.BestFile, "fitted with slots")
	weigh("", "runs")
	a.refused(model.BestFile, "a choice with a tagger is choice-best.json")
	weigh("ab", "tag_begins")
	a.refused("tagger-model.safetensors", "not the file that choice-best.json was fitted with")
	weigh(of.Digest(), "tag_begins")
	words := filepath.Join(dir, "tagger-vocab.parquet")
	file, err := text.ReadVocabulary(words)
	if err != nil {
		t.Fatal(err)
	}
	file.Rows[len(file.Rows)-1].Token = "##x"
	save(t, words, func(f *os.File) error {
		w := schemas.Vocab.NewWriter(f, file.Metadata())
		return errors.Join(w.Write(file.Rows...), w.Close())
	})
	a.refused("tagger-model.safetensors", "not the file that choice-best.json was fitted with")
	a.removed("tagger-vocab.parquet")
	a.removed("tagger-model.safetensors")
	a.choose(func(m *choose.Ranker) { m.Known, m.Tagger = known.Digest(), "ab" })
	a.args = a.args[:len(a.args)-2]
	a.refused(model.ChoiceFile, "slots and tags together", "train refit with --tagger")
}
