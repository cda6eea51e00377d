package text

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// TestBreaks: phrases end at the ends of sentences and at the marks of catalogues, and not at marks within words. ¦ is put at every
// break.
func TestBreaks(t *testing.T) {
	for _, c := range append(cases.Read(t, "testdata/cases.txt", "breaks", 1), []string{""}) {
		want := c[0]
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
