package slots

import (
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// startBounds has the bounds of the start values, U(−bound, bound), by parameter name, computed by hand for a width of 24 and
// an inner width of 96. The first matching pattern counts. Those of the Transformer are √(6/(24+24)) for attention, otherwise
// 1/√24 or 1/√96, and 0.1 for embeddings and control codes. Those of the recurrent body are PyTorch's: 1/√12 or 1/√24, by the
// width of the state, 1/√48 for the layer before the output.
var startBounds = map[string][]struct {
	name  string
	bound float64
}{
	"": {
		{"encoder.embed.weight", 0.1},
		{"decoder.control_code.weight", 0.1},
		{"*.?_proj.weight", 0.3535534},
		{"*.out_proj.weight", 0.3535534},
		{"*.ffn.3.*", 0.1020621},
		{"*", 0.2041241},
	},
	GRU: {
		{"encoder.embed.weight", 0.1},
		{"encoder.rnn.*", 0.2886751},
		{"decoder.output_fc.*", 0.1443376},
		{"*", 0.2041241},
	},
}

// TestStartValues: norms start at 1 and 0, all else uniformly within its bounds: it reaches both ends, and the mean square is
// a third of the squared bound.
func TestStartValues(t *testing.T) {
	shape := Config{Vocab: 60, Slots: 14, PhraseLen: 5, Width: 24, Heads: 4, FF: 96, EncoderLayers: 2, DecoderLayers: 2, Dropout: 0.1}
	states := Config{Vocab: 60, Slots: 1, PhraseLen: 5, Width: 24, EncoderLayers: 2, DecoderLayers: 1, Network: GRU}
	for _, c := range []Config{shape, states} {
		m, err := New[float32](c, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Params() {
			holdStart(t, p, c.Network)
		}
		if e := m.Params()[0]; slices.Max(e.Weights[:c.Width]) == 0 {
			t.Error("the padding row starts at zero")
		}
	}
}

func holdStart(t *testing.T, p *op.Param[float32], network string) {
	t.Helper()
	lo, hi := float64(slices.Min(p.Weights)), float64(slices.Max(p.Weights))
	if strings.Contains(p.Name, "layer_norm") {
		if one := strings.HasSuffix(p.Name, "weight"); one && (lo != 1 || hi != 1) || !one && (lo != 0 || hi != 0) {
			t.Errorf("%s lies in [%v, %v]", p.Name, lo, hi)
		}
		return
	}
	bound := boundOf(t, p.Name, network)
	if lo < -bound-1e-6 || hi > bound+1e-6 || lo == 0 {
		t.Errorf("%s lies in [%v, %v], want within ±%v", p.Name, lo, hi, bound)
	}
	squares := 0.0
	for _, v := range p.Weights {
		squares += float64(v) * float64(v)
	}
	square := squares / float64(len(p.Weights)) / (bound * bound)
	if n := len(p.Weights); n > 300 && (lo > -.98*bound || hi < .98*bound || math.Abs(square-1./3) > .06) {
		t.Errorf("%s lies in [%v, %v] with a mean square of %.3f bounds, want ±%v and 1/3", p.Name, lo, hi, square, bound)
	} else if n > 20 && max(-lo, hi) < .8*bound {
		t.Errorf("%s lies in [%v, %v], does not fill ±%v", p.Name, lo, hi, bound)
	}
}

func boundOf(t *testing.T, name, network string) float64 {
	t.Helper()
	for _, b := range startBounds[network] {
		if ok, err := path.Match(b.name, name); err != nil {
			t.Fatal(err)
		} else if ok {
			return b.bound
		}
	}
	t.Fatalf("no bound for %s", name)
	return 0
}

// TestStartValuesBySeed: the start values of a parameter depend only on the seed and its name.
func TestStartValuesBySeed(t *testing.T) {
	m, err := New[float32](small, 7)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := New[float32](small, 7)
	other, _ := New[float32](small, 8)
	for i, p := range m.Params() {
		if !slices.Equal(p.Weights, again.params[i].Weights) {
			t.Errorf("%s: one seed, two starts", p.Name)
		}
		if !strings.Contains(p.Name, "layer_norm") && slices.Equal(p.Weights, other.params[i].Weights) {
			t.Errorf("%s: two seeds, one start", p.Name)
		}
		for _, q := range m.Params()[:i] {
			if n := min(len(p.Weights), len(q.Weights)); n > 1 && !strings.Contains(p.Name, "layer_norm") && slices.Equal(p.Weights[:n], q.Weights[:n]) {
				t.Errorf("%s starts as %s does", p.Name, q.Name)
			}
		}
	}
	wider := small
	wider.EncoderLayers++
	more, _ := New[float32](wider, 7)
	if !slices.Equal(m.head.Words.W.Weights, more.head.Words.W.Weights) {
		t.Error("the start values of a parameter depend on other parameters")
	}
}
