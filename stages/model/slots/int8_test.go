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
