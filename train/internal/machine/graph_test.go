package machine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
)

// record makes steps and notes which derivatives are asked for.
type record struct {
	pool  op.Pool[float64]
	steps []op.Step[float64]
	calls []string
}

// times adds the layer y = factor·(the sum of its inputs), of one row; without inputs y is the factor.
func (r *record) times(name string, width int, factor float64, in ...*op.Flow[float64]) *op.Flow[float64] {
	y := r.pool.Zeros(width)
	for j := range y {
		if len(in) == 0 {
			y[j] = factor
		}
		for _, x := range in {
			y[j] += factor * x.X[j]
		}
	}
	out := op.NewFlow(&r.pool, y, 1, width)
	r.steps = append(r.steps, op.Step[float64]{Name: name, Out: out, In: in, Derive: func(din []*op.Flow[float64], dout *op.Flow[float64]) {
		r.calls = append(r.calls, fmt.Sprint(name, dout.X[0]))
		for i := range in {
			dx := r.pool.Get(width)
			for j := range dx {
				dx[j] = factor * dout.X[j]
			}
			din[i].AddX(nil, dx)
		}
	}})
	return out
}

// TestEqualLayersStayApart has two layers that gorgonia cannot tell apart on the same input: each must be differentiated once, and
// the input must receive the derivatives of both.
func TestEqualLayersStayApart(t *testing.T) {
	for name, differentiate := range map[string]op.Differentiate[float64]{"machine": Differentiate[float64], "tape": tape.Differentiate[float64]} {
		t.Run(name, func(t *testing.T) {
			r := &record{}
			a := r.times("a", 1, 5)
			b, c := r.times("b", 1, 2, a), r.times("b", 1, 2, a)
			r.times("loss", 1, 3, b, c)
			if err := differentiate(r.steps); err != nil {
				t.Fatal(err)
			}
			if want := []string{"loss1", "b3", "b3", "a12"}; !slices.Equal(r.calls, want) {
				t.Errorf("derivatives %v, want %v", r.calls, want)
			}
			if n := r.pool.Lent(); n != 0 {
				t.Errorf("%d slices are still lent", n)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	elsewhere := op.NewFlow(new(op.Pool[float64]), []float64{1}, 1, 1)
	for want, do := range map[string]func(r *record) error{
		"input 1 of b[1, 1] is no result": func(r *record) error {
			r.times("b", 1, 1, r.times("a", 1, 1), elsewhere)
			return Differentiate(r.steps)
		},
		"is not one number": func(r *record) error {
			r.times("a", 2, 1)
			return Differentiate(r.steps)
		},
		"want a number": func(*record) error {
			_, err := number[float64](stream[float64]{elsewhere})
			return err
		},
	} {
		if err := do(&record{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
