package bert

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
)

// golden is the file that testdata/golden.py wrote.
type golden struct {
	Config    json.RawMessage
	Documents []struct{ Pieces, Types []int32 }
	Outputs   [][]float64
	Gradients map[string][]float64
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readGolden(t *testing.T) golden {
	t.Helper()
	var g golden
	readJSON(t, "testdata/golden.json", &g)
	return g
}

// batch is its documents as a Batch.
func (g golden) batch() Batch {
	b := Batch{Offsets: []int32{0}}
	for _, d := range g.Documents {
		b.Pieces, b.Types = append(b.Pieces, d.Pieces...), append(b.Types, d.Types...)
		b.Offsets = append(b.Offsets, int32(len(b.Pieces)))
	}
	return b
}

// numbers returns n numbers of (−spread, spread) that follow from a name, as in golden.py.
func numbers(name string, n int, spread float64) []float32 {
	x, key := make([]float32, n), crc32.ChecksumIEEE([]byte(name))
	for i := range x {
		v := (key + uint32(i)*2654435761) * 2246822519
		x[i] = float32((2*float64(v)/(1<<32) - 1) * spread)
	}
	return x
}

// tensors returns the tensors of golden.py's network of that shape.
func tensors(c Config) []schemas.Tensor { return filled(New[float32](c).params) }

// filled are the tensors of parameters with golden.py's numbers.
func filled(params []*op.Param[float32]) (all []schemas.Tensor) {
	for _, p := range params {
		x := numbers(p.Name, p.Len(), 0.6)
		if strings.HasSuffix(p.Name, "LayerNorm.weight") {
			for i := range x {
				x[i]++
			}
		}
		all = append(all, schemas.Tensor{Name: p.Name, Shape: p.Shape, Data: x})
	}
	return all
}

// folderOf writes a model folder.
func folderOf(t *testing.T, config []byte, ts []schemas.Tensor) string {
	t.Helper()
	dir := t.TempDir()
	var b bytes.Buffer
	if err := schemas.WriteTensors(&b, nil, ts); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{ConfigFile: config, TensorsFile: b.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// shape is the golden config.
func (g golden) shape(t *testing.T) Config {
	t.Helper()
	c, err := ReadConfig(bytes.NewReader(g.Config))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func load[T kernel.Float](t *testing.T, dir string) *Model[T] {
	t.Helper()
	m, err := Load[T](dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tiny is the golden network.
func tiny[T kernel.Float](t *testing.T, g golden) *Model[T] {
	t.Helper()
	return load[T](t, folderOf(t, g.Config, tensors(g.shape(t))))
}

// train runs the network forward, and backward from dx, and returns the result. It adds to the model's gradients.
func train[T kernel.Float](t *testing.T, m *Model[T], w *kernel.Workers, b Batch, rate float64, dx func(x []T) []T) []T {
	t.Helper()
	pass := &op.Pass[T]{Workers: w, Pool: new(op.Pool[T]), Train: true, Rate: rate, Seed: 1}
	g := &op.Graph[T]{Pass: pass}
	x := m.Forward(g, b)
	if g.Err != nil {
		t.Fatal(g.Err)
	}
	out, d := append([]T(nil), x.X...), x.Derivative()
	d.AddX(w, dx(out))
	tape.Back(g.Steps, d)
	if n := pass.Pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
	return out
}

// near fails unless every got[i] is within tol·(1+|want[i]|).
func near[T kernel.Float](t *testing.T, what string, got []T, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if d := math.Abs(float64(got[i]) - want[i]); !(d <= tol*(1+math.Abs(want[i]))) {
			t.Errorf("%s[%d] is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// same fails unless the bits are equal.
func same[T kernel.Float](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if math.Float64bits(float64(got[i])) != math.Float64bits(float64(want[i])) {
			t.Fatalf("%s[%d] is %v, want %v", what, i, got[i], want[i])
		}
	}
}
