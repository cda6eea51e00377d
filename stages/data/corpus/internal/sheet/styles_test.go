package sheet

import (
	"strings"
	"testing"
)

// TestLongFormat: a format pads with at most as many zeros as Excel allows, so that a cell stays short.
func TestLongFormat(t *testing.T) {
	if got := shownBy(strings.Repeat("0", maxFormat)); got.digits != maxFormat {
		t.Errorf("%d digits, want %d", got.digits, maxFormat)
	}
	if got := shownBy(strings.Repeat("0", 1<<20)); got != (shown{}) {
		t.Errorf("%+v of a format without end", got)
	}
}
