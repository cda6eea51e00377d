package labelled

import "testing"

// TestYearOf: a date has the year that stands in it, unless there are two.
func TestYearOf(t *testing.T) {
	for cell, want := range map[string]int{"2019": 2019, "2019-05-01": 2019, " 1999 ": 1999, "5/2020": 2020, "01.02.2003": 2003, "2021.0": 2021, "20190501": 2019,
		"2019/2019": 2019, "2019-2020": 0, "999": 0, "0999": 0, "1499": 0, "1500": 1500, "2099": 2099, "2100": 0, "3000": 0, "20191301": 0, "in 19": 0, "": 0, "May": 0} {
		if got := yearOf(cell); got != want {
			t.Errorf("%q: year %d, want %d", cell, got, want)
		}
	}
}
