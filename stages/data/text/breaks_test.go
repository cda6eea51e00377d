package text

import (
	"strings"
	"testing"
)

// TestBreaks: phrases end at the ends of sentences and at the marks of catalogues, and not at marks within words. ¦ is put at every
// break.
func TestBreaks(t *testing.T) {
	for _, want := range []string{
		"", "plain words, with a comma",
		"Comets :¦ dust and ice", "Comets:¦ dust", "Comets:¦\"dust\"", "Comets:¦Dust", "Kometen:¦Staub",
		"Comets ;¦ dust", "Comets;¦dust", "Comets /¦ by Ann", "Comets =¦ Kometen", "Comets -¦ dust", "Comets --¦ dust", "Comets –¦ dust", "Comets—¦dust", "Comets---¦dust", "Comets |¦ dust",
		"Why comets?¦ Dust", "Comets!¦ Dust", "Really?¦!¦ Dust", "\"Why?¦\"", "of comets?¦Dust",
		"¿¦Qué es?¦", "彗星。¦尘埃：¦冰", "धूल।¦ बर्फ", "غبار؟¦ جليد",
		"comets.¦Dust is", "melted.¦Dust is", "ice, dust etc.¦ Later", "Doe et al.¦ Dust", "Doe et al. found", "dust .¦ ice",
		"one\ntwo", "one\n\n¦two", "one\r\n \r\n¦two",
		"U.S. economy", "the U.S. Army", "e.g. Dust", "H.264", "Node.js", "ASP.NET core", "Dr. Doe", "St. Louis", "No. 5", "z.B. Staub",
		"1:1 mixtures", "at 10:30", "EU:n laki", "std::vector", "doi:10.1", "http://a.b/c?d=e", "and/or", "TCP/IP", "x=1", "k-means", "short- and long-term", "Bose–Einstein",
		"peer - to - peer , and client / server", // cut into tokens
	} {
		given := strings.ReplaceAll(want, "¦", "")
		var got strings.Builder
		from := 0
		for _, at := range Breaks(given) {
			got.WriteString(given[from:at] + "¦")
			from = int(at)
		}
		if got.WriteString(given[from:]); got.String() != want {
			t.Errorf("%s, want %s", got.String(), want)
		}
	}
}

// TestGivenBreaks: marks of markup are no breaks, and breaks have their places in the text with its markup.
func TestGivenBreaks(t *testing.T) {
	given := `A <a href="http://a.b/?c=d">comet</a>: <i>dust</i>; <b>ice`
	for i, want := range []string{"</a>:", "</i>;"} {
		if got := given[:GivenBreaks(given)[i]]; !strings.HasSuffix(got, want) {
			t.Errorf("break %d is after %q, want %q", i, got, want)
		}
	}
	if n := len(GivenBreaks(given)); n != 2 {
		t.Errorf("%d breaks, want 2", n)
	}
}

// TestCrosses: a phrase crosses a break that lies between its first and its last character.
func TestCrosses(t *testing.T) {
	for _, c := range []struct {
		start, end int32
		want       bool
	}{{0, 4, false}, {0, 5, false}, {0, 6, true}, {4, 6, true}, {5, 9, false}, {6, 9, false}, {6, 21, true}, {21, 30, false}} {
		if got := Crosses([]int32{5, 20}, c.start, c.end); got != c.want {
			t.Errorf("%d to %d: %v", c.start, c.end, got)
		}
	}
}
