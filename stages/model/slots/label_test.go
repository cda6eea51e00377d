package slots

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestSaid: an answer with ∅ forbidden knows P(∅) at the first step, and whether the slot wrote a phrase with ∅ allowed.
func TestSaid(t *testing.T) {
	seen := map[bool]int{}
	for seed := range uint64(8) {
		v := vocabulary(t, "graph", "cuts")
		m := tiny(t, v, 6, seed)
		m.head.Gen.B.Weights[0] = 4 // words are written rather than copied, and ∅ slightly rather than the last word
		for i, words := 0, m.head.Words.W.Weights; i < 8; i++ {
			words[int(text.Null)*8+i] = 1.1 * words[(v.Size()-1)*8+i]
		}
		n := Network{Model: m, Vocabulary: v, Workers: kernel.NewWorkers(1)}
		d := phrase.Prepare(v, &schemas.Document{ID: "x", Body: strings.Fields("graph cuts")}, text.Encoding{MaxOOV: phrase.MaxOOV})
		said, err := n.Ask([]phrase.Document{d}, 0, choose.Branching{})
		if err != nil {
			t.Fatal(err)
		}
		for k, a := range said[0].NonNull {
			vanilla := said[0].Vanilla[k]
			if a.Said != (len(vanilla.Words) > 0) || len(a.Probabilities) == 0 || a.Null == 0 || a.Null != vanilla.Null {
				t.Errorf("slot %d wrote %+v, and %+v with ∅ allowed", k, a, vanilla)
			}
			seen[a.Said]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("%v slots", seen)
	}
}

func vocabulary(t *testing.T, words ...string) *text.Vocabulary {
	t.Helper()
	var rows []schemas.VocabRow
	for i, w := range append(slices.Clone(text.Specials), words...) {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	v, err := text.NewVocabulary(rows, len(rows))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAlternatives: Ask returns the alternatives of Greedy in words, with their slot and its P(∅).
func TestAlternatives(t *testing.T) {
	m, v, documents := decoded(t)
	d, first := documents[0], documents[1]
	n := Network{Model: m, Vocabulary: v, Workers: kernel.NewWorkers(1)}
	branching := choose.Branching{First: 2, Later: 3}
	said, err := n.Ask([]phrase.Document{d}, 1e-9, branching)
	if err != nil {
		t.Fatal(err)
	}
	memory := encode(t, m, n.Workers, pack(t, []schemas.Example{d.Example}))
	defer memory.Free()
	both := say(t, m, n.Workers, memory, GreedyOptions{Floor: 1e-9, Branching: branching})
	alternatives, want := said[0].alternatives, both.Alternatives[0]
	if len(alternatives) != 5 || len(want) != 5 {
		t.Fatalf("%d alternatives, the network wrote %d", len(alternatives), len(want))
	}
	for i, o := range alternatives {
		w := want[i]
		if words := n.answer(d, w.Written).Words; o.Slot != w.Slot || o.Said || o.Null != float64(w.Null) || !slices.Equal(o.Words, words) ||
			len(o.Probabilities) != len(w.Probabilities) || o.Probabilities[0] != float64(w.Probabilities[0]) {
			t.Errorf("alternative %d: %+v, want slot %d, %v of %+v", i, o, w.Slot, words, w.Written)
		}
	}
	opens := slices.IndexFunc(choose.Features, func(f choose.Feature) bool { return f.Name == "opens" })
	for _, c := range said[0].Candidates(text.NewStemmer(), d, 0) {
		if at := slices.Index(d.Tokens, c.Words[0]); at >= 0 {
			p := chances(d, both.Chances[0])[at].Opens
			if got := rank.Logistic(c.Features[opens]); p == 0 || math.Abs(got-p) > 1e-9 {
				t.Errorf("%v: opens is %v, want %v", c.Words, got, p)
			}
		}
	}
	two, err := n.Ask([]phrase.Document{first, d}, 1e-9, branching)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(two[1].chances, said[0].chances) || slices.Equal(two[0].chances, two[1].chances[:len(two[0].chances)]) {
		t.Errorf("beside another document the chances are %v, alone %v", two[1].chances, said[0].chances)
	}
	if c, all := said[0].Candidates(text.NewStemmer(), d, 0), len((&Answers{NonNull: said[0].NonNull}).Candidates(text.NewStemmer(), d, 0)); len(c) <= all {
		t.Errorf("%d candidates with alternatives, %d without", len(c), all)
	}
}

// TestPrepare: candidates know the end of the title, and documents are cut to the network's positions.
func TestPrepare(t *testing.T) {
	v := vocabulary(t, "graph", "cuts")
	body := slices.Repeat([]string{"cuts"}, MaxSource)
	d := phrase.Prepare(v, &schemas.Document{ID: "x", Title: []string{"graph", "unheard"}, Body: body}, text.Encoding{MaxOOV: phrase.MaxOOV})
	if d.Title != 2 || len(d.Tokens) != len(body)+2 || len(d.Example.Source) != MaxSource || strings.Join(d.Example.OOV, " ") != "unheard" {
		t.Errorf("title %d, %d tokens, %d read, OOV %q", d.Title, len(d.Tokens), len(d.Example.Source), d.Example.OOV)
	}
	said := Answers{NonNull: []choose.Answer{{Words: []string{"graph"}, Probabilities: []float64{.5, .5}}, {Words: []string{"cuts"}, Probabilities: []float64{.5, .1}}}}
	i := slices.IndexFunc(choose.Features, func(f choose.Feature) bool { return f.Name == "title" })
	candidates := said.Candidates(text.NewStemmer(), d, 0)
	if len(candidates) != 2 || candidates[0].Features[i] != 1 || candidates[1].Features[i] != 0 {
		t.Errorf("%+v", candidates)
	}
	if n := len(said.Candidates(text.NewStemmer(), d, .1)); n != 1 {
		t.Errorf("%d candidates of at least .1", n)
	}
}

// TestChances: every occurrence of a word gets its chance, tokens that cannot be copied get zero, and a token of several word
// pieces gets that of the first.
func TestChances(t *testing.T) {
	of := []Chance{{ID: 3, Opens: .5, GoesOn: .25}, {ID: 7, Opens: .125}, {ID: 9, GoesOn: .75}}
	words := phrase.Document{Tokens: strings.Fields("a b c b d"), Example: schemas.Example{Extended: []int32{9, 3, 5, 3}}}
	if got, want := chances(words, of), []choose.Chance{{GoesOn: .75}, {Opens: .5, GoesOn: .25}, {}, {Opens: .5, GoesOn: .25}, {}}; !slices.Equal(got, want) {
		t.Errorf("words: %v, want %v", got, want)
	}
	pieces := phrase.Document{Tokens: strings.Fields("ab c d e"), Example: schemas.Example{Extended: []int32{1, 7, 3, 9, 3, 2}}, Words: []int32{-1, 0, 0, 1, 2, -1}}
	if got, want := chances(pieces, of), []choose.Chance{{Opens: .125}, {GoesOn: .75}, {Opens: .5, GoesOn: .25}, {}}; !slices.Equal(got, want) {
		t.Errorf("pieces: %v, want %v", got, want)
	}
}

// tiny returns a network of slots that write up to three words.
func tiny(t *testing.T, v *text.Vocabulary, slots int, seed uint64) *Model[float32] {
	t.Helper()
	m, err := New[float32](Config{Vocab: v.Size(), Slots: slots, PhraseLen: 3, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// decoded returns a network with random weights, and two documents.
func decoded(t *testing.T) (*Model[float32], *text.Vocabulary, []phrase.Document) {
	t.Helper()
	v := vocabulary(t, "graph", "cuts", "of", "trees")
	m := tiny(t, v, 4, 3)
	var documents []phrase.Document
	for _, body := range []string{"graph cuts of unheard trees", "trees of cuts"} {
		documents = append(documents, phrase.Prepare(v, &schemas.Document{ID: "x", Body: strings.Fields(body)}, text.Encoding{MaxOOV: phrase.MaxOOV}))
	}
	return m, v, documents
}

// TestLabelFloor: the labeller decodes with the floor of the choice, with the output of slots and without. Another floor gives
// other chances, and with them other features.
func TestLabelFloor(t *testing.T) {
	m, v, documents := decoded(t)
	c := &choose.Ranker{Floor: .05, Branching: choose.Branching{First: 2, Later: 3}}
	chances := func(all []Answers, err error) (list []choose.Chance) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			list = append(list, s.chances...)
		}
		return list
	}
	for _, slots := range []bool{false, true} {
		l := NewLabeller(m, phrase.Options{Vocabulary: v, Workers: kernel.NewWorkers(1), Choice: c, Slots: slots})
		got := chances(l.answersOf(documents))
		if want, other := chances(l.Ask(documents, c.Floor, c.Branching)), chances(l.Ask(documents, 0, c.Branching)); !slices.Equal(got, want) || slices.Equal(want, other) {
			t.Errorf("slots %v: chances %v, want %v; without a floor %v", slots, got, want, other)
		}
	}
}

// TestLabelTop: without a choice, top=N keeps N present and N absent phrases of the slots.
func TestLabelTop(t *testing.T) {
	m, v, documents := decoded(t)
	phrases := func(rule rank.Rule) (all [][]schemas.Phrase) {
		l := NewLabeller(m, phrase.Options{Vocabulary: v, Workers: kernel.NewWorkers(1), Rule: rule, Lister: phrase.Lister{Stemmer: text.NewStemmer()}})
		labels, err := l.Label(documents)
		if err != nil {
			t.Fatal(err)
		}
		for _, label := range labels {
			all = append(all, label.Phrases)
		}
		return all
	}
	fewer := 0
	for i, all := range phrases(rank.Rule{Name: rank.Slots}) {
		kinds := map[bool]int{}
		want := slices.DeleteFunc(slices.Clone(all), func(p schemas.Phrase) bool {
			if !p.Duplicate {
				kinds[p.Present]++
			}
			return kinds[p.Present] > 1
		})
		fewer += len(all) - len(want)
		if got := phrases(rank.Rule{Name: rank.Top, Top: 1})[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("document %d: top=1 keeps %v of %v", i, got, all)
		}
	}
	if fewer == 0 {
		t.Error("top=1 keeps all")
	}
}

// TestEnded: Label returns the error of Ended before the next document of the batch.
func TestEnded(t *testing.T) {
	m, v, documents := decoded(t)
	asked := 0
	l := NewLabeller(m, phrase.Options{Vocabulary: v, Workers: kernel.NewWorkers(1), Rule: rank.Rule{Name: rank.Slots}, Lister: phrase.Lister{Stemmer: text.NewStemmer()},
		Ended: func() error {
			if asked++; asked == 2 {
				return context.Canceled
			}
			return nil
		}})
	if _, err := l.Label(append(documents, documents...)); !errors.Is(err, context.Canceled) || asked != 2 {
		t.Errorf("%v after %d documents", err, asked)
	}
}
