package kpdrop

import (
	"math"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// example has the words 10 to 15, an unknown one, 100, and the present phrases 10 11, 11 12, 99 (in the text only with
// another spelling) and 100 13; the absent one is 20.
func example() schemas.Example {
	words := []int32{10, 11, 12, 14, 10, 11, 15, 100, 13}
	source := append([]int32(nil), words...)
	source[7] = 1
	return schemas.Example{ID: "a", Source: source, Extended: words, OOV: []string{"zyzzyva"},
		Targets: [][]int32{{10, 11}, {11, 12}, {99}, {100, 13}, {5}, {20}}}
}

// only finds a place whose draw deletes the first phrase and no other.
func only(t *testing.T, d Drop) schemas.Example {
	t.Helper()
	for place := range 1000 {
		if got := d.Apply(example(), 3, place); len(got.Source) == 5 {
			return got
		}
	}
	t.Fatal("of 1,000 draws none deletes the first phrase alone")
	return schemas.Example{}
}

// TestApply: a phrase is deleted wherever it stands, together with overlapping phrases, and both become absent. A phrase
// with another spelling in the text, or with a word that can only be copied, stays.
func TestApply(t *testing.T) {
	before := example()
	got := only(t, Drop{Share: 0.5, Vocab: 100, Seed: 27})
	want := schemas.Example{ID: "a", OOV: before.OOV, Source: []int32{12, 14, 15, 1, 13}, Extended: []int32{12, 14, 15, 100, 13},
		Targets: [][]int32{{99}, {100, 13}, {5}, {20}, {10, 11}, {11, 12}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	for place := range 200 {
		d := Drop{Share: 0.999, Vocab: 100, Seed: 27}
		e := example()
		if got := d.Apply(e, 3, place); len(got.Source) == 0 || got.Extended[len(got.Extended)-2] != 100 {
			t.Fatalf("the unknown word is gone: %+v", got)
		}
		if !reflect.DeepEqual(e, example()) {
			t.Fatal("the example was changed")
		}
	}
}

// TestStays: an example is unchanged without a share, without the entry <peos>, and where no word would be left.
func TestStays(t *testing.T) {
	all := schemas.Example{Source: []int32{10}, Extended: []int32{10}, Targets: [][]int32{{10}, {5}}}
	open := example()
	open.Targets = open.Targets[:2]
	for place := range 100 {
		for name, c := range map[string]struct {
			drop Drop
			e    schemas.Example
		}{"no share": {Drop{Vocab: 100}, example()}, "nothing left": {Drop{Share: 0.9, Vocab: 100}, all}, "no <peos>": {Drop{Share: 0.9, Vocab: 100}, open}} {
			if got := c.drop.Apply(c.e, 1, place); !reflect.DeepEqual(got, c.e) {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}

// TestDraws: phrases are dropped at the given rate, by seed, step and place, and the same ones each time.
func TestDraws(t *testing.T) {
	e := schemas.Example{Source: []int32{10, 11, 12}, Extended: []int32{10, 11, 12}, Targets: [][]int32{{11}, {5}}}
	dropped := func(seed uint64, step int64, place int) bool {
		return len(Drop{Share: 0.3, Vocab: 100, Seed: seed}.Apply(e, step, place).Source) == 2
	}
	n, others := 0, [3]int{}
	for i := range 4000 {
		was := dropped(27, 7, i)
		if was != dropped(27, 7, i) {
			t.Fatal("the second draw is another")
		}
		if was {
			n++
		}
		for j, now := range []bool{dropped(28, 7, i), dropped(27, 8, i), dropped(27, 7, i+1)} {
			if now != was {
				others[j]++
			}
		}
	}
	if share := float64(n) / 4000; math.Abs(share-0.3) > 0.03 {
		t.Errorf("%.3f are dropped, want 0.3", share)
	}
	for j, n := range others { // 2 · 0.3 · 0.7 · 4,000 = 1,680
		if n < 1400 || n > 1960 {
			t.Errorf("%s: %d of 4,000 draws are others", []string{"seed", "step", "place"}[j], n)
		}
	}
}
