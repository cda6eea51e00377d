package step

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// The loss of the first step in detail: every token's, with p, p(∅), ratios
// and λ_adp.
func TestLoss(t *testing.T) {
	eachSeed(t, func(t *testing.T, k *kit) {
		files, _ := filepath.Glob(filepath.Join(k.dir, "*", "loss.safetensors"))
		for _, path := range files {
			name := filepath.Base(filepath.Dir(path))
			if strings.Contains(name, "dropout") {
				continue // settrans has it, with its masks
			}
			t.Run(name, func(t *testing.T) { k.compareLoss(t, name) })
		}
	})
}

func (k *kit) compareLoss(t *testing.T, name string) {
	want, m, o := k.tensors(t, name+"/loss"), modelOf[float32](t, k), k.objective(k.objectiveOf(name))
	all, err := Assigned(o, nil, m, k.batch, 0)
	if err != nil {
		t.Fatal(err)
	}
	work := o.supervised(k.batch, all)
	got, err := m.Predict(nil, k.batch.Docs, work.targets, slots.Train{})
	if err != nil {
		t.Fatal(err)
	}
	weights, lambda := wr.Weights(o.Scales, work.rows, len(all), got.P, got.Null)
	has := want.f.Names()
	losses := make([]float64, len(want.floats("token_loss_final")))
	at := 0
	for i, target := range work.targets {
		slot := target.Doc*k.slots.Number + target.Slot
		for name, v := range map[string]float32{"p_first": got.P[at], "p_null": got.Null[i], "ratio": wr.Ratio(got.P[at], got.Null[i])} {
			if !slices.Contains(has, name) || name == "ratio" && assign.IsNull(target.Tokens) {
				continue
			}
			if w := want.floats(name)[slot]; math.Abs(float64(v)-w) > 2e-6 {
				t.Errorf("document %d slot %d: %s %.7f, want %.7f", target.Doc, target.Slot, name, v, w)
			}
		}
		for j := range target.Tokens {
			losses[slot*k.slots.Length+j] = -float64(weights[at]) * math.Log(float64(got.P[at])+1e-8)
			at++
		}
	}
	var worst float64
	for i, w := range want.floats("token_loss_final") {
		worst = max(worst, math.Abs(losses[i]-w)/max(1, w))
	}
	t.Logf("largest difference of a token's loss %.2g", worst)
	if worst > 4e-6 { // each side is within 2e-6 of the double-precision run
		t.Errorf("token losses differ by %.2g", worst)
	}
	if slices.Contains(has, "lambda_adp") {
		compareLambda(t, 0, lambda, want.floats("lambda_adp"))
	}
	if n := want.floats("normaliser")[0]; float64(work.norm) != n {
		t.Errorf("normaliser %d, want %g", work.norm, n)
	}
}

// Validation losses of the first batch: the released form and the plain one.
func TestEvaluate(t *testing.T) {
	eachSeed(t, func(t *testing.T, k *kit) {
		var e struct {
			WR evaluated `json:"wr_evaluate_loss"`
			Kg evaluated `json:"kg_one2set_evaluate_loss"`
		}
		if k.summary.Runs["evaluate"] == nil {
			t.Skip("no validation losses")
		}
		if err := json.Unmarshal(k.summary.Runs["evaluate"], &e); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]evaluated{"wr": e.WR, "settrans": e.Kg} {
			got, err := Evaluate(k.objective(k.objectiveOf(name)), nil, modelOf[float32](t, k), k.batch, 0)
			if err != nil {
				t.Fatal(err)
			}
			if relative(got.Loss, want.Sum) > 1e-6 || float64(got.Tokens) != want.Tokens {
				t.Errorf("%s: loss %.7f of %d tokens, want %.7f of %g", name, got.Loss, got.Tokens, want.Sum, want.Tokens)
			}
		}
	})
}
