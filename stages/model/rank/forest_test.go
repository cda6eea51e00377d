package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// grown returns a linked judge with a regression behind a gate and trees of 0 to 8 questions, which compare features with whole
// numbers and with each other's neighbours.
func grown(t testing.TB, r *rand.Rand, trees int) *Judge {
	j := Judge{Intercept: .5, Terms: []Term{{Feature: "b", Mean: 1, Scale: 3, Weight: .7}}, Unwritten: -2.25}
	for range trees {
		tree := Tree{}
		for range r.IntN(mostQuestions + 1) {
			q := Question{Feature: append(features, RegressionFeature)[r.IntN(len(features)+1)], Above: float64(r.IntN(9) - 4)}
			if r.IntN(4) == 0 {
				q.Above = math.Nextafter(q.Above, 10)
			}
			tree.Questions = append(tree.Questions, q)
		}
		for range 1 << len(tree.Questions) {
			tree.Leaves = append(tree.Leaves, r.NormFloat64())
		}
		j.Trees = append(j.Trees, tree)
	}
	return linked(t, j)
}

// judged returns candidates whose features are mostly whole numbers: often equal to those of the candidate before, and to what trees
// compare them with.
func judged(r *rand.Rand, n int) [][]float64 {
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1.5}
	all := make([][]float64, n)
	for i := range all {
		all[i] = []float64{float64(r.IntN(11) - 5), float64(r.IntN(3)), float64(r.IntN(2))}
		if r.IntN(8) == 0 {
			all[i][r.IntN(2)] = odd[r.IntN(len(odd))]
		}
	}
	return all
}

// TestForest: the margins are those of Judge.Margin to the bit, for any number of candidates.
func TestForest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, trees := range []int{0, 1, 7, 60} {
		j := grown(t, r, trees)
		f := NewForest(j)
		for _, n := range []int{0, 1, 7, 8, 9, 40, 67} {
			candidates := judged(r, n)
			got := f.Margins(candidates)
			if len(got) != n {
				t.Fatalf("%d margins of %d candidates", len(got), n)
			}
			for i, x := range candidates {
				if want := j.Margin(x); math.Float64bits(got[i]) != math.Float64bits(want) && !(got[i] != got[i] && want != want) {
					t.Fatalf("%d trees, candidate %d of %d, %v: %v, want %v", trees, i, n, x, got[i], want)
				}
			}
		}
	}
}

// TestForestLimit: a rank fits a lane for 127 numbers, and with one more there is no forest.
func TestForestLimit(t *testing.T) {
	j := Judge{}
	for i := range mostRank + 1 {
		j.Trees = append(j.Trees, Tree{Questions: []Question{{Feature: "a", Above: float64(i)}}, Leaves: []float64{0, 1}})
	}
	if NewForest(linked(t, j)) != nil {
		t.Error("128 numbers fit")
	}
	j.Trees = j.Trees[:mostRank]
	f := NewForest(linked(t, j))
	if f == nil {
		t.Fatal("127 numbers do not fit")
	}
	if got, want := f.Margins([][]float64{{200, 0, 0}, {-1, 0, 0}, {.5, 0, 0}, {126, 0, 0}, {126.5, 0, 0}}), "[127 0 1 126 127]"; fmt.Sprint(got) != want {
		t.Errorf("above %v numbers, want %s", got, want)
	}
}

// BenchmarkForest judges the candidates of a document with as many trees as a fit grows, by both.
func BenchmarkForest(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	names := make([]string, 48)
	for i := range names {
		names[i] = fmt.Sprint("f", i)
	}
	var j Judge
	for range 400 {
		t := Tree{Leaves: make([]float64, 32)}
		for range 5 {
			t.Questions = append(t.Questions, Question{Feature: names[r.IntN(len(names))], Above: float64(r.IntN(12)) / 4})
		}
		j.Trees = append(j.Trees, t)
	}
	if err := j.Link(names); err != nil {
		b.Fatal(err)
	}
	candidates := make([][]float64, 350)
	for i := range candidates {
		for k := range names {
			x := r.ExpFloat64()
			if k < 16 && i > 0 {
				x = candidates[i-1][k]
			}
			candidates[i] = append(candidates[i], x)
		}
	}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			for _, c := range candidates {
				j.Margin(c)
			}
		}
	})
	b.Run("all", func(b *testing.B) {
		f := NewForest(&j)
		for b.Loop() {
			f.Margins(candidates)
		}
	})
}
