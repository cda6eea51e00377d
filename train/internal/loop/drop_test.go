package loop

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
)

// TestDropsAnew: each step draws for itself which keyphrases it drops, also in a later epoch; what a step had shows in its
// number of tokens.
func TestDropsAnew(t *testing.T) {
	example := schemas.Example{Source: []int32{8, 9, 10}, Extended: []int32{8, 9, 10}, Targets: [][]int32{{9}, peos}}
	var train []schemas.Example
	for i := range 24 {
		e := example
		e.ID = fmt.Sprint(i)
		train = append(train, e)
	}
	r, reports := training(t, train, nil)
	r.Drop = kpdrop.Drop{Share: .5, Vocab: words, Seed: 4}
	fit(t, r)
	var dropped, want []bool
	for i, s := range *reports {
		dropped = append(dropped, s.Tokens == (*reports)[0].Tokens)
		want = append(want, len(r.Drop.Apply(example, int64(i), 0).Source) == len(r.Drop.Apply(example, 0, 0).Source))
	}
	if len(want) != 3*24 || !slices.Equal(dropped, want) {
		t.Errorf("steps like the first: %v, want %v", dropped, want)
	}
	if slices.Equal(dropped[:24], dropped[24:48]) || slices.Equal(dropped[24:48], dropped[48:]) {
		t.Error("an epoch drops what the one before it did")
	}
}
