package step

import (
	"encoding/json"
	"testing"
)

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
			l := Learner[float32]{Objective: k.objective(k.objectiveOf(name)), Model: modelOf[float32](t, k)}
			got, err := l.Evaluate(k.batch, 0)
			if err != nil {
				t.Fatal(err)
			}
			if relative(got.Loss, want.Sum) > 1e-6 || float64(got.Tokens) != want.Tokens {
				t.Errorf("%s: loss %.7f of %d tokens, want %.7f of %g", name, got.Loss, got.Tokens, want.Sum, want.Tokens)
			}
		}
	})
}
