package sequence

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// five is a network with five words besides the special tokens.
var five = slots.Config{Vocab: 12, Slots: 1, PhraseLen: 3, Width: 12, Heads: 3, FF: 20, EncoderLayers: 1, DecoderLayers: 2, System: One2One}

// fiveStates is five as a network of GRUs.
var fiveStates = slots.Config{Vocab: 12, Slots: 1, PhraseLen: 3, Width: 12, EncoderLayers: 1, DecoderLayers: 1, System: One2One, Network: slots.GRU}

// spoken is a sequence with the teacher-forced probabilities of its tokens.
type spoken struct {
	tokens []int32
	p      []float32
}

func (s spoken) log() (sum float64) {
	for _, p := range s.p {
		sum += math.Log(float64(p))
	}
	return sum
}

func (s spoken) score(norm float64) float64 { return s.log() / math.Pow(float64(len(s.tokens)), norm) }

func (s spoken) ended() bool { return s.tokens[len(s.tokens)-1] == text.Eos }

// all returns every sequence, finished or not, of at most depth tokens that One2One may write about a document.
func all(t *testing.T, m *Model[float32], memory *slots.Memory[float32], doc, depth int) (list []spoken) {
	t.Helper()
	var targets []slots.Target
	var grow func(tokens []int32)
	grow = func(tokens []int32) {
		for id := range int32(m.Vocab) + memory.Docs.OOV[doc] {
			if slices.Contains([]int32{0, 2, 4, 5, 6}, id) { // <pad>, <bos>, <sep>, <peos>, ∅
				continue
			}
			next := append(slices.Clone(tokens), id)
			targets = append(targets, slots.Target{Doc: doc, Tokens: next})
			if id != text.Eos && len(next) < depth {
				grow(next)
			}
		}
	}
	grow(nil)
	r, err := m.Model.Evaluate(nil, memory, targets)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, g := range targets {
		list = append(list, spoken{g.Tokens, r.P[at : at+len(g.Tokens)]})
		at += len(g.Tokens)
	}
	return list
}

// searched is a textbook beam search over the list of all sequences.
func searched(list []spoken, o BeamOptions) (ended []spoken) {
	live := []string{fmt.Sprint([]int32{})}
	for length := 1; length <= o.Depth; length++ {
		var next []spoken
		for _, s := range list {
			if len(s.tokens) == length && slices.Contains(live, fmt.Sprint(s.tokens[:length-1])) {
				next = append(next, s)
			}
		}
		slices.SortStableFunc(next, func(a, b spoken) int { return cmp.Compare(b.log(), a.log()) })
		live = nil
		for _, s := range next[:min(o.Width, len(next))] {
			if s.ended() {
				ended = append(ended, s)
			} else {
				live = append(live, fmt.Sprint(s.tokens))
			}
		}
	}
	slices.SortStableFunc(ended, func(a, b spoken) int { return cmp.Compare(b.score(o.Norm), a.score(o.Norm)) })
	return ended[:min(o.Width, len(ended))]
}

// TestBeam: with a vocabulary of five words, Beam finds what a textbook search over all sequences finds, and a beam that is
// wide enough finds every finished sequence.
func TestBeam(t *testing.T) {
	t.Run("transformer", func(t *testing.T) { testBeam(t, five) })
	t.Run("states", func(t *testing.T) { testBeam(t, fiveStates) })
}

func testBeam(t *testing.T, c slots.Config) {
	for _, norm := range []float64{0, 1} {
		m := fresh[float32](t, c)
		spread(m)
		docs := pack(t, examples(c, 4))
		memory := encode(t, m, nil, docs)
		different := 0
		for _, width := range []int{1, 2, 8, 5000} {
			o := BeamOptions{Width: width, Depth: 3, Norm: norm}
			got, err := m.Beam(nil, memory, o)
			if err != nil {
				t.Fatal(err)
			}
			for b := range docs.Len() {
				list := all(t, m, memory, b, 3)
				want := searched(list, o)
				if width == 5000 {
					want = slices.DeleteFunc(slices.Clone(list), func(s spoken) bool { return !s.ended() })
					slices.SortStableFunc(want, func(a, b spoken) int { return cmp.Compare(b.score(norm), a.score(norm)) })
				}
				if len(want) == 0 {
					continue // TestBeamCut
				}
				different += len(want[0].tokens) - 1
				compare(t, fmt.Sprintf("norm %v, width %d, document %d", norm, width, b), got[b], want, norm)
			}
		}
		if different == 0 {
			t.Error("only <eos> is found: the test needs longer sequences")
		}
		memory.Free()
		if n := pool(m).Lent(); n != 0 {
			t.Errorf("%d slices are still lent", n)
		}
	}
}

// spread enlarges weights so that <eos> is not too probable and words depend on earlier ones.
func spread(m *Model[float32]) {
	for _, p := range m.Params() {
		for i := range p.Weights {
			p.Weights[i] *= 1.6
		}
	}
	if m.Network == "" {
		return
	}
	// Without norms, small start values give almost equal probabilities.
	for i := range param(m, "encoder.embed.weight") {
		param(m, "encoder.embed.weight")[i] *= 10
	}
	for i := range m.Width {
		param(m, "decoder.output_layer.weight")[int(text.Eos)*m.Width+i] *= 3
	}
}

func compare(t *testing.T, what string, got []Hypothesis[float32], want []spoken, norm float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d found, want %d", what, len(got), len(want))
		return
	}
	for i, h := range got {
		w := want[i]
		if !slices.Equal(h.Tokens, w.tokens) && math.Abs(h.Score-w.score(norm)) > 1e-5 {
			t.Errorf("%s: place %d is %v of %v, want %v of %v", what, i, h.Tokens, h.Score, w.tokens, w.score(norm))
			return
		}
		product, logs := 1., 0.
		for _, p := range h.Probabilities {
			product, logs = product*float64(p), logs+math.Log(float64(p))
		}
		if math.Abs(logs-w.log()) > 1e-5 || math.Abs(h.Score-logs/math.Pow(float64(len(h.Tokens)), norm)) > 1e-9 || len(h.Attended) != len(h.Tokens) {
			t.Errorf("%s: place %d has the probabilities %v, want %v", what, i, h.Probabilities, w.p)
		}
	}
}

// TestBeamOfOne: a beam of width 1 equals greedy decoding without ∅, cut off or not, unless that writes <pad> or <bos>.
func TestBeamOfOne(t *testing.T) {
	t.Run("transformer", func(t *testing.T) { testBeamOfOne(t, oneSlot(CatSeq)) })
	t.Run("states", func(t *testing.T) { testBeamOfOne(t, statesOf(CatSeq)) })
}

func testBeamOfOne(t *testing.T, c slots.Config) {
	m := fresh[float32](t, c)
	spread(m)
	docs := pack(t, examples(c, 12))
	memory := encode(t, m, nil, docs)
	written, err := m.Greedy(nil, memory, slots.GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	greedy := written.NonNull
	beam, err := m.Beam(nil, memory, BeamOptions{Width: 1})
	if err != nil {
		t.Fatal(err)
	}
	cut, long := 0, 0
	for b := range greedy {
		if slices.ContainsFunc(greedy[b][0].Tokens, func(id int32) bool { return id == text.Pad || id == text.Bos }) {
			continue
		}
		if got, want := fmt.Sprint(beam[b][0].Written), fmt.Sprint(greedy[b][0]); len(beam[b]) != 1 || got != want {
			t.Errorf("document %d: %s, want %s", b, got, want)
		}
		if n := len(greedy[b][0].Tokens); n == c.PhraseLen {
			cut++
		} else if n > 1 {
			long++
		}
	}
	if cut == 0 || long == 0 {
		t.Errorf("%d sequences are cut off, %d end after words: the test needs both", cut, long)
	}
}

// TestBeamsAlone: the result of a document is equal to the bit alone, in a batch of more documents than one search decodes
// together, for any number of threads, and with packed weights.
func TestBeamsAlone(t *testing.T) {
	t.Run("transformer", func(t *testing.T) { testBeamsAlone(t, oneSlot(One2One)) })
	t.Run("states", func(t *testing.T) { testBeamsAlone(t, statesOf(One2One)) })
}

func testBeamsAlone(t *testing.T, c slots.Config) {
	m := fresh[float32](t, c)
	spread(m)
	ex := examples(c, 9)
	o := BeamOptions{Width: 60, Depth: 3}
	found := func(w *kernel.Workers, from, to int) (s []string) {
		memory := encode(t, m, w, pack(t, ex[from:to]))
		defer memory.Free()
		all, err := m.Beam(w, memory, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range all {
			s = append(s, fmt.Sprint(h))
		}
		return s
	}
	want := found(nil, 0, len(ex))
	for b := range ex {
		if got := found(nil, b, b+1); got[0] != want[b] {
			t.Errorf("document %d alone:\n%s, in the batch\n%s", b, got[0], want[b])
		}
	}
	for _, n := range []int{1, 3} {
		if got := found(kernel.NewWorkers(n), 0, len(ex)); !slices.Equal(got, want) {
			t.Errorf("%d threads give another result", n)
		}
	}
	m.Pack(nil)
	if got := found(nil, 0, len(ex)); !slices.Equal(got, want) {
		t.Error("packed weights give another result")
	}
}

// TestBeamShortlist: a shortlist that lacks one word, which no document contains and no hypothesis has, changes no result.
func TestBeamShortlist(t *testing.T) {
	c := oneSlot(One2One)
	m := fresh[float32](t, c)
	ex := examples(c, 4)
	last := int32(c.Vocab - 1)
	for _, e := range ex {
		for i := range e.Source {
			if e.Source[i] == last {
				e.Source[i], e.Extended[i] = 8, 8
			}
		}
	}
	for i := range param(m, "decoder.output_layer.weight")[int(last)*c.Width:] {
		param(m, "decoder.output_layer.weight")[int(last)*c.Width+i] = 0
	}
	memory := encode(t, m, nil, pack(t, ex))
	o := BeamOptions{Width: 7, Depth: 3}
	before, err := m.Beam(nil, memory, o)
	if err != nil {
		t.Fatal(err)
	}
	m.Shortlist(nil, c.Vocab-1-int(text.FirstWord))
	after, err := m.Beam(nil, memory, o)
	if err != nil {
		t.Fatal(err)
	}
	for b := range before {
		for i, h := range before[b] {
			if slices.Contains(h.Tokens, last) {
				t.Fatal("a hypothesis has the word: the test needs one that none has")
			}
			if !slices.Equal(after[b][i].Tokens, h.Tokens) {
				t.Errorf("document %d, place %d: %v, without a shortlist %v", b, i, after[b][i].Tokens, h.Tokens)
			}
		}
	}
}

func TestBeamRefuses(t *testing.T) {
	m := fresh[float32](t, five)
	memory := encode(t, m, nil, pack(t, examples(five, 1)))
	for _, o := range []BeamOptions{{}, {Width: 1, Depth: -1}, {Width: 1, Depth: slots.MaxSource + 1}, {Width: 1, Norm: -1}, {Width: 1, Norm: math.NaN()}} {
		if _, err := m.Beam(nil, memory, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	for i := range param(m, "decoder.output_fc.weight") {
		param(m, "decoder.output_fc.weight")[i] = math.MaxFloat32
	}
	if _, err := m.Beam(nil, memory, BeamOptions{Width: 2}); !errors.Is(err, slots.ErrNotFinite) {
		t.Errorf("error %v, want ErrNotFinite", err)
	}
}

// TestBeamMemory: the estimate is between one and four times what a search takes from the model's pool.
func TestBeamMemory(t *testing.T) {
	t.Run("transformer", func(t *testing.T) {
		c := slots.Config{Vocab: 300, Slots: 1, PhraseLen: 40, Width: 64, Heads: 4, FF: 64, EncoderLayers: 1, DecoderLayers: 2, System: CatSeq}
		testBeamMemory(t, c, 128, 2) // 256 rows
	})
	t.Run("states", func(t *testing.T) {
		c := slots.Config{Vocab: 300, Slots: 1, PhraseLen: 3, Width: 64, EncoderLayers: 1, DecoderLayers: 1, System: CatSeq, Network: slots.GRU}
		testBeamMemory(t, c, 1, 1024)
	})
	if n := fresh[float32](t, five).BeamMemory(BeamOptions{Width: math.MaxInt}); n < math.MaxInt64/4 {
		t.Errorf("the estimate for the widest beam is %d bytes", n)
	}
}

func testBeamMemory(t *testing.T, c slots.Config, documents, width int) {
	m := fresh[float32](t, c)
	memory := encode(t, m, nil, pack(t, examples(c, documents)))
	before := pool(m).Cap()
	o := BeamOptions{Width: width}
	if _, err := m.Beam(nil, memory, o); err != nil {
		t.Fatal(err)
	}
	took, estimate := int64(4*(pool(m).Cap()-before)), m.BeamMemory(o)
	t.Logf("%d bytes are taken from the pool, %d estimated", took, estimate)
	if took > estimate || estimate > 4*took {
		t.Errorf("%d bytes are taken from the pool, %d estimated", took, estimate)
	}
}

// TestBeamTake: a search continues while an unfinished hypothesis can win, and keeps as many finished ones as it is wide.
func TestBeamTake(t *testing.T) {
	at := func(id int32, length int, log float64) *hypothesis[float32] {
		return &hypothesis[float32]{id: id, length: length, log: log}
	}
	for _, c := range []struct {
		name      string
		norm      float64
		ended     []float64 // logs of finished hypotheses of two words
		next      []*hypothesis[float32]
		want      []float64
		following int
	}{
		{"too few", 0, nil, []*hypothesis[float32]{at(text.Eos, 3, -1), at(8, 3, -9)}, []float64{-1}, 1},
		{"may be better", 0, []float64{-1, -5}, []*hypothesis[float32]{at(8, 3, -4), at(9, 3, -9)}, []float64{-1, -5}, 2},
		{"may be as good", 0, []float64{-1, -5}, []*hypothesis[float32]{at(8, 3, -5), at(9, 3, -9)}, []float64{-1, -5}, 2},
		{"cannot be better", 0, []float64{-1, -5}, []*hypothesis[float32]{at(8, 3, -5.5), at(9, 3, -9)}, []float64{-1, -5}, 0},
		// The mean of -5 over two words is -2.5; that of -9 over four, the depth, is -2.25.
		{"better by the mean", 1, []float64{-1, -5}, []*hypothesis[float32]{at(8, 3, -9), at(9, 3, -11)}, []float64{-1, -5}, 2},
		{"not by the mean", 1, []float64{-1, -5}, []*hypothesis[float32]{at(8, 3, -10.5), at(9, 3, -11)}, []float64{-1, -5}, 0},
		{"a third end", 0, []float64{-1, -5}, []*hypothesis[float32]{at(text.Eos, 3, -2), at(9, 3, -1.5)}, []float64{-1, -2}, 1},
	} {
		b := beam[float32]{o: BeamOptions{Width: 2, Depth: 4, Norm: c.norm}}
		for _, log := range c.ended {
			b.ended = append(b.ended, at(text.Eos, 2, log))
		}
		b.take(c.next)
		var ended []float64
		for _, e := range b.ended {
			ended = append(ended, e.log)
		}
		if !slices.Equal(ended, c.want) || len(b.live) != c.following {
			t.Errorf("%s: ended %v, %d followed; want %v, %d", c.name, ended, len(b.live), c.want, c.following)
		}
	}
}

// TestExtensions: early cuts do not change the best extensions.
func TestExtensions(t *testing.T) {
	w := extensions[float32]{width: 5, least: math.Inf(-1)}
	var all []hypothesis[float32]
	for i := range 300 {
		h := hypothesis[float32]{row: i / 60, id: int32(59 - i%60), log: -float64(i * 7919 % 7)} // many equal ones, higher ids first
		all = append(all, h)
		w.offer(h)
	}
	w.cut()
	slices.SortFunc(all, func(a, b hypothesis[float32]) int {
		return cmp.Or(cmp.Compare(b.log, a.log), cmp.Compare(a.row, b.row), cmp.Compare(a.id, b.id))
	})
	if got, want := fmt.Sprint(w.all), fmt.Sprint(all[:5]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
