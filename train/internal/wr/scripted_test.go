package wr

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// scripted is one case of the kit in which the network's distributions are
// given: the authors' whole training step over four documents.
type scripted struct {
	Case       string
	N, K, L    int
	Vocab      int     `json:"vocab_size"`
	OOV        int     `json:"max_num_oov"`
	Pre        float64 `json:"loss_scale_pre"`
	Absent     float64 `json:"loss_scale_ab"`
	LossSum    float64 `json:"loss_sum"`
	Normaliser float64
	Kinds      [][]string
	file       *schemas.TensorFile
	docs, e    int // documents, columns of a distribution
}

func TestScriptedNetwork(t *testing.T) {
	for _, path := range parity.Files(t, "units/scripted_network*.json") {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var cases []scripted
		if err := json.Unmarshal(raw, &cases); err != nil {
			t.Fatal(err)
		}
		file, err := schemas.OpenTensors(path[:len(path)-len("json")] + "safetensors")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for _, c := range cases {
			c.file, c.e = file, c.Vocab+c.OOV
			t.Run(c.Case, c.run)
		}
	}
}

func (c scripted) run(t *testing.T) {
	c.docs = len(c.ints(t, "match_col")) / c.N
	var rows []Row
	var positions []int // of each target token of rows in [docs, N, L]
	normaliser := 0
	for d := range c.docs {
		s := c.document(t, d)
		normaliser += s.Tokens()
		rows = s.Rows(rows, d)
		for i, target := range s.Targets {
			for j := range target {
				if s.Kinds[i] != Unimportant {
					positions = append(positions, (d*c.N+i)*c.L+j)
				}
			}
		}
	}
	if float64(normaliser) != c.Normaliser {
		t.Errorf("normaliser %d, want %g", normaliser, c.Normaliser)
	}
	c.loss(t, rows, positions)
}

// document checks tokens, matching and re-assignment of document d.
func (c scripted) document(t *testing.T, d int) Supervision {
	vanilla, nonNull := c.floats(t, "vanilla_dist"), c.floats(t, "nonnull_dist_with_null")
	dist := func(all []float32, i, k int) []float32 {
		at := ((d*c.N+i)*c.K + k) * c.e
		return slices.Clone(all[at : at+c.e])
	}
	o := Observed{Targets: assign.Fixed{Present: c.N / 2}}
	target := c.ints(t, "target_in")
	for i := range c.N {
		o.Targets.Targets = append(o.Targets.Targets, unpad(target[(d*c.N+i)*c.L:][:c.L]))
		var v, n []int32
		for k := range c.K {
			v = append(v, argmax(dist(vanilla, i, k)))
			free := dist(nonNull, i, k)
			free[text.Null] = 0
			n = append(n, argmax(free))
		}
		o.Vanilla, o.NonNull = append(o.Vanilla, v), append(o.NonNull, n)
	}
	c.same(t, d, "vanilla_tokens", slices.Concat(o.Vanilla...))
	c.same(t, d, "nonnull_tokens", slices.Concat(o.NonNull...))
	o.Column = assign.Match(o.Targets, c.K, func(row, step int, id int32) float32 {
		return vanilla[((d*c.N+row)*c.K+step)*c.e+int(id)]
	})
	var column []int32
	for _, j := range o.Column {
		column = append(column, int32(j))
	}
	c.same(t, d, "match_col", column)
	s := Released.Apply(o)
	var out []int32
	var kinds []string
	for i := range c.N {
		out = append(out, pad(s.Targets[i], c.L)...)
		kinds = append(kinds, s.Kinds[i].String())
		if w := c.floats(t, "slot_weight")[d*c.N+i]; (w == 0) != (s.Kinds[i] == Unimportant) {
			t.Errorf("document %d slot %d: %v, weight %g", d, i, s.Kinds[i], w)
		}
	}
	c.same(t, d, "target_out", out)
	if !slices.Equal(kinds, c.Kinds[d]) {
		t.Errorf("document %d: kinds\n%v, want\n%v", d, kinds, c.Kinds[d])
	}
	return s
}

// loss checks λ_adp, the loss sum and its gradient.
func (c scripted) loss(t *testing.T, rows []Row, positions []int) {
	teacher, want := c.floats(t, "teacher_dist"), c.floats(t, "grad_of_teacher_dist")
	var p, null []float32
	at := 0
	for _, r := range rows {
		null = append(null, teacher[positions[at]*c.e+int(text.Null)])
		for _, id := range r.Tokens {
			p = append(p, teacher[positions[at]*c.e+int(id)])
			at++
		}
	}
	weights, lambda := Weights(Scales{c.Pre, c.Absent, true}, rows, c.docs, p, null)
	for d, l := range c.floats(t, "lambda_adp") {
		if math.Abs(float64(l-lambda[d])) > 2e-6 {
			t.Errorf("document %d: λ_adp %g, want %g", d, lambda[d], l)
		}
	}
	sum, grad := 0.0, make([]float32, len(want))
	at = 0
	for _, r := range rows {
		for _, id := range r.Tokens {
			sum -= float64(weights[at]) * math.Log(float64(p[at])+1e-8)
			grad[positions[at]*c.e+int(id)] = -weights[at] / (p[at] + 1e-8) / float32(c.Normaliser)
			at++
		}
	}
	if math.Abs(sum-c.LossSum) > 1e-6*c.LossSum {
		t.Errorf("loss sum %.6f, want %.6f", sum, c.LossSum)
	}
	for i, g := range grad {
		if math.Abs(float64(g-want[i])) > 1e-6*max(1, math.Abs(float64(want[i]))) {
			t.Fatalf("gradient of column %d at position %d is %g, want %g", i%c.e, i/c.e, g, want[i])
		}
	}
}

// same compares document d's part of an integer tensor.
func (c scripted) same(t *testing.T, d int, name string, got []int32) {
	t.Helper()
	all := c.ints(t, name)
	n := len(all) / c.docs
	var want []int32
	for _, v := range all[d*n:][:n] {
		want = append(want, int32(v))
	}
	if !slices.Equal(got, want) {
		t.Errorf("document %d: %s\n%v, want\n%v", d, name, got, want)
	}
}

func (c scripted) ints(t *testing.T, name string) []int64 {
	t.Helper()
	tensor, err := c.file.Tensor(c.Case + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return tensor.Data.([]int64)
}

func (c scripted) floats(t *testing.T, name string) []float32 {
	t.Helper()
	data, _, err := c.file.Float32(fmt.Sprintf("%s/%s", c.Case, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func argmax(x []float32) int32 {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return int32(best)
}

func unpad(row []int64) (target []int32) {
	for _, id := range row {
		if id != int64(text.Pad) {
			target = append(target, int32(id))
		}
	}
	return target
}

func pad(target []int32, n int) []int32 {
	return append(slices.Clone(target), make([]int32, n-len(target))...)
}
