package setting

import (
	"strings"
	"testing"
)

// TestCheckDocuments: snapshots that would not fit into memory and checkpoints are refused before the first step, by the name of
// the setting.
func TestCheckDocuments(t *testing.T) {
	for _, c := range []struct {
		every       int64
		watched, of int
		epochs      int
		refused     bool
	}{
		{0, 1000, 500_000, 20, false},    // none
		{8000, 1000, 510_000, 20, false}, // the paper's run: 107 snapshots of 20,000 slots
		{50, 100, 85_000, 10, false},     // 1,417 of 2,000
		{1, 1000, 85_000, 10, true},
		{1, 10, 510_000, 20, true},
		{50, 1 << 40, 1000, 1, false}, // no more than the training documents
		{1, 1 << 40, 510_000, 20, true},
	} {
		s := Defaults()
		s.AssignmentsEvery, s.AssignmentsDocuments, s.Epochs, s.Slots, s.BatchSize = c.every, c.watched, c.epochs, 20, 12
		err := s.CheckDocuments(c.of)
		if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "--assignments-every") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
