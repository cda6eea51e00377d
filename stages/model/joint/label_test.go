package joint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestLabelAlone: the phrases of a document depend neither on other documents, nor on threads, nor on packed weights.
func TestLabelAlone(t *testing.T) {
	for _, system := range systems {
		m := model[float32](t, shape(system))
		var all [][]int32
		for i := range 200 {
			e := documents(t)[i%4].Source
			all = append(all, append(slices.Clone(e[:1+i%(len(e)-2)]), e[len(e)-2:]...))
		}
		together, err := m.Label(kernel.NewWorkers(3), all)
		if err != nil {
			t.Fatal(err)
		}
		m.Pack(nil)
		filled := 0
		for i, d := range all {
			alone, err := m.Label(nil, [][]int32{d})
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(alone[0]) != fmt.Sprint(together[i]) {
				t.Fatalf("%s: document %d: %v alone, %v in the batch", system, i, alone[0], together[i])
			}
			for _, p := range alone[0] {
				if slices.Contains(p.Attended, 0) {
					filled++
				}
				if slices.ContainsFunc(p.Tokens, func(id int32) bool {
					return id < text.FirstWord || id == m.Mask || id == m.Encoder.Pad || id == d[len(d)-1]
				}) {
					t.Errorf("%s: document %d: %s", system, i, say(p.Tokens))
				}
			}
		}
		if filled < 20 && system == PromptKP || filled < 150 && system != TagsOnly || filled > 0 && system == TagsOnly {
			t.Errorf("%s: only %d phrases are predicted: the test needs more", system, filled)
		}
		if n := m.pool.Lent(); n != 0 {
			t.Errorf("%s: %d slices are lent", system, n)
		}
	}
}

// TestGraphSaysAsLabel: labelling gives tags and masks of a first round the probabilities of the training graph.
func TestGraphSaysAsLabel(t *testing.T) {
	m := model[float64](t, shape(PromptKP))
	source := documents(t)[0].Source
	r := opened(t, m, source)
	tags, sure, err := r.ask(0, present)
	if err != nil {
		t.Fatal(err)
	}
	var c []candidate[float64]
	for i, w := range r.words[0][:3] {
		c = append(c, candidate[float64]{prompt: prompt{at: w.lo, keyword: source[w.lo:w.hi]}, word: w, said: make([]int32, 4), chance: make([]float64, 4), asked: []int{0, 1, 2, 3}})
		if i == 1 { // with one mask shown
			c[i].said[2], c[i].asked = 20, []int{0, 1, 3}
		}
	}
	if err := r.round([][]candidate[float64]{c}); err != nil {
		t.Fatal(err)
	}

	l := layout{batch: bert.Batch{Offsets: []int32{0}}, ask: op.JointLoss{Docs: 1, Norm: 1}}
	l.begin(source)
	want := 0.0
	for i, w := range r.words[0] {
		l.ask.Tagged = append(l.ask.Tagged, op.Tagged{Row: w.lo, Tag: tags[i], Weight: 1})
		want -= math.Log(sure[i])
	}
	for _, c := range c {
		at, shown := len(l.batch.Pieces), slices.Clone(c.said)
		for _, k := range c.asked {
			shown[k] = m.Mask
			l.ask.Filled = append(l.ask.Filled, op.Filled{Row: at + m.place(k, len(c.keyword)), Word: c.said[k], Weight: 1})
			want -= math.Log(c.chance[k])
		}
		l.batch.Pieces = m.write(l.batch.Pieces, c.keyword, shown)
		l.batch.Types = append(l.batch.Types, slices.Repeat([]int32{1}, len(l.batch.Pieces)-at)...)
	}
	l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
	if got := r.graph(t, l); math.Abs(got-want) > 1e-9 {
		t.Errorf("the loss of the graph is %v, that of labelling %v", got, want)
	}
}

// graph returns the loss of a packed batch in evaluation mode.
func (r *reading[T]) graph(t *testing.T, l layout) T {
	t.Helper()
	sum, err := r.over(&op.Graph[T]{Pass: r.pass}, l)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestGraphSaysAsSequence: at each step of a sequence, incremental decoding gives the piece and the tags the probabilities of
// the training graph.
func TestGraphSaysAsSequence(t *testing.T) {
	m := model[float64](t, shape(UniKeyphrase))
	texts := [][]int32{documents(t)[0].Source, documents(t)[3].Source}
	r := opened(t, m, texts...)
	w := &writer[float64]{reading: r, written: make([]phrase.Output[float64], 2)}
	for step := range 4 {
		w.live = []int{0, 1}
		if step == 2 { // only the second continues
			w.live = w.live[1:]
		}
		if err := w.Step(nil); err != nil {
			t.Fatal(err)
		}
		for i, d := range w.live {
			l := layout{batch: bert.Batch{Offsets: []int32{0}, Causal: true}, ask: op.JointLoss{Docs: 1, Norm: 1}}
			l.begin(texts[d])
			want := -math.Log(w.sure[i])
			tags, chance, err := r.ask(d, present)
			if err != nil {
				t.Fatal(err)
			}
			for k, word := range r.words[d] {
				l.ask.Tagged = append(l.ask.Tagged, op.Tagged{Row: word.lo, Tag: tags[k], Weight: 1})
				want -= math.Log(chance[k])
			}
			for _, id := range append(slices.Clone(w.written[d].Tokens), m.Mask) {
				l.batch.Pieces, l.batch.Types = append(l.batch.Pieces, id), append(l.batch.Types, 1)
			}
			l.ask.Filled = []op.Filled{{Row: len(l.batch.Pieces) - 1, Word: w.ids[i], Weight: 1}}
			l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
			if got := r.graph(t, l); math.Abs(got-want) > 1e-9 {
				t.Errorf("step %d, document %d: the loss of the graph is %v, that of the decoder %v", step, d, got, want)
			}
			// Write another piece at each step, not the most probable one.
			w.written[d].Add(int32(13+5*step+d), 1, 0)
		}
	}
}

// TestWrites: word pieces of text may be written, and the given special tokens.
func TestWrites(t *testing.T) {
	m := model[float32](t, shape(PromptKP))
	r := &reading[float32]{Model: m, texts: [][]int32{ids(t, "[CLS] a [SEP]")}}
	var may []string
	for id := range int32(len(vocabulary)) {
		if r.writes(0, id, text.Null) {
			may = append(may, vocabulary[id])
		}
	}
	want := "<null> <digit> [UNK] graph ##s cut ##ting of image net ##work neural deep learn ##ing a b c"
	if got := strings.Join(may, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
