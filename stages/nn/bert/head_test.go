package bert

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// headTensors are the tensors of golden.py's head.
func headTensors(c Config) []schemas.Tensor {
	_, params := NewHead[float32](c)
	return filled(params)
}

// TestHead compares the head of a masked language model with transformers, under all names of its tensors.
func TestHead(t *testing.T) {
	g := readGolden(t)
	var want struct {
		Names  []string
		Logits [][]float64
	}
	readJSON(t, "testdata/head.json", &want)
	c := g.shape(t)
	var named []string
	for _, x := range headTensors(c) {
		named = append(named, x.Name)
	}
	if slices.Sort(named); !slices.Equal(named, want.Names) {
		t.Errorf("tensors %q, transformers saves %q", named, want.Names)
	}
	for _, names := range []*strings.Replacer{
		strings.NewReplacer(),
		strings.NewReplacer(headBias, headDecoderBias),
		strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta"),
	} {
		all := tensors(c)
		for i := range all {
			all[i].Name = prefix + all[i].Name
		}
		all = append(all, headTensors(c)...)
		for i := range all {
			all[i].Name = names.Replace(all[i].Name)
		}
		m := load[float64](t, folderOf(t, g.Config, all))
		if m.Head == nil {
			t.Fatal("there is no head")
		}
		if slices.Contains(m.Params(), m.Head.Bias) {
			t.Error("the head is part of the encoder")
		}
		got := logits(t, m, g)
		for i := range want.Logits {
			for j, logit := range want.Logits[i] {
				if math.Abs(got[j]-logit) > 1e-8 { // the file has nine digits
					t.Fatalf("document %d: logit %d is %v, want %v", i, j, got[j], logit)
				}
			}
			got = got[len(want.Logits[i]):]
		}
	}
	if m := tiny[float64](t, g); m.Head != nil {
		t.Error("a folder without a head has one")
	}
}

// logits returns the head's logits for all pieces of the golden documents.
func logits(t *testing.T, m *Model[float64], g golden) []float64 {
	t.Helper()
	pass := &op.Pass[float64]{Pool: new(op.Pool[float64]), Workers: kernel.NewWorkers(2)}
	x, err := m.Encode(pass.Workers, g.batch())
	if err != nil {
		t.Fatal(err)
	}
	rows := len(x) / m.Width
	p := op.JointParams[float64]{Dense: m.Head.Dense, Norm: m.Head.Norm}
	words := &op.Words[float64]{W: m.Embedding().Param, B: m.Head.Bias}
	p.Hidden(pass, x, x, rows)
	var all []int32
	for id := range m.Vocab {
		all = append(all, int32(id))
	}
	return words.Scan(pass, x, rows, func(int) []int32 { return all }, 0, -1).Asked
}

// TestHeadErrors: an incomplete head is an error, and is not ignored.
func TestHeadErrors(t *testing.T) {
	g := readGolden(t)
	c := g.shape(t)
	for i, x := range headTensors(c) {
		all := append(tensors(c), slices.Delete(headTensors(c), i, i+1)...)
		fails(t, folderOf(t, g.Config, all), "model.safetensors: the model has no tensor "+x.Name)
	}
	all := append(tensors(c), headTensors(c)...)
	all[len(all)-1].Shape = []int{4, 4}
	fails(t, folderOf(t, g.Config, all), "model.safetensors: tensor cls.predictions.bias: shape [4 4], want [16] by config.json")
}
