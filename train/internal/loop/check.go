package loop

import (
	"context"
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// checkDue reports whether a check after the last step is due and not done yet.
func (r *Training) checkDue() bool {
	if r.state.Step == 0 || r.state.Checked == r.state.Step {
		return false
	}
	last, per := r.state.Step-1, int64(r.plan.Steps())
	return r.Rules.Due(int(last/per)+1, last, r.state.Step%per == 0)
}

func (r *Training) checkIfDue(ctx context.Context) error {
	if !r.checkDue() {
		return nil
	}
	return r.check(ctx)
}

// check computes the validation loss, keeps the parameters if they are the best so
// far, and lowers the learning rate or stops the run by the rules. If ctx ends it,
// nothing has changed.
func (r *Training) check(ctx context.Context) error {
	if len(r.valid) == 0 {
		// Without a validation loss to show divergence, check the parameters themselves.
		if err := step.Finite(r.Model.Params()); err != nil {
			return fmt.Errorf("after step %d: %w", r.state.Step, err)
		}
		r.state.Checked = r.state.Step
		r.keep()
		return nil
	}
	var seen step.Tally
	for i, numbers := range r.valid {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b, err := read(r.Validation, r.Valid, numbers...)
		if err != nil {
			return err
		}
		t, err := r.Validation.Evaluate(b, validOccasion+uint64(i))
		if err != nil {
			return fmt.Errorf("check after step %d: %w", r.state.Step, err)
		}
		seen.Add(t)
	}
	rate := r.rate(r.state.Step) // before the rules lower it
	loss := seen.Loss / float64(seen.Tokens)
	improved, stop := r.Rules.Check(&r.state.Schedule, loss)
	r.state.Checked, r.state.Over = r.state.Step, stop
	r.log("valid", seen, rate, math.NaN())
	if r.Checked != nil {
		r.Checked(Check{Step: r.state.Step, Loss: loss, Best: r.state.Schedule.Best, Rate: rate})
	}
	if improved {
		r.keep()
	}
	return nil
}

// validOccasion is the first occasion number of validation batches, beyond every
// step.
const validOccasion = 1 << 62

// keep keeps the parameters as the best.
func (r *Training) keep() {
	params := r.Model.Params()
	if r.best == nil {
		r.best = make([][]float32, len(params))
	}
	for i, p := range params {
		r.best[i] = append(r.best[i][:0], p.Weights...)
	}
	r.state.Best = r.state.Step
}

// logTraining writes a line about the steps since the last line, if there are any.
func (r *Training) logTraining() {
	if t := r.state.Since; t.Steps > 0 {
		r.log("train", t, r.rate(r.state.Step), t.Norm/float64(t.Steps))
		r.state.Since = step.Tally{}
	}
}

func (r *Training) log(split string, t step.Tally, rate, norm float64) {
	r.state.Log = append(r.state.Log, schemas.TrainLog{
		Step: r.state.Step, Epoch: int32((r.state.Step-1)/int64(r.plan.Steps())) + 1, Split: split,
		Loss: t.Loss / float64(max(t.Tokens, 1)), LearningRate: rate, GradNorm: norm,
		NullShare: step.Share(t.Null, t.Slots), LambdaAdp: t.Lambda / float64(max(t.Documents, 1)),
		PotentialShare: step.Share(t.Potential, t.Slots), UnimportantShare: step.Share(t.Masked, t.Slots),
		OtherHalfShare: step.Share(t.OtherHalf, t.OtherHalf+t.Potential),
		SourceTokens:   t.Sources, TargetTokens: t.Tokens,
	})
}
