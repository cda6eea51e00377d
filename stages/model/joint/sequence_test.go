package joint

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
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

// TestAdd: a phrase that is added again raises the probabilities of the first.
func TestAdd(t *testing.T) {
	m := model[float64](t, shape(UniKeyphrase))
	r := &reading[float64]{Model: m, found: make([][]phrase.Output[float64], 1)}
	net := ids(t, "deep net")
	for _, p := range []phrase.Output[float64]{
		{Tokens: net, Probabilities: []float64{.25, .5}, Attended: []int32{0, 0}},
		{Tokens: ids(t, "a"), Probabilities: []float64{.75}, Attended: []int32{0}},
		{Tokens: net, Probabilities: []float64{.5, .75}, Attended: []int32{0, 0}},
		{Tokens: net, Probabilities: []float64{.5, .5}, Attended: []int32{0, 0}},
	} {
		r.add(0, p)
	}
	if got := r.found[0]; len(got) != 2 || say(got[0].Tokens) != "deep net" || say(got[1].Tokens) != "a" || got[0].Probabilities[1] != .75 {
		t.Errorf("%+v", got)
	}
}

// TestSequenceEnds: a sequence ends with [SEP], which it does not have, and leaves the rows; the others go on with their pieces.
func TestSequenceEnds(t *testing.T) {
	r := &reading[float64]{Model: model[float64](t, shape(UniKeyphrase)), texts: [][]int32{ids(t, "[CLS] a [SEP]"), ids(t, "[CLS] b [SEP]"), ids(t, "[CLS] c [SEP]")}}
	w := &writer[float64]{reading: r, live: []int{0, 1, 2}, written: make([]phrase.Output[float64], 3), ids: ids(t, "graph [SEP] <sep>"), sure: []float64{.5, .25, .125}}
	next, err := w.next(0)
	if err != nil {
		t.Fatal(err)
	}
	want := []slots.Next{{Row: slots.Row{Doc: 0}, From: 0, Token: w.ids[0]}, {Row: slots.Row{Doc: 2}, From: 2, Token: w.ids[2]}}
	if w.GoOn(next); !slices.Equal(next, want) || !slices.Equal(w.live, []int{0, 2}) {
		t.Errorf("%v go on, documents %v", next, w.live)
	}
	if len(w.written[1].Tokens) > 0 || !slices.Equal(w.written[2].Tokens, w.ids[2:]) || w.written[2].Probabilities[0] != .125 {
		t.Errorf("written %+v", w.written)
	}
}
