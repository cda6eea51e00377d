package object

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// aside counts what stands beside the lists of documents.
type aside struct {
	say   func(line string)
	n     int
	names []string // the first ones
}

// within calls document with the first byte of each document that an object, which begins with b, has at the place, so many keys of
// which are read.
func (a *array) within(b byte, level int, document func(b byte)) {
	found := level == len(a.at.path)
	switch {
	case found && b == '[':
		a.items(document)
	case found && b == '{':
		document(b)
	case !found && b == '{':
		a.members(func(key string, b byte) {
			if !found && key == a.at.path[level] {
				found = true
				a.within(b, level+1, document)
			} else if a.cut(b); a.err == nil {
				a.put(append(a.at.path[:level:level], key))
			}
		})
	default:
		found = false
	}
	if !found && a.err == nil {
		a.fail("has an object without a list of documents at "+a.at.String(), "leave it out, or write the documents of all in one list")
	}
}

// members calls f with each key of an object of which the brace is read, and the first byte of its value.
func (a *array) members(f func(key string, b byte)) {
	for a.err == nil {
		b := a.sign()
		if b == ',' {
			b = a.sign()
		}
		if a.err != nil || b == '}' {
			return
		}
		var key string
		a.cut(b)
		if b != '"' || json.Unmarshal(a.text, &key) != nil {
			a.fail("a key is missing", "write the file again")
		} else if b = a.sign(); a.err == nil && b != ':' {
			a.fail("a colon is missing", "write the file again")
		} else if b = a.sign(); a.err == nil {
			f(key, b)
		}
	}
}

// put counts the value at a path, which text holds. It must not have documents, too.
func (a *array) put(path []string) {
	a.aside.n++
	if name := path[len(path)-1]; !slices.Contains(a.aside.names, name) && len(a.aside.names) < 10 {
		a.aside.names = append(a.aside.names, name)
	}
	if v, err := first(a.text); err == nil {
		if other := best(places(v, path, a.names)); len(other) > 0 && other[0].rank >= a.at.rank {
			a.err = ambiguous(a.in.Path, a.at, other[0])
		}
	}
}

// tell says at the end what was not read.
func (s *aside) tell(path string) {
	if s.n > 0 && s.say != nil {
		s.say(fmt.Sprintf("%s: not read beside the documents (%d): %s", path, s.n, strings.Join(s.names, ", ")))
	}
}

// Describe says where the documents are.
func (a *array) Describe() string {
	if a.at.Zero() {
		return ""
	}
	return " of the documents at " + a.at.String()
}
