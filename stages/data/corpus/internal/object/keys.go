package object

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// lookedAt is the number of objects whose keys are inspected.
const lookedAt = 100

// Sample is what the first objects of a file have.
type Sample struct {
	Rows   int
	Keys   []string            // sorted
	Order  []string            // in the order in which the keys first appear
	Filled map[string]int      // per key: values other than null and an empty text
	Texts  map[string][]string // per key: its texts
}

// LineSample returns the sample of a file with one object per line. It ignores an object that begin cuts off.
func LineSample(begin []byte) *Sample {
	s := newSample()
	for line := range bytes.Lines(begin) {
		if s.Rows == lookedAt {
			break
		}
		s.add(bytes.TrimPrefix(line, []byte("\ufeff")))
	}
	s.Keys = slices.Sorted(maps.Keys(s.Filled))
	return s
}

// ArraySample is LineSample for an array of objects.
func ArraySample(begin []byte) *Sample {
	s := newSample()
	clean, _ := nulled(string(begin))
	d := json.NewDecoder(strings.NewReader(clean))
	d.Token()
	for s.Rows < lookedAt && d.More() {
		var raw json.RawMessage
		if d.Decode(&raw) != nil || !s.add(raw) {
			break
		}
	}
	s.Keys = slices.Sorted(maps.Keys(s.Filled))
	return s
}

func newSample() *Sample { return &Sample{Filled: map[string]int{}, Texts: map[string][]string{}} }

// add adds an object, and reports whether the text is one.
func (s *Sample) add(object []byte) bool {
	if len(bytes.TrimSpace(object)) == 0 {
		return false
	}
	list, _, err := pairs(string(object), nil)
	if err != nil {
		return false
	}
	s.Rows++
	for _, p := range list {
		if _, known := s.Filled[p.key]; !known {
			s.Filled[p.key] = 0
			s.Order = append(s.Order, p.key)
		}
		if p.raw == "null" || p.raw == `""` {
			continue
		}
		s.Filled[p.key]++
		if text, ok := unquoted(p.raw); ok {
			s.Texts[p.key] = append(s.Texts[p.key], text)
		}
	}
	return true
}
