package object

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/parquet-go/jsonlite"
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
	return s
}

// ArraySample is LineSample for an array of objects, or objects one behind another.
func ArraySample(begin []byte) *Sample {
	s := newSample()
	clean, _ := nulled(string(begin))
	d := json.NewDecoder(strings.NewReader(clean))
	if strings.HasPrefix(strings.TrimSpace(clean), "[") {
		d.Token()
	}
	for s.Rows < lookedAt && d.More() {
		var raw json.RawMessage
		if d.Decode(&raw) != nil || !s.add(raw) {
			break
		}
	}
	return s
}

func newSample() *Sample { return &Sample{Filled: map[string]int{}, Texts: map[string][]string{}} }

// add adds an object, and reports whether the text is one.
func (s *Sample) add(text []byte) bool {
	object, _, err := parse(string(text))
	if err != nil {
		return false
	}
	s.Rows++
	for key, v := range members(object) {
		if _, known := s.Filled[key]; !known {
			s.Filled[key] = 0
			if !strings.HasPrefix(key, metadata+".") {
				s.Order = append(s.Order, key)
			}
		}
		if v.Kind() == jsonlite.Null || v.JSON() == `""` {
			continue
		}
		s.Filled[key]++
		if text, ok := unquoted(v); ok {
			s.Texts[key] = append(s.Texts[key], text)
		}
	}
	s.Keys = slices.Sorted(maps.Keys(s.Filled))
	return true
}
