package joint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// TestSupervise: one prompt for each word of each absent phrase whose stem is in the document, in the order of the text, with
// the keyword as the document spells it and two masks on each side.
func TestSupervise(t *testing.T) {
	m := model[float64](t, shape(PromptKP))
	var got []string
	for _, e := range documents(t) {
		_, absent, err := m.split(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.supervise(e.Source, cut(vocabulary, m.stemmer, e.Source, 1, len(e.Source)-1), absent) {
			got = append(got, fmt.Sprintf("%s %d: %s", e.ID, p.at, say(m.write(nil, p.keyword, p.right))))
		}
	}
	// The document has image, of and graph of "image of a graph", but three pieces after the first and before the last are more
	// than two masks. "learn" of the document has the stem of "learn ##ing" in the phrase.
	want := []string{
		"both 4: <null> image of a graph <sep>",
		"both 8: <null> <null> deep learn ##ing <sep>",
		"absent 1: <null> deep learn <null> <null> <sep>",
		"absent 2: <null> <null> neural net ##work <sep>",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFitting: the first prompts that fit are kept.
func TestFitting(t *testing.T) {
	c := shape(PromptKP)
	if c.tail() != 60 || c.size(1) != 6 {
		t.Fatalf("a tail has %d pieces, a prompt %d", c.tail(), c.size(1))
	}
	one, two := prompt{keyword: make([]int32, 1)}, prompt{keyword: make([]int32, 2)}
	if n := len(fitting(c, slices.Repeat([]prompt{one}, 12))); n != 10 {
		t.Errorf("%d prompts of one piece", n)
	}
	if n := len(fitting(c, slices.Repeat([]prompt{two}, 12))); n != 8 {
		t.Errorf("%d prompts of two pieces", n)
	}
}

// TestAsked: every number of masks, from one to all, is equally frequent, and so is every mask.
func TestAsked(t *testing.T) {
	c := shape(PromptKP)
	counts, masks := make([]int, 5), make([]int, 4)
	for key := range uint64(4000) {
		list := c.asked(key)
		counts[len(list)]++
		for i, k := range list {
			masks[k]++
			if i > 0 && k <= list[i-1] {
				t.Fatalf("masks %v", list)
			}
		}
	}
	for n, k := range counts {
		if (n == 0) != (k == 0) || n > 0 && (k < 900 || k > 1100) {
			t.Errorf("%d masks are selected %d times", n, k)
		}
	}
	for k, n := range masks {
		if n < 2350 || n > 2650 { // 2.5 of 4 on average
			t.Errorf("mask %d is selected %d times", k, n)
		}
	}
}

// TestText: a document that is too long is cut to its first pieces and [SEP].
func TestText(t *testing.T) {
	c := shape(PromptKP)
	long := append(slices.Repeat([]int32{30}, 30), 11)
	if got := c.text(long); len(got) != 20 || got[18] != 30 || got[19] != 11 || len(long) != 31 || long[19] != 30 {
		t.Errorf("%v of %v", got, long)
	}
	if short := []int32{10, 30, 11}; !slices.Equal(c.text(short), short) {
		t.Errorf("%v of %v", c.text(short), short)
	}
}

// TestAgain: the least probable masks are selected, the first of equals.
func TestAgain(t *testing.T) {
	c := candidate[float64]{chance: []float64{.5, .1, .9, .1, .3}, asked: []int{4}}
	for n, want := range [][]int{nil, {1}, {1, 3}, {1, 3, 4}, {0, 1, 3, 4}} {
		if c.again(n); !slices.Equal(c.asked, want) {
			t.Errorf("%d: %v, want %v", n, c.asked, want)
		}
	}
}

// TestFinish: a phrase extends from its keyword on both sides to the first ∅.
func TestFinish(t *testing.T) {
	m := model[float64](t, shape(PromptKP))
	document := ids(t, "[CLS] net ##work a [SEP]")
	word := word{lo: 1, hi: 3}
	for said, want := range map[string]string{
		"deep neural <null> <null>":   "deep@0:.1 neural@0:.2 net@1:.5 ##work@2:1",
		"deep <null> learn ##ing":     "net@1:.5 ##work@2:1 learn@0:.3 ##ing@0:.4",
		"<null> a <null> b":           "a@0:.2 net@1:.5 ##work@2:1",
		"<null> <null> learn <null>":  "net@1:.5 ##work@2:1 learn@0:.3",
		"deep <null> <null> b":        "",
		"<null> <null> <null> <null>": "",
	} {
		r := &reading[float64]{Model: m, texts: [][]int32{document}, found: make([][]phrase.Output[float64], 1)}
		r.finish(0, candidate[float64]{word: word, sure: .5, said: ids(t, said), chance: []float64{.1, .2, .3, .4}})
		var got []string
		for _, p := range r.found[0] {
			for i, id := range p.Tokens {
				got = append(got, fmt.Sprintf("%s@%d:%s", vocabulary[id], p.Attended[i], strings.TrimPrefix(fmt.Sprint(p.Probabilities[i]), "0")))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", said, strings.Join(got, " "), want)
		}
	}
	if text.Null != 6 {
		t.Fatal("∅ is another id")
	}
}
