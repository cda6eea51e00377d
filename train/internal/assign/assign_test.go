package assign

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// Every matching of the scipy reference, ties included.
func TestAssignAgainstScipy(t *testing.T) {
	raw, err := os.ReadFile(parity.Path(t, "units", "matching.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		N     int
		Kind  string
		Score [][]float32
		Col   []int
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		t.Run(fmt.Sprintf("%02d-%d-%s", i, c.N, c.Kind), func(t *testing.T) {
			if got := Assign(c.N, slices.Concat(c.Score...)); !slices.Equal(got, c.Col) {
				t.Errorf("column %v, scipy has %v", got, c.Col)
			}
		})
	}
}

// The ties between ∅ targets, worked by hand from the rule in the package comment:
// of targets equally near the last free one wins, and they are met in descending
// order.
func TestAssignTies(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		score []float32
		want  []int
	}{
		{"no slot", 0, nil, []int{}},
		{"one slot", 1, []float32{0}, []int{0}},
		{"all equal", 4, make([]float32, 16), []int{0, 1, 2, 3}},
		{"one phrase, wanted by slot 2", 3, []float32{0, 0, 0, 0, 0, 0, .5, 0, 0}, []int{2, 1, 0}},
		{"two want one phrase", 2, []float32{.4, 0, .7, 0}, []int{1, 0}},
		{"pushing on pays", 2, []float32{.9, .8, .7, 0}, []int{1, 0}},
		{"not a number", 2, []float32{float32(math.NaN()), 0, .7, 0}, []int{1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Assign(c.n, c.score); !slices.Equal(got, c.want) {
				t.Errorf("column %v, want %v", got, c.want)
			}
		})
	}
}

// The total equals that of the best permutation.
func TestAssignIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 6; n++ {
		for range 50 {
			score := make([]float64, n*n)
			for i := range score {
				score[i] = float64(r.IntN(5)) / 4
			}
			got := 0.0
			for i, j := range Assign(n, score) {
				got += score[i*n+j]
			}
			if want := best(n, score, 0, make([]bool, n)); math.Abs(got-want) > 1e-12 {
				t.Fatalf("n %d: total %g, best %g, score %v", n, got, want, score)
			}
		}
	}
}

func best(n int, score []float64, i int, taken []bool) float64 {
	if i == n {
		return 0
	}
	top := math.Inf(-1)
	for j := range n {
		if !taken[j] {
			taken[j] = true
			top = max(top, score[i*n+j]+best(n, score, i+1, taken))
			taken[j] = false
		}
	}
	return top
}
