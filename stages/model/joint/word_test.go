package joint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

func TestCut(t *testing.T) {
	document := ids(t, "[CLS] ##s graph ##s cut ##ting <digit> [SEP]")
	var got []string
	for _, w := range cut(vocabulary, text.NewStemmer(), document, 1, len(document)-1) {
		got = append(got, fmt.Sprintf("%d-%d %s", w.lo, w.hi, w.stem))
	}
	// A "##s" at the start continues a piece outside the range, and is a word of its own here.
	if want := "1-2 ##|2-4 graph|4-6 cut|6-7 <digit>"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}

// TestTag: all occurrences of a phrase are tagged; where two overlap, the longer phrase wins, then the first.
func TestTag(t *testing.T) {
	for _, c := range []struct{ document, phrases, want string }{
		{"a b a b c", "a b", "BIBIO"},
		{"a b c a b", "a b, a b c", "BIIBI"},
		{"a b c", "a b, b c", "BIO"},
		{"a b c", "b c, a b", "OBI"},
		{"a a a", "a a", "BIO"},
		{"a b", "a b c, c", "OO"},
		{"a b", "", "OO"},
	} {
		var phrases [][]string
		for _, p := range strings.Split(c.phrases, ",") {
			phrases = append(phrases, strings.Fields(p))
		}
		got := ""
		for _, tag := range tag(strings.Fields(c.document), phrases) {
			got += string("OBI"[tag])
		}
		if got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.phrases, c.document, got, c.want)
		}
	}
}

func TestSpans(t *testing.T) {
	for said, want := range map[string][]span{
		"OOO": nil, "BIO": {{0, 2}}, "BBI": {{0, 1}, {1, 3}}, "OII": {{1, 3}}, "IOI": {{0, 1}, {2, 3}}, "BIB": {{0, 2}, {2, 3}},
	} {
		var tags []int
		for _, c := range said {
			tags = append(tags, strings.IndexRune("OBI", c))
		}
		if got := spans(tags); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
}
