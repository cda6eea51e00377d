package slots

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestFiles: saving and loading keeps a network of every kind. A file in 8 bits keeps norms, biases and the matrices that Quantise
// excludes, and rounds word embeddings to 16 bits; saving it again gives the same file. Quantised passes are equal to the bit from
// every file, also from one whose embeddings are in 32 bits, and close to those in float32.
func TestFiles(t *testing.T) {
	transformer := []string{"decoder.control_code.weight", "decoder.input_fc.weight", "decoder.layer_stacks.2.encoder_attn.[kq]_proj.weight",
		"decoder.output_fc.weight", "decoder.p_gen_linear.weight", "encoder.input_fc.weight"}
	tied := small
	tied.Tied = true
	for name, c := range map[string]struct {
		config Config
		exact  []string // matrices that a file in 8 bits keeps
	}{
		"slots": {small, transformer},
		"tied":  {tied, transformer},
		"recurrent": {recurrentShape(), []string{"encoder.rnn.weight_hh_*", "encoder.rnn.weight_ih_l0*", "decoder.rnn.*", "decoder.first_state.weight",
			"decoder.attention.weight", "decoder.output_fc.weight", "decoder.p_gen_linear.weight"}},
		"pretrained": {pieces, append([]string{"bert.embeddings.[pt]*.weight"}, transformer...)},
	} {
		t.Run(name, func(t *testing.T) { holdFiles(t, c.config, c.exact) })
	}
}

func holdFiles(t *testing.T, c Config, exact []string) {
	m := fresh[float32](t, c)
	clear(m.head.Words.W.Weights[:c.Width]) // a row of zeros
	ex := examplesOf(c, 4)
	if c == pieces {
		if err := m.Adopt(elsewhere[float32](c)); err != nil {
			t.Fatal(err)
		}
	}
	whole, narrow := t.TempDir(), t.TempDir()
	if err := errors.Join(save(m, whole), saveInt8(m, narrow)); err != nil {
		t.Fatal(err)
	}
	back, bytes8 := load(t, whole), load(t, narrow)
	if back.Config != c || bytes8.Config != c || !sameBytes(t, m, back) {
		t.Error("saving and loading changes the model")
	}
	for _, of := range []*Model[float32]{m, back, bytes8} {
		if (of.head.Words.W == of.embedding.Param) != c.Tied {
			t.Errorf("embeddings and output layer are one parameter: %v", !c.Tied)
		}
	}
	var again bytes.Buffer
	if err := WriteInt8(&again, bytes8); err != nil {
		t.Fatal(err)
	}
	if first, err := os.ReadFile(filepath.Join(narrow, TensorsFile)); err != nil || !bytes.Equal(first, again.Bytes()) {
		t.Errorf("saved again, the file in 8 bits differs (%v)", err)
	}
	if !slices.Equal(bytes8.embedding.Weights, rounded(m.embedding.Weights)) {
		t.Error("the word embeddings are not those of the model in 16 bits")
	}
	for i, p := range m.Params() {
		kept := len(p.Shape) == 1 || slices.ContainsFunc(exact, func(pattern string) bool { ok, _ := path.Match(pattern, p.Name); return ok })
		if same := slices.Equal(p.Weights, bytes8.Params()[i].Weights); same != (kept && p != m.embedding.Param) {
			t.Errorf("%s is the same: %v", p.Name, same)
		}
	}
	results := func(m *Model[float32]) ([]float32, string) {
		memory := encode(t, m, nil, pack(t, ex))
		defer memory.Free()
		return slices.Clone(memory.X), fmt.Sprint(*say(t, m, nil, memory, GreedyOptions{}))
	}
	x, said := results(m)
	var first string
	for i, q := range []*Model[float32]{m, back, bytes8, olderInt8(t, narrow, m)} {
		Quantise(nil, q)
		y, now := results(q)
		if now = fmt.Sprint(y, now); i == 0 {
			first = now
		}
		if now != first || now == fmt.Sprint(x, said) {
			t.Errorf("model %d: quantised passes differ from those of the first, or equal those in float32", i)
		}
		for k := range x {
			if math.Abs(float64(x[k]-y[k])) > .2 {
				t.Fatalf("number %d is %v in float32 and %v in 8 bits", k, x[k], y[k])
			}
		}
	}
}

// load reads a model folder.
func load(t *testing.T, dir string) *Model[float32] {
	t.Helper()
	m, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rounded returns the numbers in 16 bits.
func rounded(x []float32) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = schemas.NewFloat16(v).Float32()
	}
	return y
}

// olderInt8 returns the model of a file in 8 bits after its word embeddings, those of m, are stored in 32 bits.
func olderInt8(t *testing.T, dir string, m *Model[float32]) *Model[float32] {
	t.Helper()
	f, err := schemas.OpenTensors(filepath.Join(dir, TensorsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ts []schemas.Tensor
	for _, name := range f.Names() {
		tensor, err := f.Tensor(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == m.embedding.Name {
			tensor.Data = m.embedding.Weights
		}
		ts = append(ts, tensor)
	}
	if err := write(filepath.Join(dir, TensorsFile), func(w io.Writer) error { return WriteTensors(w, m, ts) }); err != nil {
		t.Fatal(err)
	}
	old := load(t, dir)
	if !slices.Equal(old.embedding.Weights, m.embedding.Weights) {
		t.Error("embeddings in 32 bits changed on the way")
	}
	return old
}
