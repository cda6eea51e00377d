package settrans

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/tape"
	"wrone2set/stages/text"
)

// TestTied: tied embeddings are one parameter, in the model and in its files, and what the vocabulary is asked with; in 8 bits
// the file keeps them as they are, since they are read as they are.
func TestTied(t *testing.T) {
	c := small
	c.Tied = true
	free, m := fresh[float32](t, small), fresh[float32](t, c)
	if m.Size() != free.Size()-c.Vocab*c.Width || m.head.Words.W != m.embedding.Param {
		t.Errorf("%d parameters, %d untied", m.Size(), free.Size())
	}
	dir := t.TempDir()
	if err := save(m, dir); err != nil {
		t.Fatal(err)
	}
	read, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !read.Tied || read.head.Words.W != read.embedding.Param {
		t.Error("what was read is not tied")
	}
	var b bytes.Buffer
	if err := WriteInt8(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, TensorsFile), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	narrow, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(narrow.embedding.Weights, m.embedding.Weights) {
		t.Error("the vectors of words are not as they were")
	}
	ex := examples(c, 3)
	said := func(m *Model[float32]) [][]Written[float32] {
		Quantise(nil, m)
		memory := encode(t, m, nil, pack(t, ex))
		defer memory.Free()
		w, err := m.Greedy(nil, memory, GreedyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	a, d := said(m), said(narrow)
	for i := range a {
		for j := range a[i] {
			if !slices.Equal(a[i][j].Scores, d[i][j].Scores) {
				t.Fatalf("document %d, slot %d: the two files are not the same network", i, j)
			}
		}
	}
}

// TestSmoothing: the loss of a network whose vocabulary knows nothing is the same with label smoothing where nothing is copied,
// ln V a word, and that of one that is sure of what is right rises. In evaluation there is none.
func TestSmoothing(t *testing.T) {
	c := small
	c.Dropout = 0
	m := fresh[float64](t, c)
	docs := pack(t, examples(c, 2))
	targets := []Target{{Doc: 0, Slot: 0, Tokens: []int32{9, 3}}, {Doc: 1, Slot: 2, Tokens: []int32{text.Null}}}
	loss := func(e float64) float64 {
		r, err := m.Loss(new(tape.Tape[float64]), nil, docs, targets, nil, 1, Train{Smoothing: e})
		if err != nil {
			t.Fatal(err)
		}
		if r.Loss != r.Sum {
			t.Errorf("loss %v of the sum %v", r.Loss, r.Sum)
		}
		return r.Sum
	}
	clear(m.head.Words.W.Weights)
	clear(m.head.Gen.W.Weights)
	m.head.Gen.B.Weights[0] = 50 // nothing is copied
	if plain, smooth, want := loss(0), loss(.3), 3*math.Log(float64(c.Vocab)); math.Abs(plain-want) > 1e-4 || math.Abs(smooth-want) > 1e-4 {
		t.Errorf("loss %v, smoothed %v, want %v", plain, smooth, want)
	}
	m = fresh[float64](t, c)
	plain := loss(0)
	for _, e := range []float64{.1, .4} {
		// Whatever the network says, ε of the loss is the mean over the vocabulary, the rest that without.
		if got, want := loss(e), plain+e*(loss(1)-plain); math.Abs(got-want) > 1e-9*(1+want) {
			t.Errorf("ε %v: %v, want %v", e, got, want)
		}
	}
	if loss(1) <= 3*math.Log(float64(c.Vocab)) {
		t.Errorf("the mean over the vocabulary is %v, below that of an even softmax", loss(1))
	}
	memory := encode(t, m, (*kernel.Workers)(nil), docs)
	defer memory.Free()
	if r, err := m.Evaluate(nil, memory, targets, nil); err != nil || math.Abs(r.Sum-plain) > 1e-9 {
		t.Errorf("in evaluation %v (%v), want %v", r.Sum, err, plain)
	}
}
