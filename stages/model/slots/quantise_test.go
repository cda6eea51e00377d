package slots

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestQuantisedMaps lists the linear layers that stay in float32, for a model with two layers each in encoder and decoder.
func TestQuantisedMaps(t *testing.T) {
	c := small
	c.EncoderLayers, c.DecoderLayers = 2, 2
	m := fresh[float32](t, c)
	want := []string{
		"decoder.input_fc", "decoder.layer_stacks.1.encoder_attn.k_proj", "decoder.layer_stacks.1.encoder_attn.q_proj",
		"decoder.output_fc", "decoder.p_gen_linear", "encoder.input_fc",
	}
	maps, _ := m.maps()
	maps = append(maps, m.head.Gen)
	if len(maps) != 2*6+2*10+4 {
		t.Fatalf("%d linear layers, want 6 per encoder layer, 10 per decoder layer and 4 others", len(maps))
	}
	const rows = 3
	x := make([]float32, rows*max(c.Width, c.FF))
	for i := range x {
		x[i] = float32(i*i%11)/7 - .6
	}
	forward := func(l *op.Linear[float32]) []float32 {
		y := make([]float32, rows*l.Out())
		l.Forward(nil, y, x[:rows*l.In()], rows, false)
		return y
	}
	var before [][]float32
	for _, l := range maps {
		before = append(before, forward(l))
	}
	words := make([]float32, c.Vocab)
	m.head.Words.Fill(nil, words, x[:c.Width], 0)
	Quantise(nil, m)
	var exact []string
	for i, l := range maps {
		if slices.Equal(forward(l), before[i]) {
			exact = append(exact, l.W.Name[:len(l.W.Name)-len(".weight")])
		}
	}
	slices.Sort(exact)
	if !slices.Equal(exact, want) {
		t.Errorf("in float32 are %q, want %q", exact, want)
	}
	now := make([]float32, c.Vocab)
	m.head.Words.Fill(nil, now, x[:c.Width], 0)
	if slices.Equal(now, words) {
		t.Error("the output layer is in float32")
	}
}

// wide returns small with heads wide enough to attend in 8 bits.
func wide() Config {
	c := small
	c.Width, c.Heads = 32, 2
	return c
}

// TestQuantisedHeads: every layer of the encoder attends in 8 bits if a head has 16 columns, and none if it has 4.
func TestQuantisedHeads(t *testing.T) {
	for _, c := range []Config{wide(), small} {
		m := fresh[float32](t, c)
		Quantise(nil, m)
		docs := pack(t, examples(c, 3))
		rows := len(docs.Source)
		x := make([]float32, rows*c.Width)
		for i := range x {
			x[i] = float32(i*i%13)/6 - 1
		}
		forward := func(p op.AttentionParams[float32]) []float32 {
			g := &op.Graph[float32]{Pass: &op.Pass[float32]{Pool: m.pool}}
			y := g.SelfAttention("", p, docs.segments(), op.NewFlow(nil, x, rows, c.Width))
			if g.Err != nil {
				t.Fatal(g.Err)
			}
			return y.X
		}
		for i, l := range m.body.(*transformer[float32]).encoder {
			p := l.self
			got, float := forward(p), forward(op.AttentionParams[float32]{Norm: p.Norm, Q: p.Q, K: p.K, V: p.V, Out: p.Out, Heads: p.Heads})
			if same := slices.Equal(got, float); same != (c == small) {
				t.Errorf("%d columns per head, layer %d: equal to float32: %v", c.Width/c.Heads, i, same)
			}
		}
	}
}

// TestQuantisedPieces: Quantise also quantises linear layers and heads of a BERT encoder, and rounds its word embeddings.
func TestQuantisedPieces(t *testing.T) {
	c := wide()
	c.Encoder = pieces.Encoder
	c.Encoder.Width = c.Width
	m := fresh[float32](t, c)
	if err := m.Adopt(elsewhere[float32](c)); err != nil {
		t.Fatal(err)
	}
	d := pack(t, examplesOf(c, 4))
	of := fresh[float32](t, c)
	if err := of.Adopt(elsewhere[float32](c)); err != nil {
		t.Fatal(err)
	}
	RoundEmbeddings(of.embedding.Weights)
	for _, l := range of.bert.Maps() {
		op.Quantise(nil, l)
	}
	Quantise(nil, m)
	maps := encode(t, of, nil, d).X
	if slices.Equal(encode(t, m, nil, d).X, maps) {
		t.Error("the encoder attends in float32")
	}
	bert.QuantiseHeads(of.bert)
	if !slices.Equal(encode(t, m, nil, d).X, encode(t, of, nil, d).X) {
		t.Error("the encoder differs from one with quantised linear layers and heads")
	}
}
