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

// OrderedLineKeys is LineKeys in the order in which the keys first appear.
func OrderedLineKeys(begin []byte) (keys []string) {
	seen, n := map[string]bool{}, 0
	for line := range bytes.Lines(begin) {
		if n == lookedAt {
			break
		}
		if order(seen, &keys, json.NewDecoder(bytes.NewReader(line))) {
			n++
		}
	}
	return keys
}

// OrderedArrayKeys is OrderedLineKeys for an array of objects.
func OrderedArrayKeys(begin []byte) (keys []string) {
	d := json.NewDecoder(bytes.NewReader(begin))
	d.Token()
	seen := map[string]bool{}
	for n := 0; n < lookedAt && d.More() && order(seen, &keys, d); n++ {
	}
	return keys
}

// order appends the keys of the next object that are not in seen. It ignores an object that begin cuts off.
func order(seen map[string]bool, keys *[]string, d *json.Decoder) bool {
	var raw json.RawMessage
	if d.Decode(&raw) != nil || len(raw) == 0 || raw[0] != '{' {
		return false
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.Token()
	for in.More() {
		key, err := in.Token()
		name, ok := key.(string)
		if err != nil || !ok || in.Decode(new(json.RawMessage)) != nil {
			return false
		}
		if !seen[name] {
			seen[name] = true
			*keys = append(*keys, name)
		}
	}
	return true
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
