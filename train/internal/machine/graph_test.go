package machine

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
)

// times is the layer y = factor·(the sum of its inputs), of one row; without inputs y is the factor. It records the calls
// of its methods.
type times struct {
	name   string
	inputs int
	width  int
	factor float64
	pool   *op.Pool[float64]
	calls  *[]string
	dout   []float64
}

func (l *times) Inputs() int       { return l.inputs }
func (l *times) Shape() (int, int) { return 1, l.width }

func (l *times) Forward(in []*op.Flow[float64]) *op.Flow[float64] {
	*l.calls = append(*l.calls, l.name)
	y := l.pool.Zeros(l.width)
	for j := range y {
		if l.inputs == 0 {
			y[j] = l.factor
		}
		for _, x := range in {
			y[j] += l.factor * x.X[j]
		}
	}
	return op.NewFlow(l.pool, y, 1, l.width)
}

func (l *times) Backward(in, din []*op.Flow[float64], dout *op.Flow[float64]) {
	*l.calls = append(*l.calls, "d"+l.name)
	l.dout = slices.Clone(dout.X)
	for i := range in {
		dx := l.pool.Get(l.width)
		for j := range dx {
			dx[j] = l.factor * dout.X[j]
		}
		din[i].AddX(nil, dx)
	}
}

// TestEqualLayersStayApart connects two layers that gorgonia cannot tell apart to the same input: each must be computed and
// differentiated once, and the input must receive the derivatives of both.
func TestEqualLayersStayApart(t *testing.T) {
	for name, g := range map[string]op.Graph[float64]{"machine": NewGraph[float64](), "tape": new(tape.Tape[float64])} {
		t.Run(name, func(t *testing.T) {
			var calls []string
			pool := new(op.Pool[float64])
			layer := func(name string, inputs int, factor float64) *times {
				return &times{name: name, inputs: inputs, width: 1, factor: factor, pool: pool, calls: &calls}
			}
			a, b, c, loss := layer("a", 0, 5), layer("b", 1, 2), layer("c", 1, 2), layer("loss", 2, 3)
			na := then(t, g, a)
			nb, nc := then(t, g, b, na), then(t, g, c, na)
			if err := g.Loss(loss, nb, nc); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(a.dout, b.dout, c.dout, loss.dout); got != "[12] [3] [3] [1]" {
				t.Errorf("derivatives %s, want [12] [3] [3] [1]", got)
			}
			if len(calls) != 8 || !slices.Equal(calls[:4], []string{"a", "b", "c", "loss"}) || calls[4] != "dloss" || calls[7] != "da" {
				t.Errorf("calls %v", calls)
			}
			if n := pool.Lent(); n != 0 {
				t.Errorf("%d slices are still lent", n)
			}
		})
	}
}

func then(t *testing.T, g op.Graph[float64], l op.Layer[float64], in ...op.Node) op.Node {
	t.Helper()
	n, err := g.Then(l, in...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestGorgoniaHasTheGraph: every layer is a node of gorgonia's graph with a hash of its own, and the loss is its root.
func TestGorgoniaHasTheGraph(t *testing.T) {
	var calls []string
	pool := new(op.Pool[float64])
	g := NewGraph[float64]()
	n := then(t, g, &times{name: "a", width: 1, factor: 1, pool: pool, calls: &calls})
	for range 9 {
		n = then(t, g, &times{name: "b", inputs: 1, width: 1, factor: 1, pool: pool, calls: &calls}, n)
	}
	if err := g.Loss(&times{name: "loss", inputs: 1, width: 1, factor: 1, pool: pool, calls: &calls}, n); err != nil {
		t.Fatal(err)
	}
	if n := len(g.expressions.AllNodes()); n != 11 {
		t.Errorf("the graph has %d nodes, want 11", n)
	}
	if r := g.expressions.Roots(); len(r) != 1 || !r[0].IsScalar() {
		t.Errorf("roots %v", r)
	}
	codes, hashes := map[uint32]bool{}, map[uint32]bool{}
	for _, n := range g.nodes {
		h := fnv.New32a()
		n.Op().WriteHash(h)
		codes[n.Op().Hashcode()], hashes[h.Sum32()] = true, true
	}
	if len(codes) != 11 || len(hashes) != 11 {
		t.Errorf("11 operations have %d codes and write %d hashes", len(codes), len(hashes))
	}
}

func TestRefused(t *testing.T) {
	var calls []string
	layer := func(inputs, width int) *times {
		return &times{name: "a", inputs: inputs, width: width, factor: 1, pool: new(op.Pool[float64]), calls: &calls}
	}
	for want, do := range map[string]func(g *Graph[float64]) error{
		"takes 1 inputs, got 0": func(g *Graph[float64]) error { _, err := g.Then(layer(1, 2)); return err },
		"takes 0 inputs, got 1": func(g *Graph[float64]) error { _, err := g.Then(layer(0, 2), 0); return err },
		"is node 1 of 1":        func(g *Graph[float64]) error { _, err := g.Then(layer(1, 2), 1); return err },
		"is node -1 of 1":       func(g *Graph[float64]) error { return g.Loss(layer(1, 1), -1) },
		"is not one number":     func(g *Graph[float64]) error { return g.Loss(layer(1, 2), 0) },
		"input 0 of *machine.times[1, 2] is a *gorgonia.F64": func(*Graph[float64]) error {
			_, err := (&operation[float64]{Layer: layer(1, 2)}).Do(scalar(1.))
			return err
		},
		"want a number": func(*Graph[float64]) error {
			_, err := number[float64](stream[float64]{op.NewFlow[float64](nil, nil, 1, 1)})
			return err
		},
	} {
		g := NewGraph[float64]()
		then(t, g, layer(0, 2))
		if err := do(g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
