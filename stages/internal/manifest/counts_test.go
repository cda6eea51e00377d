package manifest

import (
	"encoding/json"
	"maps"
	"testing"
)

// TestCounts: numbers and maps of numbers are counts, whatever their type and with the parts added up; other notes are not.
func TestCounts(t *testing.T) {
	part := map[string]any{"rule": "f1", "empty": 2, "doubtful": map[string]int64{"too short": 3, "code": 1}, "f1": .5, "list": []int{1}, "on": true}
	once := map[Count]float64{{Note: "empty"}: 2, {"doubtful", "too short"}: 3, {"doubtful", "code"}: 1, {Note: "f1"}: .5}
	if got := Counts(part); !maps.Equal(got, once) {
		t.Errorf("%v, want %v", got, once)
	}
	data, err := json.Marshal(map[string]any{PartNotes: []any{part, nil, part}})
	if err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	twice := map[Count]float64{}
	for c, n := range once {
		twice[c] = 2 * n
	}
	if got := Counts(read); !maps.Equal(got, twice) {
		t.Errorf("of parts %v, want %v", got, twice)
	}
	if got := Counts(nil); len(got) != 0 {
		t.Errorf("of nothing %v", got)
	}
}
