package rank

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// listed returns lists.
func listed(lists ...[]int32) Lists {
	l := NewLists(len(lists), 0)
	for _, list := range lists {
		for _, n := range list {
			l.Append(n)
		}
		l.End()
	}
	return l
}

func TestLists(t *testing.T) {
	l := listed([]int32{0, 3}, nil, []int32{3, 1})
	if !slices.Equal(l.Of(0), []int32{0, 3}) || len(l.Of(1)) != 0 {
		t.Errorf("%v, %v", l.Of(0), l.Of(1))
	}
	inverted := l.Invert(5)
	for n, want := range [][]int32{{0}, {2}, nil, {0, 2}, nil} {
		if got := inverted.Of(int32(n)); !slices.Equal(got, want) {
			t.Errorf("%d is in the lists %v, want %v", n, got, want)
		}
	}
}

// TestNear compares the things of highest weight with those of a search that sorts all. Many are equally near, and then the
// first come first; those of weight 0, and those that are the same, are left out, also where a text has no known word.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	words := make([][]Near, 12)
	scale := make([]float32, 1000)
	for thing := range scale {
		scale[thing] = 1 / float32(1+thing%3)
		for w := range words {
			if r.IntN(4) == 0 {
				words[w] = append(words[w], Near{int32(thing), float32(1 + w%2)})
			}
		}
	}
	weighed := NewIndex(words)
	plain := &Index{Lists: weighed.Lists}
	same := func(thing int32, sum float32) bool { return thing%10 == 0 }
	for name, x := range map[string]*Index{"weighed": weighed, "plain": plain} {
		sums, want := make([]float32, len(scale)), make([]float32, len(scale))
		var vector []Near
		for _, word := range []int32{0, 3, 3, 7} {
			vector = append(vector, Near{word, .5})
			for _, n := range words[word] {
				if x == plain {
					n.Weight = 1
				}
				want[n.Of] += .5 * n.Weight
			}
		}
		var all []Near
		for thing, sum := range want {
			if sum > 0 && thing%10 != 0 {
				all = append(all, Near{int32(thing), sum * scale[thing] * 2})
			}
		}
		slices.SortStableFunc(all, func(a, b Near) int { return cmp.Compare(b.Weight, a.Weight) })
		x.Scale = scale
		for _, n := range []int{1, 50, 5000} {
			if got := x.Near(vector, 2, n, sums, same); !slices.Equal(got, all[:min(n, len(all))]) {
				t.Errorf("%s: the nearest %d are %v, want %v", name, n, got, all[:min(n, len(all))])
			}
		}
		x.Scale = nil
		if got := x.Near(vector, 1, 3, sums, nil); len(got) != 3 || !slices.Equal(sums, want) || got[0].Weight != slices.Max(want) {
			t.Errorf("%s without a scale: %v", name, got)
		}
	}
	if got := plain.Near(nil, float32(math.Inf(1)), 3, make([]float32, 9), nil); len(got) != 0 {
		t.Errorf("%v are near a text without known words", got)
	}
}

// TestVotes: of three documents, two speak for label 1, the first and the last.
func TestVotes(t *testing.T) {
	given, at := listed([]int32{1}, []int32{1, 4}, nil), make([]int32, 5)
	near := []Near{{1, .5}, {2, .25}, {0, .125}}
	want := []Vote{{Label: 1, Sum: .625, Best: .5, Count: 2, First: 0}, {Label: 4, Sum: .5, Best: .5, Count: 1, First: 0}}
	for range 2 { // the memory is as before
		if got := AppendVotes(nil, near, &given, at); !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got := AppendVotes(nil, near[1:], &given, at); len(got) != 1 || got[0] != (Vote{Label: 1, Sum: .125, Best: .125, Count: 1, First: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestTFIDF(t *testing.T) {
	if got, want := TFIDF(3, 10, 1000), (1+math.Log(3))*math.Log(100); got != want || TFIDF(1, 7, 7) != 0 {
		t.Errorf("%v, want %v; of a word of all documents %v", got, want, TFIDF(1, 7, 7))
	}
}
