package embedding

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

func vocabulary(t *testing.T, words ...string) *text.Vocabulary {
	t.Helper()
	var rows []schemas.VocabRow
	for i, w := range append(slices.Clone(text.Specials), words...) {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	v, err := text.NewVocabulary(rows, len(rows))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestOf: a word has the mean of the vectors of its pieces; words without pieces and special tokens have no vector.
func TestOf(t *testing.T) {
	pieces := map[string][]int32{"one": {1}, "two": {1, 2, 2}, "<eos>": {1}}
	v := vocabulary(t, "one", "none", "two")
	table := op.Embedding[float32]{Param: &op.Param[float32]{Shape: []int{3, 2}, Weights: []float32{9, 9, 3, 6, 0, 12}}}
	x := Of(v, func(w string) []int32 { return pieces[w] }, table)
	if !slices.Equal(x.IDs, []int32{v.ID("one"), v.ID("two")}) || !mat.EqualApprox(x.Rows, mat.NewDense(2, 2, []float64{3, 6, 1, 10}), 1e-12) {
		t.Errorf("%v, %v", x.IDs, x.Rows)
	}
	if x := Of(v, func(string) []int32 { return nil }, table); len(x.IDs) != 0 {
		t.Errorf("%v of no known words", x.IDs)
	}
}

// made returns n vectors whose coordinates along three orthogonal axes have standard deviations near 3, 1 and .1.
func made(n int) (x Vectors, along *mat.Dense) {
	along = mat.NewDense(n, 3, nil)
	for i := range n {
		x.IDs = append(x.IDs, text.FirstWord+int32(i))
		for j, sd := range []float64{3, 1, .1} {
			along.Set(i, j, sd*math.Sin(float64((i+1)*(j+2)))*math.Sqrt2+5)
		}
	}
	axes := mat.NewDense(3, 3, []float64{2. / 3, 2. / 3, 1. / 3, -2. / 3, 1. / 3, 2. / 3, 1. / 3, -2. / 3, 2. / 3})
	x.Rows = new(mat.Dense)
	x.Rows.Mul(along, axes)
	return x, along
}

// TestNarrow: the components with the most variance are found, up to their sign, with mean 0; as many as there are keep all
// distances.
func TestNarrow(t *testing.T) {
	x, along := made(400)
	two, err := x.Narrow(2)
	if err != nil || !slices.Equal(two.IDs, x.IDs) {
		t.Fatal(err, two.IDs)
	}
	for column, axis := range []int{1, 0} {
		got, want := mat.Col(nil, column, two.Rows), mat.Col(nil, axis, along)
		if r := stat.Correlation(got, want, nil); math.Abs(r) < .999 || math.Abs(stat.Mean(got, nil)) > 1e-9 || math.Abs(stat.StdDev(got, nil)/stat.StdDev(want, nil)-1) > .01 {
			t.Errorf("component %d: correlation %.4f, mean %g, standard deviation %g, want %g", column, r, stat.Mean(got, nil), stat.StdDev(got, nil), stat.StdDev(want, nil))
		}
	}
	all, err := x.Narrow(3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 399 {
		var a, b mat.VecDense
		a.SubVec(x.Rows.RowView(i), x.Rows.RowView(i+1))
		b.SubVec(all.Rows.RowView(i), all.Rows.RowView(i+1))
		if got, want := mat.Norm(&b, 2), mat.Norm(&a, 2); math.Abs(got-want) > 1e-9 {
			t.Fatalf("distance %g of words %d and %d, want %g", got, i, i+1, want)
		}
	}
}

// TestNarrowErrors: vectors that cannot be narrowed are an error that says why.
func TestNarrowErrors(t *testing.T) {
	x, _ := made(10)
	same, _ := made(10)
	same.Rows.Apply(func(_, _ int, _ float64) float64 { return .1 }, same.Rows)
	for _, c := range []struct {
		x    Vectors
		n    int
		want string
	}{
		{x, 4, "are 3 wide, and the network is 4 wide"}, {Vectors{}, 2, "knows 0 words"},
		{Vectors{x.IDs[:2], x.Rows.Slice(0, 2, 0, 3).(*mat.Dense)}, 2, "knows 2 words"}, {same, 2, "all the same"},
	} {
		if _, err := c.x.Narrow(c.n); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestStart: the rows of the words get the vectors with the standard deviation of before; the other rows stay.
func TestStart(t *testing.T) {
	x, _ := made(5)
	x, err := x.Narrow(2)
	if err != nil {
		t.Fatal(err)
	}
	x.IDs = []int32{7, 8, 10, 11, 12}
	p := &op.Param[float32]{Shape: []int{14, 2}, Weights: make([]float32, 28)}
	for i := range p.Weights {
		p.Weights[i] = float32(math.Sin(float64(i*i)) / 4)
	}
	before := slices.Clone(p.Weights)
	x.Start(p)
	var was, is []float64
	for id := range int32(14) {
		old, now := before[id*2:][:2], p.Weights[id*2:][:2]
		i := slices.Index(x.IDs, id)
		if i < 0 {
			if !slices.Equal(old, now) {
				t.Errorf("row %d: %v, want %v", id, now, old)
			}
			continue
		}
		was, is = append(was, float64(old[0]), float64(old[1])), append(is, float64(now[0]), float64(now[1]))
		if ratio := float64(now[0]) / x.Rows.At(i, 0) * x.Rows.At(i, 1) / float64(now[1]); math.Abs(ratio-1) > 1e-5 {
			t.Errorf("row %d: %v is not in the direction of %v", id, now, x.Rows.RawRowView(i))
		}
	}
	if got, want := stat.PopStdDev(is, nil), stat.PopStdDev(was, nil); math.Abs(got-want) > 1e-6 {
		t.Errorf("standard deviation %g, want %g", got, want)
	}
}
