package object

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// lookedAt is the number of objects whose keys are inspected.
const lookedAt = 100

// LineKeys returns the sorted keys of the first objects of a file with one object per line, or nil if begin contains
// no complete object.
func LineKeys(begin []byte) []string {
	keys := map[string]bool{}
	n := 0
	for line := range bytes.Lines(begin) {
		if n == lookedAt {
			break
		}
		if gather(keys, json.NewDecoder(bytes.NewReader(line))) {
			n++
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// ArrayKeys is LineKeys for an array of objects.
func ArrayKeys(begin []byte) []string {
	keys := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(begin))
	d.Token()
	for n := 0; n < lookedAt && d.More() && gather(keys, d); n++ {
	}
	return slices.Sorted(maps.Keys(keys))
}

func gather(keys map[string]bool, d *json.Decoder) bool {
	var object map[string]json.RawMessage
	if d.Decode(&object) != nil {
		return false
	}
	for k := range object {
		keys[k] = true
	}
	return true
}
