package joint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// opened returns the state after reading documents.
func opened(t *testing.T, m *Model[float64], documents ...[]int32) *reading[float64] {
	t.Helper()
	r, err := m.study(nil, documents)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCandidates: the most probable keywords that fit, in the order of the text, each stem once, with the position of its
// first word and the probability of its most probable one.
func TestCandidates(t *testing.T) {
	m := model[float64](t, shape(PromptKP))
	// The first element of a word's row is its log-odds of being a keyword.
	w := m.head.Tags[keywords].W.Weights
	clear(w)
	w[m.Encoder.Width] = 1
	clear(m.head.Tags[keywords].B.Weights)
	for _, c := range []struct {
		document, logits, want string
	}{
		{"a b c", "1 -1 2", "a@1:1 c@3:2"},
		{"graph a graph ##s b graph", "1 -1 3 2 2", "graph@1:3 b@5:2"},
		{"graph a graph ##s", "-1 -1 3", "graph ##s@3:3"},
		// Ten prompts of 6 pieces fit in a tail of 60, so the least probable of eleven keywords has none.
		{"a b c graph cut of image net neural deep learn", "5 5 5 5 1 5 5 5 5 5 5", "a@1:5 b@2:5 c@3:5 graph@4:5 of@6:5 image@7:5 net@8:5 neural@9:5 deep@10:5 learn@11:5"},
	} {
		source := ids(t, "[CLS] "+c.document+" [SEP]")
		r := &reading[float64]{Model: m, texts: [][]int32{source}, words: [][]word{cut(vocabulary, m.stemmer, source, 1, len(source)-1)}, rows: [][]float64{make([]float64, len(source)*m.Encoder.Width)}}
		logits := map[string]float64{}
		for i, said := range strings.Fields(c.logits) {
			var v float64
			fmt.Sscan(said, &v)
			r.rows[0][r.words[0][i].lo*m.Encoder.Width] = v
			logits[fmt.Sprintf("%.9f", 1/(1+math.Exp(-v)))] = v
		}
		all, err := r.candidates(0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, k := range all {
			got = append(got, fmt.Sprintf("%s@%d:%v", say(k.keyword), k.at, logits[fmt.Sprintf("%.9f", k.sure)]))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", c.document, strings.Join(got, " "), c.want)
		}
	}
}

// TestRounds: the second round predicts half of four masks, the third a quarter. The result is that of the last round.
func TestRounds(t *testing.T) {
	for n, want := range map[int][]int{4: {2, 1, 0}, 8: {5, 2, 0}, 2: {1, 0, 0}} {
		for round, k := range want {
			if got := again(n, round+1); got != k {
				t.Errorf("%d of %d masks are predicted again after round %d, want %d", got, n, round+1, k)
			}
		}
	}
	m := model[float64](t, shape(PromptKP))
	differ := false
	for _, e := range documents(t) {
		r := opened(t, m, e.Source)
		all, err := r.candidates(0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i].said, all[i].chance, all[i].asked = make([]int32, 4), make([]float64, 4), []int{0, 1, 2, 3}
		}
		var first []int32
		for _, n := range []int{2, 1, 0} {
			if err := r.round([][]candidate[float64]{all}); err != nil {
				t.Fatal(err)
			}
			for i := range all {
				if n == 2 {
					first = append(first, all[i].said...)
				}
				all[i].again(n)
			}
		}
		var last []int32
		for _, c := range all {
			last = append(last, c.said...)
			r.finish(0, c)
		}
		differ = differ || !slices.Equal(first, last)
		other := opened(t, m, e.Source)
		if err := other.prompt(); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(other.found) != fmt.Sprint(r.found) {
			t.Errorf("%s: %v, round by round %v", e.ID, other.found, r.found)
		}
	}
	if !differ {
		t.Error("no prediction changes after the first round: the test needs one that does")
	}
}

// TestPack: pieces of a packed batch, and the rows that enter its loss.
func TestPack(t *testing.T) {
	e := example(t, "d", "graph ##s a graph", "graph|deep graph ##s b, a c")
	for system, want := range map[string]string{
		UniKeyphrase: "[CLS] graph ##s a graph [SEP] deep graph ##s b [SEP]",
		// Both prompts are ordered by the first occurrence of their keywords.
		PromptKP: "[CLS] graph ##s a graph [SEP] <null> deep graph ##s b <null> <sep> <null> <null> a c <null> <sep>",
	} {
		c := shape(system)
		if system == UniKeyphrase {
			c.PhraseLen = 6 // "a c" does not fit
		}
		m := model[float64](t, c)
		l, err := m.pack([]schemas.Example{example(t, "before", "a b", "|"), e}, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		from := int(l.batch.Offsets[1])
		// With the targets in place of the masks, the pieces are complete.
		masks := 0
		for _, f := range l.ask.Filled {
			if f.Doc == 1 {
				if l.batch.Pieces[f.Row] != m.Mask {
					t.Errorf("%s: piece %d is a target but not masked", system, f.Row)
				}
				l.batch.Pieces[f.Row] = f.Word
				masks++
			}
		}
		if got := say(l.batch.Pieces[from:]); got != want || masks == 0 {
			t.Errorf("%s: %s, want %s", system, got, want)
		}
		if l.batch.Causal != (system == UniKeyphrase) || l.batch.Text[1] != 6 {
			t.Errorf("%s: causal %v, texts %v", system, l.batch.Causal, l.batch.Text)
		}
		for i, kind := range l.batch.Types[from:] {
			if (i >= 6) != (kind == 1) {
				t.Errorf("%s: piece %d has type %d", system, i, kind)
			}
		}
		var tags []string
		for _, q := range l.ask.Tagged {
			if q.Doc == 1 {
				tags = append(tags, fmt.Sprintf("%d:%d=%d*%.4g %s", q.Row-from, q.Tags, q.Tag, q.Weight, say(q.Bag)))
			}
		}
		// The weights are 5, 1 and 5 of 11 for B, O and B, and a third each for three keywords.
		wanted := "1:0=1*0.4545 graph ##s, 3:0=0*0.09091 a, 4:0=1*0.4545 graph"
		if system == PromptKP {
			wanted += ", 1:1=1*0.3333 graph ##s, 3:1=1*0.3333 a, 4:1=1*0.3333 graph"
		}
		if strings.Join(tags, ", ") != wanted {
			t.Errorf("%s: %s, want %s", system, strings.Join(tags, ", "), wanted)
		}
		share := 0.0
		for _, f := range l.ask.Filled {
			if f.Doc == 1 {
				share += f.Weight
			}
		}
		if share < .999 || share > 1.001 {
			t.Errorf("%s: the weights of a document's masks add up to %v", system, share)
		}
	}
}
