package step

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// kit is one seed of the reference kit: four documents, a small network, and the
// results of the authors' code.
type kit struct {
	dir     string
	summary summary
	config  slots.Config
	slots   assign.Slots
	steps   int // K
	batch   Batch
}

type summary struct {
	Config struct {
		Vocab   int     `json:"vocab_size"`
		Width   int     `json:"d_model"`
		Heads   int     `json:"n_head"`
		FF      int     `json:"dim_ff"`
		Encoder int     `json:"enc_layers"`
		Decoder int     `json:"dec_layers"`
		Length  int     `json:"max_kp_len"`
		Slots   int     `json:"max_kp_num"`
		K       int     `json:"assign_steps"`
		Pre     float64 `json:"loss_scale_pre"`
		Absent  float64 `json:"loss_scale_ab"`
		Clip    float64 `json:"max_grad_norm"`
	}
	Betas [2]float64 `json:"adam_betas"`
	Eps   float64    `json:"adam_eps"`
	Runs  map[string]json.RawMessage
}

type evaluated struct {
	Sum    float64 `json:"loss_sum"`
	Tokens float64
}

// stepped is one step of a run.
type stepped struct {
	Step       int
	Sum        float64 `json:"loss_sum"`
	Normaliser float64
	Norm       float64     `json:"grad_norm"`
	Kinds      [][]string  `json:"slot_kinds"`
	Lambda     []float64   `json:"lambda_adp"`
	Weights    [][]float64 `json:"slot_weight"`
	Target     [][][]int32
}

// eachSeed runs f for every seed of the kit.
func eachSeed(t *testing.T, f func(t *testing.T, k *kit)) {
	t.Helper()
	dirs, _ := filepath.Glob("../../../stages/model/slots/testdata/seed*") // the part of the kit that the repository has
	if parity.Found(t) {
		dirs = parity.Files(t, "model/seed*")
	}
	if len(dirs) == 0 {
		t.Fatal("no reference numbers in slots/testdata")
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) { f(t, openKit(t, dir)) })
	}
}

func openKit(t *testing.T, dir string) *kit {
	t.Helper()
	k := &kit{dir: dir}
	raw, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &k.summary); err != nil {
		t.Fatal(err)
	}
	c := k.summary.Config
	k.config = slots.Config{
		Vocab: c.Vocab, Slots: c.Slots, PhraseLen: c.Length, Width: c.Width, Heads: c.Heads, FF: c.FF,
		EncoderLayers: c.Encoder, DecoderLayers: c.Decoder,
	}
	k.slots, k.steps = assign.Slots{Number: c.Slots, Length: c.Length}, c.K
	k.batch = k.documents(t)
	return k
}

// documents reads the collated batch.
func (k *kit) documents(t *testing.T) Batch {
	in := k.tensors(t, "inputs")
	src, extended := in.ints("src"), in.ints("src_oov")
	b := Batch{Docs: slots.Docs{Offsets: []int32{0}}}
	width := len(src) / len(in.ints("src_lens"))
	for d, n := range in.ints("src_lens") {
		row := d * width
		own := int32(0)
		for i := range int(n) {
			e := int32(extended[row+i])
			b.Docs.Source = append(b.Docs.Source, int32(src[row+i]))
			b.Docs.Extended = append(b.Docs.Extended, e)
			own = max(own, e+1-int32(k.config.Vocab))
		}
		b.Docs.Offsets = append(b.Docs.Offsets, int32(len(b.Docs.Source)))
		b.Docs.OOV = append(b.Docs.OOV, own)
		f := assign.Fixed{Present: k.slots.Number / 2}
		for i := range k.slots.Number {
			f.Targets = append(f.Targets, unpad(in.ints("trg_oov")[(d*k.slots.Number+i)*k.slots.Length:][:k.slots.Length]))
		}
		b.Fixed = append(b.Fixed, f)
		b.IDs = append(b.IDs, fmt.Sprint(d))
	}
	return b
}

func unpad(row []int64) (target []int32) {
	for _, id := range row {
		if id != int64(text.Pad) {
			target = append(target, int32(id))
		}
	}
	return target
}

// file is one safetensors file of a seed.
type file struct {
	t *testing.T
	f *schemas.TensorFile
}

func (k *kit) tensors(t *testing.T, name string) file {
	t.Helper()
	f, err := schemas.OpenTensors(filepath.Join(k.dir, name+".safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return file{t, f}
}

func (f file) ints(name string) []int64 {
	f.t.Helper()
	tensor, err := f.f.Tensor(name)
	if err != nil {
		f.t.Fatal(err)
	}
	return tensor.Data.([]int64)
}

// floats reads a tensor of either precision.
func (f file) floats(name string) []float64 {
	f.t.Helper()
	tensor, err := f.f.Tensor(name)
	if err != nil {
		f.t.Fatal(err)
	}
	switch data := tensor.Data.(type) {
	case []float64:
		return data
	case []float32:
		out := make([]float64, len(data))
		for i, v := range data {
			out[i] = float64(v)
		}
		return out
	}
	f.t.Fatalf("%s holds %T", name, tensor.Data)
	return nil
}

// modelOf returns the network as it is at the start of every run.
func modelOf[T kernel.Float](t *testing.T, k *kit) *slots.Model[T] {
	t.Helper()
	m, err := slots.New[T](k.config, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ReadTensors(filepath.Join(k.dir, "params.safetensors")); err != nil {
		t.Fatal(err)
	}
	return m
}

func (k *kit) objective(run objective) Objective {
	return Objective{Slots: k.slots, Steps: k.steps, Vocab: k.config.Vocab, Reassign: run.reassign, Scales: run.scales}
}

// padded returns a target of length L.
func padded(target []int32, n int) []int32 {
	return append(slices.Clone(target), make([]int32, n-len(target))...)
}
