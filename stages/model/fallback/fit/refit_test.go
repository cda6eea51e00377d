package fit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// texts are made-up English documents of five words from a hundred, each between marks. Words that end in ing are keyphrases, or
// where taught is false, words drawn by lot.
func texts(seed uint64, n int, taught bool) (all []Document) {
	r := rand.New(rand.NewPCG(seed, 1))
	c := word.NewCutter()
	for range n {
		var words, keyphrases []string
		for range 5 {
			w := fmt.Sprintf("q%c%cx", 'a'+r.IntN(10), 'a'+r.IntN(10))
			ends := r.IntN(3) == 0
			if ends && taught {
				w += "zug"
			}
			if words = append(words, w); ends {
				keyphrases = append(keyphrases, w)
			}
		}
		t := fallback.Find(c, "en", "", strings.Join(words, ", "), (*fallback.Frequencies)(nil).Rarity("en"))
		all = append(all, Label(c, t, append(keyphrases, "not there")))
	}
	return all
}

func first(t testing.TB) *fallback.Ranker {
	m, err := fallback.Default()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func refit(t testing.TB, documents []Document) *fallback.Ranker {
	m, err := Refit(first(t), documents, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// meanLoss is the mean log-loss of candidates.
func meanLoss(m *fallback.Ranker, documents []Document) float64 {
	sum, n := 0., 0.
	for _, d := range documents {
		m.Assess(d.Candidates)
		for i, c := range d.Candidates {
			p := c.Probability
			if !d.Right[i] {
				p = 1 - p
			}
			sum, n = sum-math.Log(p), n+1
		}
	}
	return sum / n
}

// TestRefit: what keyphrases look like is learned from documents, the better the more they are, also of words never seen.
func TestRefit(t *testing.T) {
	others := texts(9, 200, true)
	before := meanLoss(first(t), others)
	few, many := meanLoss(refit(t, texts(1, 40, true)), others), meanLoss(refit(t, texts(1, 400, true)), others)
	if few > .8*before || many > .5*few {
		t.Errorf("loss %.3f before, %.3f after 40 documents and %.3f after 400", before, few, many)
	}
	if !reflect.DeepEqual(refit(t, texts(1, 40, true)), refit(t, texts(1, 40, true))) {
		t.Error("two fits to the same documents differ")
	}
}

// TestRefitOfNothing: where nothing can be learned, a fit says so: what a lexicon says of a document is by other documents, so that
// keyphrases drawn by lot are no more certain than they are many.
func TestRefitOfNothing(t *testing.T) {
	m, others := refit(t, texts(1, 300, false)), texts(9, 300, false)
	if got, want := meanLoss(m, others), -math.Log(1./3)/3-math.Log(2./3)*2/3; got > want+.03 {
		t.Errorf("loss %.3f, and %.3f by knowing how many are right", got, want)
	}
	sum, n := 0., 0.
	for _, d := range others {
		for _, c := range d.Candidates {
			sum, n = sum+c.Probability, n+1
		}
	}
	if math.Abs(sum/n-1./3) > .04 {
		t.Errorf("mean probability %.3f, and a third is right", sum/n)
	}
}

// TestLexicon: counts of three documents by hand.
func TestLexicon(t *testing.T) {
	c := word.NewCutter()
	var all []Document
	for i, text := range []string{"graph cuts, the big graph", "graph cuts", "trees"} {
		d := Label(c, fallback.Find(c, "en", "", text, func(string, string) float64 { return -1 }), [][]string{{"Graph cuts", "graph cut", "far off"}, {"graph"}, nil}[i])
		all = append(all, d)
	}
	l := lexicon(all)
	if l.Documents != 3 || fmt.Sprint(l.Phrases) != "map[far off:1 graph:1 graph cut:1]" {
		t.Errorf("%d documents, %v", l.Documents, l.Phrases)
	}
	// "big", "the" and "tree" stand in one document and are in no keyphrase.
	if fmt.Sprint(l.Words) != "map[cut:[2 1] graph:[2 2]]" || l.Word != 3./7 {
		t.Errorf("%v, %v", l.Words, l.Word)
	}
	if phrases := l.Cues[0]; phrases.Name != "phrase" || fmt.Sprint(phrases.Seen) != "map[graph:[2 1] graph cut:[2 1]]" {
		t.Errorf("%v", phrases)
	}
	if s := l.Cues[3].Seen["uts"]; s != (fallback.Seen{4, 1}) {
		t.Errorf("of candidates that end in uts: %v", s)
	}
	candidates := 0
	for _, d := range all {
		candidates += len(d.Candidates)
	}
	if l.Candidate != 2/float64(candidates) {
		t.Errorf("%v of %d candidates", l.Candidate, candidates)
	}
}

// TestTooFew: thirty candidates must be right.
func TestTooFew(t *testing.T) {
	_, err := Refit(first(t), texts(1, 10, true), func() {})
	var few *TooFewError
	if !errors.As(err, &few) || few.Right == 0 || few.Right >= Fewest || !strings.Contains(err.Error(), "at least 30") {
		t.Errorf("%v", err)
	}
}

// TestMixed: a distribution of 20 documents and another of 60.
func TestMixed(t *testing.T) {
	if got := mixed([]float64{1}, []float64{.5, .5}, 60); got[0] != .625 || got[1] != .375 {
		t.Errorf("%v", got)
	}
}

// TestCalibrate: log-odds that are twice too large, and one too high, are put right.
func TestCalibrate(t *testing.T) {
	r, m := rand.New(rand.NewPCG(1, 2)), &fallback.Ranker{Judge: rank.Judge{Intercept: 3, Terms: []rank.Term{{Weight: 4, Scale: 1}}}}
	var all []judgement
	for range 20000 {
		z := 4 * (r.Float64() - .5)
		all = append(all, judgement{2*z + 1, r.Float64() < 1/(1+math.Exp(-z))})
	}
	if err := calibrate(m, all); err != nil || math.Abs(m.Intercept-1) > .1 || math.Abs(m.Terms[0].Weight-2) > .1 {
		t.Errorf("%v: intercept %v, want 1; weight %v, want 2", err, m.Intercept, m.Terms[0].Weight)
	}
}

// TestTable: in a fit nothing that a document says speaks of that document: phrases that stand in one document are unknown there.
func TestTable(t *testing.T) {
	c := word.NewCutter()
	var all []Document
	for i := range 20 {
		w := strings.Repeat("q", i+2)
		d := Label(c, fallback.Find(c, "en", "", w, func(string, string) float64 { return -1 }), []string{w})
		all = append(all, d)
	}
	table := Table(all)
	for row, right := range table.Right {
		of := func(k int) float64 { return table.Value(row, len(fallback.Terms)+k) }
		if of(0) != 0 || of(len(fallback.CueNames)) != 0 || of(len(fallback.CueNames)+1) != 0 || !right || table.Value(row, 11) != 1 {
			t.Fatalf("row %d: %v, %v, %v", row, of(0), of(len(fallback.CueNames)), of(len(fallback.CueNames)+1))
		}
		if want := row/4 + row%4*folds; table.Document[row] != want { // fold by fold
			t.Errorf("row %d is of document %d, want %d", row, table.Document[row], want)
		}
	}
	if len(table.Right) != 20 {
		t.Errorf("%d rows", len(table.Right))
	}
}

// TestRefitStarts: a weight of which the documents say nothing stays, but for the calibration: none of them has a title.
func TestRefitStarts(t *testing.T) {
	m, before := refit(t, texts(1, 60, true)), first(t).Terms[1]
	if got := m.Terms[1]; got.Feature != "title" || got.Weight < before.Weight/3 {
		t.Errorf("%v, before %v", got, before)
	}
}

// TestLeave: phrases of which it is not known whether they are right are no candidates of the fit, and say nothing of their words.
func TestLeave(t *testing.T) {
	c := word.NewCutter()
	d := Label(c, fallback.Find(c, "en", "", "graph cuts, trees, moss", (*fallback.Frequencies)(nil).Rarity("en")), []string{"trees"})
	before := len(d.Candidates)
	d.Leave(c, "en", []string{"graph cut", "tree"})
	left, right := "", 0
	for i, k := range d.Candidates {
		left += k.Key() + ";"
		if d.Right[i] {
			right++
		}
	}
	if len(d.Candidates) != before-1 || len(d.Right) != len(d.Candidates) || right != 1 || strings.Contains(left, "graph cut;") || strings.Join(d.Stems, " ") != "moss" {
		t.Errorf("%s %d right, stems %v", left, right, d.Stems)
	}
}
