package label

import "testing"

// TestFits: a search that needs more memory than is free is refused.
func TestFits(t *testing.T) {
	if err := fits(3, 2, 100, 0); err != nil {
		t.Errorf("of unknown memory: %v", err)
	}
	if fits(3, 1, 100, 100) != nil || fits(3, 1, 101, 100) == nil || fits(3, 2, 50, 100) != nil || fits(3, 2, 51, 100) == nil {
		t.Error("what is free is not the bound")
	}
}
