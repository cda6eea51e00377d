package corpus

import "testing"

// TestNarrowest: the last term of a path is read; what only looks like one stays, and is not called one.
func TestNarrowest(t *testing.T) {
	for keyword, want := range map[string]string{
		"Plants > Bryophytes > Mosses": "Mosses", " Roofs &gt; Old roofs ": "Old roofs", "植物 › 苔藓": "苔藓", "Roofs » Slate": "Slate",
		"R&D": "", "p > q": "", "CO2 > H2O": "", "a > b > roofs": "", "roofs>slate": "", "moss": "", "Roofs--Wales": "", "wind > 5 m": "",
	} {
		if term, path := narrowest(keyword); path != (want != "") || path && term != want || !path && term != keyword {
			t.Errorf("%q: %q, %v", keyword, term, path)
		}
	}
}
