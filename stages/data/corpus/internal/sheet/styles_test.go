package sheet

import (
	"strings"
	"testing"
)

// TestDate: days count from the year of the workbook. Excel's 1900 has a 29 February, day 60, which no calendar has: the days
// before it count from another day than those after it.
func TestDate(t *testing.T) {
	for _, c := range []struct {
		since int
		days  float64
		want  string
	}{
		{1900, 1, "1900-01-01"}, {1900, 58, "1900-02-27"}, {1900, 59, "1900-02-28"}, {1900, 59.5, "1900-02-28 12:00:00"},
		{1900, 60, "1900-02-28"}, {1900, 61, "1900-03-01"}, {1900, 367, "1901-01-01"}, {1900, 43891.25, "2020-03-01 06:00:00"},
		{1900, .5, "12:00:00"}, {1900, 0, "00:00:00"}, {1900, 2958465, "9999-12-31"}, {1900, 2958466, ""}, {1900, -1, ""},
		{1904, 0, "1904-01-01"}, {1904, 59, "1904-02-29"}, {1904, 60, "1904-03-01"}, {1904, .5, "1904-01-01 12:00:00"},
	} {
		got, ok := (&styles{since1904: c.since == 1904}).date(c.days)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("day %v since %d: %q, %v, want %q", c.days, c.since, got, ok, c.want)
		}
	}
}

// TestLongFormat: a format pads with at most as many zeros as Excel allows, so that a cell stays short.
func TestLongFormat(t *testing.T) {
	if got := shownBy(strings.Repeat("0", maxFormat)); got.digits != maxFormat {
		t.Errorf("%d digits, want %d", got.digits, maxFormat)
	}
	if got := shownBy(strings.Repeat("0", 1<<20)); got != (shown{}) {
		t.Errorf("%+v of a format without end", got)
	}
}
