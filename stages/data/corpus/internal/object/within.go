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

// none is no key of JSON, which is UTF-8.
const none = "\xff"

// enter reads on in an object, which begins with b, to the list of documents within it.
func (a *array) enter(b byte) {
	for level, key := range a.at.path {
		if b == '{' {
			b = a.find(level, key)
		}
	}
	a.inner = list{one: b == '{'}
	switch {
	case a.err != nil:
	case b == '[':
		a.err = a.in.Text.UnreadByte()
	case b != '{':
		a.fail("has an object without a list of documents at "+a.at.String(), "leave it out, or write the documents of all in one list")
	}
	a.within = true
}

// leave reads from the end of a list to the end of the object that it stands in.
func (a *array) leave() {
	for level := len(a.at.path) - 1; level >= 0; level-- {
		a.find(level, none)
	}
	a.within = false
}

// find reads on in an object so many keys deep to the value of a key, of which it returns the first byte: } if the object ends before.
func (a *array) find(level int, key string) (b byte) {
	for a.err == nil {
		if b = a.sign(); b == ',' {
			b = a.sign()
		}
		if b != '"' {
			if b != '}' {
				a.fail("a key is missing", "write the file again")
			}
			return b
		}
		a.cut(b)
		var name string
		if json.Unmarshal(a.text, &name); a.sign() != ':' {
			a.fail("a colon is missing", "write the file again")
		}
		if b = a.sign(); name == key {
			return b
		}
		if a.cut(b); a.err == nil {
			a.put(append(a.at.path[:level:level], name))
		}
	}
	return b
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

// sayAside says at the end what was not read.
func (a *array) sayAside() {
	if a.aside.n == 0 || a.aside.say == nil {
		return
	}
	a.aside.say(fmt.Sprintf("%s: not read beside the documents (%d): %s", a.in.Path, a.aside.n, strings.Join(a.aside.names, ", ")))
}

// Describe says where the documents are.
func (a *array) Describe() string {
	if a.at.Zero() {
		return ""
	}
	return " of the documents at " + a.at.String()
}
