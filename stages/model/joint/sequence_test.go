package joint

import (
	"strings"
	"testing"
)

// TestTarget: phrases joined by <sep> and an end, as far as they fit.
func TestTarget(t *testing.T) {
	c := shape(UniKeyphrase)
	end := ids(t, "[SEP]")[0]
	for _, k := range []struct {
		length        int
		phrases, want string
	}{
		{4, "", "[SEP]"}, {4, "a b c", "a b c [SEP]"}, {4, "a b c a", "[SEP]"}, {4, "a,b", "a <sep> b [SEP]"}, {3, "a,b", "a [SEP]"},
		{6, "a,b c a b,c", "a [SEP]"}, {7, "a,b c,a b", "a <sep> b c [SEP]"}, {8, "a,b c,a b", "a <sep> b c <sep> a b [SEP]"},
	} {
		c.PhraseLen = k.length
		var phrases [][]int32
		for _, p := range strings.Split(k.phrases, ",") {
			if list := ids(t, p); len(list) > 0 {
				phrases = append(phrases, list)
			}
		}
		if got := say(c.target(phrases, end)); got != k.want {
			t.Errorf("%s in %d: %s, want %s", k.phrases, k.length, got, k.want)
		}
	}
}

// TestMasked: each piece is masked with a probability of 0.7, and at least one is.
func TestMasked(t *testing.T) {
	counts := make([]int, 5)
	for key := range uint64(4000) {
		n := 0
		for i, asked := range masked(5, key) {
			if asked {
				counts[i]++
				n++
			}
		}
		if n == 0 || !masked(1, key)[0] {
			t.Fatal("nothing is masked")
		}
	}
	for i, n := range counts {
		if n < 2700 || n > 2900 {
			t.Errorf("piece %d is masked %d times of 4000", i, n)
		}
	}
}

// TestSplit: the phrases of a sequence, without duplicates and empty ones.
func TestSplit(t *testing.T) {
	m := model[float64](t, shape(UniKeyphrase))
	r := &reading[float64]{Model: m, found: make([][]Phrase[float64], 1)}
	written := ids(t, "<sep> deep net <sep> <sep> a <sep> deep net <sep>")
	chance := []float64{1, .25, .5, 1, 1, .75, 1, .5, .75, 1}
	r.split(0, written, chance)
	var got []string
	for _, p := range r.found[0] {
		got = append(got, say(p.Pieces))
		if len(p.Attended) != len(p.Pieces) || p.Attended[0] != 0 {
			t.Errorf("attended %v", p.Attended)
		}
	}
	if strings.Join(got, ", ") != "deep net, a" {
		t.Errorf("%v", got)
	}
	// A duplicate raises the probabilities of the first.
	if p := r.found[0][0].Probabilities; p[0] != .5 || p[1] != .75 {
		t.Errorf("probabilities %v", p)
	}
	r.split(0, nil, nil)
	if len(r.found[0]) != 2 {
		t.Error("an empty sequence has a phrase")
	}
}
