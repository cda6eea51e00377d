package slots

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// saveInt8 is save with quantised weights.
func saveInt8(m *Model[float32], dir string) error {
	return errors.Join(write(filepath.Join(dir, ConfigFile), m.WriteConfig),
		write(filepath.Join(dir, TensorsFile), func(w io.Writer) error { return WriteInt8(w, m) }))
}

// TestInt8FileRefused: an error about quantised weights names file and tensor.
func TestInt8FileRefused(t *testing.T) {
	m := fresh[float32](t, small)
	const name = "encoder.layer_stacks.0.self_attn.q_proj.weight"
	whole := schemas.Tensor{Name: name, Shape: []int{12, 12}, Data: make([]int8, 144)}
	scale := func(n int, last float32) schemas.Tensor {
		scales := slices.Repeat([]float32{1}, n)
		scales[n-1] = last
		return schemas.Tensor{Name: name + ".scale", Shape: []int{n}, Data: scales}
	}
	inf := float32(math.Inf(1))
	for what, c := range map[string]struct {
		want    string
		tensors []schemas.Tensor
	}{
		"whole":         {"", []schemas.Tensor{whole, scale(12, 1e-30)}},
		"no scale":      {name + ".scale: the model has no such tensor", []schemas.Tensor{whole}},
		"short scale":   {name + ".scale: shape [11], config.json asks for [12]", []schemas.Tensor{whole, scale(11, 1)}},
		"zero":          {name + ".scale: row 11 has the scale 0, want a positive number", []schemas.Tensor{whole, scale(12, 0)}},
		"negative":      {name + ".scale: row 11 has the scale -1,", []schemas.Tensor{whole, scale(12, -1)}},
		"NaN":           {name + ".scale: row 11 has the scale NaN,", []schemas.Tensor{whole, scale(12, inf-inf)}},
		"infinite":      {name + ".scale: row 11 has the scale +Inf,", []schemas.Tensor{whole, scale(12, inf)}},
		"whole scale":   {name + ".scale: it holds []int64,", []schemas.Tensor{whole, {Name: name + ".scale", Shape: []int{12}, Data: make([]int64, 12)}}},
		"another shape": {name + ": shape [144],", []schemas.Tensor{{Name: name, Shape: []int{144}, Data: make([]int8, 144)}, scale(12, 1)}},
		"half":          {"", []schemas.Tensor{half(schemas.Tensor{Name: name, Shape: []int{12, 12}, Data: make([]float32, 144)})}},
		"half scale":    {name + ".scale: it holds []schemas.Float16,", []schemas.Tensor{whole, half(scale(12, 1))}},
		"half, shape":   {name + ": shape [144],", []schemas.Tensor{half(schemas.Tensor{Name: name, Shape: []int{144}, Data: make([]float32, 144)})}},
		"a bias":        {"encoder.input_fc.bias: []int8 is not a type of number", []schemas.Tensor{{Name: "encoder.input_fc.bias", Shape: []int{12}, Data: make([]int8, 12)}}},
	} {
		t.Run(what, func(t *testing.T) {
			ts := m.Tensors()
			for _, n := range c.tensors {
				ts = append(slices.DeleteFunc(ts, func(o schemas.Tensor) bool { return o.Name == n.Name }), n)
			}
			dir := t.TempDir()
			if err := errors.Join(save(m, dir), write(filepath.Join(dir, TensorsFile), func(w io.Writer) error { return WriteTensors(w, m, ts) })); err != nil {
				t.Fatal(err)
			}
			_, err := Load(dir)
			var file *schemas.FileError
			if c.want == "" && err != nil {
				t.Error(err)
			}
			if c.want != "" && (!errors.As(err, &file) || file.File != filepath.Join(dir, TensorsFile) || !strings.Contains(err.Error(), "tensor "+c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// half returns a tensor in 16 bits.
func half(t schemas.Tensor) schemas.Tensor {
	h := make([]schemas.Float16, len(t.Data.([]float32)))
	for i, v := range t.Data.([]float32) {
		h[i] = schemas.NewFloat16(v)
	}
	t.Data = h
	return t
}

func TestWriteInt8NotFinite(t *testing.T) {
	for _, row := range []int{0, 3} {
		m := fresh[float32](t, small)
		m.head.Words.W.Weights[row*small.Width] = float32(math.NaN())
		want := fmt.Sprintf("tensor decoder.output_layer.weight: row %d holds a number that is not finite", row)
		if err := WriteInt8(io.Discard, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for _, v := range []float32{65520, float32(math.Inf(-1)), float32(math.NaN())} {
		m := fresh[float32](t, small)
		m.embedding.Weights[3*small.Width-1] = v
		want := fmt.Sprintf("tensor encoder.embed.weight: row 2 holds %v, a number that is not finite in 16 bits", v)
		if err := WriteInt8(io.Discard, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		RoundEmbeddings(m.embedding.Weights)
		if got := m.embedding.Weights[3*small.Width-1]; math.Float32bits(got) != math.Float32bits(v) {
			t.Errorf("%v is rounded to %v", v, got)
		}
	}
	m := fresh[float32](t, small)
	m.embedding.Weights[0] = -65519
	if err := WriteInt8(io.Discard, m); err != nil {
		t.Error(err)
	}
}

// TestRoundEmbeddings: whatever a number is, and also if it has 16 bits already, it is rounded as WriteInt8 rounds it.
func TestRoundEmbeddings(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var weights []float32
	for i := range uint32(1 << 16) {
		weights = append(weights, math.Float32frombits(i<<16|r.Uint32()<<r.IntN(17)&0xffff))
	}
	rounded := slices.Clone(weights)
	RoundEmbeddings(rounded)
	for i, v := range weights {
		want := schemas.NewFloat16(v).Float32()
		if want-want != 0 {
			want = v
		}
		if math.Float32bits(rounded[i]) != math.Float32bits(want) {
			t.Fatalf("%g becomes %g, want %g", v, rounded[i], want)
		}
	}
}
