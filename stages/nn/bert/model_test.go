package bert

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestGolden compares outputs and gradients with those of Hugging Face's transformers.
func TestGolden(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testGolden[float32](t, 1e-5) })
	t.Run("float64", func(t *testing.T) { testGolden[float64](t, 1e-8) })
}

func testGolden[T kernel.Float](t *testing.T, tol float64) {
	g := readGolden(t)
	m := tiny[T](t, g)
	want := slices.Concat(g.Outputs...)
	x, err := m.Encode(kernel.NewWorkers(2), g.batch())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "output", x, want, tol)
	for _, p := range m.Params() {
		p.ZeroGrad()
	}
	x = train(t, m, nil, g.batch(), 0, func(x []T) []T {
		var dx []T
		for i, out := range g.Outputs {
			for _, v := range numbers(fmt.Sprint("projection ", i), len(out), 1) {
				dx = append(dx, T(v))
			}
		}
		return dx
	})
	near(t, "output in training", x, want, tol)
	if len(g.Gradients) != len(m.Params()) {
		t.Errorf("%d parameters, want %d", len(m.Params()), len(g.Gradients))
	}
	for _, p := range m.Params() {
		near(t, "gradient of "+p.Name, p.Grads, g.Gradients[p.Name], tol)
	}
}

// many returns n documents of 1 to 8 pieces.
func many(n int) Batch {
	b := Batch{Offsets: []int32{0}}
	for i := range n {
		for j := range 1 + i%8 {
			b.Pieces = append(b.Pieces, int32((i*7+j*3)%16))
		}
		b.Offsets = append(b.Offsets, int32(len(b.Pieces)))
	}
	return b
}

// A document's vectors have the same bits alone and among others, packed or not, for any number of threads.
func TestBits(t *testing.T) {
	g := readGolden(t)
	m, b := tiny[float32](t, g), many(200)
	encode := func(w *kernel.Workers, b Batch) []float32 {
		x, err := m.Encode(w, b)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	want := encode(nil, b)
	for _, packed := range []bool{false, true} {
		if packed {
			m.Pack(nil)
		}
		for threads := 1; threads < 4; threads++ {
			same(t, fmt.Sprint(threads, " threads, packed ", packed), encode(kernel.NewWorkers(threads), b), want)
		}
		for i := range b.Len() {
			s := b.span(i)
			alone := Batch{Pieces: b.Pieces[s.Lo:s.Hi], Offsets: []int32{0, int32(s.Len())}}
			same(t, fmt.Sprint("document ", i, " alone"), encode(nil, alone), want[s.Lo*m.Width:s.Hi*m.Width])
		}
	}
	if n := m.pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}

// Gradients, also with dropout, have the same bits for any number of threads.
func TestGradientBits(t *testing.T) {
	g := readGolden(t)
	for _, rate := range []float64{0, 0.2} {
		var want [][]float32
		for threads := range 4 {
			m := tiny[float32](t, g)
			for _, p := range m.Params() {
				p.ZeroGrad()
			}
			got := [][]float32{train(t, m, kernel.NewWorkers(threads), many(60), rate, func(x []float32) []float32 { return slices.Clone(x) })}
			for _, p := range m.Params() {
				got = append(got, p.Grads)
			}
			if want == nil {
				want = got
			}
			for i := range got {
				same(t, fmt.Sprintf("%d threads, dropout %v, result %d", threads, rate, i), got[i], want[i])
			}
		}
	}
}

func TestBatchErrors(t *testing.T) {
	m := tiny[float32](t, readGolden(t))
	for want, b := range map[string]Batch{
		"document 0 of the batch has 9 pieces, want at most 8": {Pieces: make([]int32, 9), Offsets: []int32{0, 9}},
		"document 1 of the batch is pieces 2 to 2 of 3":        {Pieces: make([]int32, 3), Offsets: []int32{0, 2, 2, 3}},
		"document 0 of the batch is pieces 1 to 3 of 3":        {Pieces: make([]int32, 3), Offsets: []int32{1, 3}},
		"document 1 of the batch is pieces 2 to 4 of 3":        {Pieces: make([]int32, 3), Offsets: []int32{0, 2, 4}},
		"the documents end at piece 2 of 3":                    {Pieces: make([]int32, 3), Offsets: []int32{0, 2}},
		"piece 16 of row 1 is not below 16":                    {Pieces: []int32{1, 16}, Offsets: []int32{0, 2}},
		"type 2 of row 0 is not below 2":                       {Pieces: []int32{1}, Types: []int32{2}, Offsets: []int32{0, 1}},
		"1 pieces with 1 positions and 2 types":                {Pieces: []int32{1}, Types: []int32{0, 0}, Offsets: []int32{0, 1}},
	} {
		if _, err := m.Encode(nil, b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// The weights of all-MiniLM-L6-v2, if WRONE2SET_BERT names their folder, give the same result as transformers.
func TestMiniLM(t *testing.T) {
	dir := os.Getenv("WRONE2SET_BERT")
	if dir == "" {
		t.Skip("WRONE2SET_BERT names no folder of all-MiniLM-L6-v2")
	}
	var g struct {
		SHA256  string
		Pieces  []int32
		Outputs [][]float64
	}
	readJSON(t, "testdata/minilm.json", &g)
	b, err := os.ReadFile(filepath.Join(dir, TensorsFile))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != g.SHA256 {
		t.Skipf("%s holds other weights than those of all-MiniLM-L6-v2", dir)
	}
	m := load[float32](t, dir)
	m.Pack(nil)
	x, err := m.Encode(nil, Batch{Pieces: g.Pieces, Offsets: []int32{0, int32(len(g.Pieces))}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range g.Outputs {
		near(t, fmt.Sprint("piece ", i), x[i*m.Width:][:len(want)], want, 1e-5)
	}
}

// BenchmarkEncode is 12 documents of 140 to 250 pieces through an encoder of all-MiniLM-L6-v2's shape.
func BenchmarkEncode(b *testing.B) {
	m := New[float32](Config{Vocab: 30522, Width: 384, Layers: 6, Heads: 12, FF: 1536, Positions: 512, Types: 2, Epsilon: 1e-12})
	for _, p := range m.params {
		p.Weights = numbers(p.Name, p.Len(), 0.05)
	}
	batch := Batch{Offsets: []int32{0}}
	for i := range 12 {
		for j := range 140 + 10*i {
			batch.Pieces = append(batch.Pieces, int32((j*7919+i*104729)%30522))
		}
		batch.Offsets = append(batch.Offsets, int32(len(batch.Pieces)))
	}
	w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
	m.Pack(w)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Encode(w, batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*batch.Len())/b.Elapsed().Seconds(), "documents/s")
}
