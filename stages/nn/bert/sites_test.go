package bert

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Every dropout place has the name that the doc of Forward gives it: only a mask under that name changes the result.
func TestDropoutPlaces(t *testing.T) {
	g := readGolden(t)
	m, b := tiny[float32](t, g), g.batch()
	result := func(masks map[string][]uint8) []float32 {
		g := &op.Graph[float32]{Pass: &op.Pass[float32]{Pool: new(op.Pool[float32]), Train: true, Rate: 0.5, Masks: masks}}
		x := m.Forward(g, b)
		if g.Err != nil {
			t.Fatal(g.Err)
		}
		return slices.Clone(x.X)
	}
	seen := [][]float32{result(map[string][]uint8{"elsewhere": make([]uint8, 220)})}
	for _, place := range []struct {
		name string
		n    int
	}{
		{"bert.embed", 11 * 20},
		{"bert.layer0.self_attn_weights", 2 * (8*8 + 3*3)}, {"bert.layer0.self_attn_out", 11 * 20}, {"bert.layer0.ffn_out", 11 * 20},
		{"bert.layer1.self_attn_weights", 2 * (8*8 + 3*3)}, {"bert.layer1.self_attn_out", 11 * 20}, {"bert.layer1.ffn_out", 11 * 20},
	} {
		x := result(map[string][]uint8{place.name: make([]uint8, place.n)})
		if slices.ContainsFunc(seen, func(y []float32) bool { return slices.Equal(x, y) }) {
			t.Errorf("a mask at %s has the result of another place or of none", place.name)
		}
		seen = append(seen, x)
	}
	// BERT drops nothing of the hidden layer.
	if x := result(map[string][]uint8{"bert.layer0.ffn_hidden": make([]uint8, 1000)}); !slices.Equal(x, seen[0]) {
		t.Error("a mask of the hidden layer changes the result")
	}
}

// Maps returns all matrices except the embeddings, once each.
func TestMaps(t *testing.T) {
	m := tiny[float32](t, readGolden(t))
	var want, got []*op.Param[float32]
	for _, p := range m.Params()[3:] {
		if len(p.Shape) == 2 {
			want = append(want, p)
		}
	}
	for _, l := range m.Maps() {
		got = append(got, l.W)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d maps, want %d in the order of the parameters", len(got), len(want))
	}
}
