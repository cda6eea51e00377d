package sequence

import (
	"errors"
	"fmt"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

func TestSequence(t *testing.T) {
	ab, c, de, peos := []int32{10, 11}, []int32{12}, []int32{13, 14}, []int32{5}
	for _, k := range []struct {
		gold   [][]int32
		length int
		want   string
		left   int
	}{
		{[][]int32{ab, c, peos, de}, 9, "[[10 11 4 12 5 13 14 3]]", 0},
		{[][]int32{ab, c, peos, de}, 8, "[[10 11 4 12 5 13 14 3]]", 0}, // fits to the last token
		{[][]int32{ab, c, peos, de}, 7, "[[10 11 4 12 5 3]]", 1},       // the absent one does not fit
		{[][]int32{ab, c, peos, de, c}, 7, "[[10 11 4 12 5 3]]", 2},    // nor is a shorter one after it used
		{[][]int32{ab, de, c, peos, c}, 5, "[[10 11 5 12 3]]", 2},      // cut among the present ones; the absent ones still follow
		{[][]int32{ab, c, peos}, 6, "[[10 11 4 12 5 3]]", 0},           // no absent ones
		{[][]int32{peos, c, de}, 9, "[[5 12 4 13 14 3]]", 0},           // no present ones
		{[][]int32{peos}, 2, "[[5 3]]", 0},                             // none
		{[][]int32{ab, peos, peos}, 9, "[[10 11 5 5 3]]", 0},           // a keyphrase spelt like <peos>
		{[][]int32{{10, 11, 12}, c, peos, c, de}, 4, "[[5 12 3]]", 3},  // the first is too long
	} {
		target, left, err := Sequence(k.gold, k.length)
		if err != nil || fmt.Sprint([][]int32{target}) != k.want || left != k.left {
			t.Errorf("%v in %d: %v, %d left, error %v; want %s, %d left", k.gold, k.length, target, left, err, k.want, k.left)
		}
	}
	if _, _, err := Sequence([][]int32{ab}, 9); !errors.Is(err, text.ErrNoPeos) {
		t.Errorf("without <peos>: %v", err)
	}
}

func TestPairs(t *testing.T) {
	pairs, left, err := Pairs([][]int32{{10, 11}, {12, 13, 14}, {5}, {15}}, 3)
	if got := fmt.Sprint(pairs, left, err); got != "[[10 11 3] [15 3]] 1 <nil>" {
		t.Error(got)
	}
	if pairs, left, err := Pairs([][]int32{{5}}, 3); len(pairs) != 0 || left != 0 || err != nil {
		t.Errorf("no keyphrase: %v, %d, %v", pairs, left, err)
	}
	if _, _, err := Pairs([][]int32{{10}}, 3); !errors.Is(err, text.ErrNoPeos) {
		t.Errorf("without <peos>: %v", err)
	}
}
