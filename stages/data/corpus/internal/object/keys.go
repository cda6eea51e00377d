package object

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// lookedAt is how many objects are asked for their keys.
const lookedAt = 100

// LineKeys are the keys, sorted, of the first of the objects that stand one a line at the beginning of a file; nil if none
// is there whole.
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

// ArrayKeys is LineKeys of an array.
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
