package rank

import (
	"strings"
	"testing"
)

// TestInner: a phrase does not stand inside itself.
func TestInner(t *testing.T) {
	var in Inner
	in.Add([]string{"bright", "comet", "tail"})
	for phrase, want := range map[string]bool{"bright": true, "comet tail": true, "bright tail": false, "bright comet tail": false, "": false} {
		if got := in.Has(strings.Fields(phrase)); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
}
