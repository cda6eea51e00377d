package page

import (
	"strings"
	"testing"
)

// TestCut: a cut text ends with a mark and has no broken letter, whatever the size of its letters.
func TestCut(t *testing.T) {
	for _, letter := range []string{"a", "ä", "字", "😀"} {
		for n, want := range map[int]string{4: strings.Repeat(letter, 4), 5: strings.Repeat(letter, 3) + "…", 5000: strings.Repeat(letter, 3) + "…"} {
			if got := Cut(strings.Repeat(letter, n), 4); got != want {
				t.Errorf("%d letters: %q, want %q", n, got, want)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		Count(0): "0", Count(999): "999", Count(1000): "1,000", Count(1234567): "1,234,567", Share(0.0958): "9.6 %",
		Plain("a\x1b[1m\nb\u202ec\u200ed"): "a[1mbc\u200ed",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
