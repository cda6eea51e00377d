package assign

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

func TestFix(t *testing.T) {
	six := Slots{Number: 6, Length: 4}
	for _, c := range []struct {
		name string
		gold [][]int32
		want string
	}{
		{"both kinds", [][]int32{{10, 11}, {12}, {5}, {13}}, "[[10 11 3] [12 3] [6] [13 3] [6] [6]]"},
		{"no keyphrase", [][]int32{{5}}, "[[6] [6] [6] [6] [6] [6]]"},
		{"absent only", [][]int32{{5}, {10}}, "[[6] [6] [6] [10 3] [6] [6]]"},
		{"full halves", [][]int32{{10}, {11}, {12}, {13}, {5}, {14}, {15}, {16}, {17}},
			"[[10 3] [11 3] [12 3] [14 3] [15 3] [16 3]]"},
		{"a long phrase makes room", [][]int32{{10, 11, 12, 13}, {14}, {15, 16, 17}, {18}, {5}, {1, 2, 3, 4, 5}},
			"[[14 3] [15 16 17 3] [18 3] [6] [6] [6]]"},
		{"a second <peos> is a phrase", [][]int32{{10}, {5}, {5}}, "[[10 3] [6] [6] [5 3] [6] [6]]"},
		{"words outside the vocabulary", [][]int32{{1, 50002}, {5}}, "[[1 50002 3] [6] [6] [6] [6] [6]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := six.Fix(c.gold)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(f.Targets); got != c.want || f.Present != 3 {
				t.Errorf("targets %s present %d, want %s", got, f.Present, c.want)
			}
		})
	}
	if _, err := six.Fix([][]int32{{10}}); !errors.Is(err, text.ErrNoPeos) {
		t.Errorf("without <peos>: error %v", err)
	}
}

// TestCopies: keyphrases repeat in gold order while there is room, ∅ never does, and each half is on its own.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		copies int
		gold   [][]int32
		want   string
	}{
		{0, [][]int32{{10}, {5}, {13}}, "[[10 3] [6] [6] [6] [13 3] [6] [6] [6]]"},
		{1, [][]int32{{10}, {5}, {13}}, "[[10 3] [6] [6] [6] [13 3] [6] [6] [6]]"},
		{2, [][]int32{{10}, {5}, {13}, {14}}, "[[10 3] [10 3] [6] [6] [13 3] [14 3] [13 3] [14 3]]"},
		{2, [][]int32{{10}, {11}, {12}, {5}}, "[[10 3] [11 3] [12 3] [10 3] [6] [6] [6] [6]]"},
		{3, [][]int32{{10}, {5}, {13}, {14}}, "[[10 3] [10 3] [10 3] [6] [13 3] [14 3] [13 3] [14 3]]"},
		{9, [][]int32{{10}, {11}, {12}, {13}, {14}, {5}, {15}}, "[[10 3] [11 3] [12 3] [13 3] [15 3] [15 3] [15 3] [15 3]]"},
	} {
		f, err := Slots{Number: 8, Length: 4, Copies: c.copies}.Fix(c.gold)
		if got := fmt.Sprint(f.Targets); err != nil || got != c.want || f.Present != 4 {
			t.Errorf("%d copies: %s, present %d, %v; want %s", c.copies, got, f.Present, err, c.want)
		}
	}
}

func TestNarrow(t *testing.T) {
	s := Slots{Number: 6, Length: 4}
	full, err := s.Fix([][]int32{{10}, {5}, {13}, {14}})
	if err != nil {
		t.Fatal(err)
	}
	p, a := full.Count()
	if p != 1 || a != 2 {
		t.Fatalf("counts %d %d, want 1 2", p, a)
	}
	f := full.Narrow(2, 2)
	if got := fmt.Sprint(f.Targets); got != "[[10 3] [6] [13 3] [14 3]]" || f.Present != 2 {
		t.Errorf("narrowed to %s present %d", got, f.Present)
	}
	var slots []int
	for i := range f.Targets {
		slots = append(slots, s.Slot(f, i))
	}
	if !slices.Equal(slots, []int{0, 1, 3, 4}) {
		t.Errorf("slots %v, want 0 1 3 4", slots)
	}
	if lo, hi := f.Half(3); lo != 2 || hi != 4 {
		t.Errorf("half of row 3 is [%d,%d), want [2,4)", lo, hi)
	}
}

// A document worked by hand, K = 2: slot 1 is sure of the first phrase's
// first word, slot 0 of its <eos>; probabilities are summed, so slot 1 wins.
func TestMatch(t *testing.T) {
	f, err := Slots{Number: 4, Length: 4}.Fix([][]int32{{10}, {5}, {20, 21, 22}})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Queries(2); !slices.Equal(got, []int32{3, 10, 20, 21}) {
		t.Errorf("queries %v", got)
	}
	if got := f.Queries(1); !slices.Equal(got, []int32{10, 20}) {
		t.Errorf("queries of one step %v", got)
	}
	p := func(row, step int, id int32) float32 {
		return map[[3]int]float32{
			{0, 1, 3}: .4, {1, 0, 10}: .5,
			{2, 0, 20}: .2, {2, 1, 21}: .2, {3, 0, 20}: .3,
		}[[3]int{row, step, int(id)}]
	}
	if got := fmt.Sprint(Scores(f, 2, 4, 2, p)); got != "[0.4 0 0.3 0]" {
		t.Errorf("scores of the absent half %s", got)
	}
	if got := Match(f, 2, p); !slices.Equal(got, []int{1, 0, 2, 3}) {
		t.Errorf("two steps: column %v", got)
	}
	if got := Match(f, 1, p); !slices.Equal(got, []int{1, 0, 3, 2}) {
		t.Errorf("one step: column %v", got)
	}
}
