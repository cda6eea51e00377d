// Package tinybert writes folders of small BERT encoders with made-up weights, for tests of programs that read
// encoders.
package tinybert

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// Specials are the pieces before those passed to Write.
var Specials = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}

// Width, Layers and Positions are the same for every encoder.
const (
	Width     = 16
	Layers    = 2
	Positions = 40
)

// Config returns the shape of an encoder with a number of pieces, Specials included.
func Config(pieces int) bert.Config {
	return bert.Config{ModelType: "bert", Vocab: pieces, Width: Width, Layers: Layers, Heads: 2, FF: 24, Activation: "gelu",
		Positions: Positions, Types: 2, Epsilon: 1e-12}
}

// Write writes a folder in the layout of Hugging Face, whose vocab.txt is Specials and pieces, and returns its name.
func Write(t testing.TB, pieces ...string) string {
	t.Helper()
	return WriteLong(t, Positions, pieces...)
}

// WriteLong is Write for an encoder that reads up to positions pieces.
func WriteLong(t testing.TB, positions int, pieces ...string) string {
	t.Helper()
	dir := t.TempDir()
	all := append(Specials[:len(Specials):len(Specials)], pieces...)
	c := Config(len(all))
	c.Positions = positions
	config, err1 := json.Marshal(c)
	var b bytes.Buffer
	err2 := schemas.WriteTensors(&b, nil, Tensors(c))
	err := errors.Join(err1, err2,
		os.WriteFile(filepath.Join(dir, bert.ConfigFile), config, 0o666),
		os.WriteFile(filepath.Join(dir, bert.TensorsFile), b.Bytes(), 0o666),
		os.WriteFile(filepath.Join(dir, "vocab.txt"), []byte(strings.Join(all, "\n")+"\n"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Tensors returns the weights of an encoder of that shape.
func Tensors(c bert.Config) (all []schemas.Tensor) {
	for k, p := range bert.New[float32](c).Params() {
		x := make([]float32, p.Len())
		for i := range x {
			x[i] = float32(math.Sin(float64((i+1)*(k+2)))) / 3
			if strings.HasSuffix(p.Name, "LayerNorm.weight") {
				x[i]++
			}
		}
		all = append(all, schemas.Tensor{Name: p.Name, Shape: p.Shape, Data: x})
	}
	return all
}
