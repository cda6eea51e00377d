package object

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// levels is the largest number of keys on the way to a list of documents.
const levels = 4

// Place is where the objects of a file have documents: in a list, or in one object, at the keys of a path. The zero value stands for
// objects that are documents themselves.
type Place struct {
	path  []string
	rank  int  // 2 for documents with a title and a text, not one of them; 1 more for a list
	keyed bool // the list is an object, in which the documents stand under their ids
}

// String returns the path as jq has it.
func (p Place) String() string { return "." + strings.Join(p.path, ".") }

// Zero reports whether the objects are documents themselves.
func (p Place) Zero() bool { return len(p.path) == 0 && !p.keyed }

func (p Place) list() bool { return p.rank%2 == 1 }

// Find returns the place of the documents of a file, of which begin is the beginning: the only list of objects within its first object
// that has titles and texts, or the only one that has one of them. An object with a title or a text of its own is a document.
func Find(path string, begin []byte, c *record.Names) (Place, error) {
	v, err := first(begin)
	if err == nil && v.Kind() == jsonlite.Array && v.Len() > 0 {
		v = v.Index(0)
	}
	if err != nil || v.Kind() != jsonlite.Object {
		return Place{}, nil
	}
	switch found := best(places(v, nil, c)); {
	case len(found) > 1:
		return Place{}, ambiguous(path, found[0], found[1])
	case len(found) == 1 && found[0].list():
		return found[0], nil
	case len(found) == 1 && !found[0].Zero():
		return Place{path: found[0].path[:len(found[0].path)-1], rank: found[0].rank}, nil // parts of a document, which its fields name
	}
	return Place{}, nil
}

// ambiguous is the error for a file with documents at two places.
func ambiguous(path string, a, b Place) error {
	err := &schemas.FileError{File: path, Err: fmt.Errorf("has documents at both %s and %s", a, b), Remedy: fmt.Sprintf("write those that are meant to a file, as jq '%s' does", a)}
	if !a.list() {
		err.Remedy = fmt.Sprintf("name the fields by --columns, as in title=%s.title, or write all to a file, as jq '%s[] | objects' does", strings.Join(a.path, "."), Place{path: a.path[:len(a.path)-1]})
	}
	return err
}

// best returns the places of the highest rank.
func best(all []Place) []Place {
	most := 0
	for _, p := range all {
		most = max(most, p.rank)
	}
	return slices.DeleteFunc(all, func(p Place) bool { return p.rank < most })
}

// looked is the number of objects of a list that are looked at: the first ones may lack a text.
const looked = 20

// places returns the places within a value, which stands at a path, that have documents. Those of a list may have their fields in an
// object each.
func places(v *jsonlite.Value, path []string, c *record.Names) (all []Place) {
	switch v.Kind() {
	case jsonlite.Array:
		n := 0
		for e := range v.Array {
			if n++; n > looked || e.Kind() != jsonlite.Object {
				break
			}
			for _, p := range best(places(e, nil, c)) {
				if !p.list() && len(p.path) < 2 {
					all = append(all, Place{path: path, rank: p.rank + 1})
				}
			}
		}
		return best(all)[:min(1, len(all))]
	case jsonlite.Object:
		switch has := fields(v, c); {
		case has[record.Title] && has[record.Body]:
			return []Place{{path: path, rank: 2}}
		case !has[record.Title] && !has[record.Body]:
		case len(path) > 0 && c.Contains(path[len(path)-1]): // the title of a journal
			return nil
		default:
			return []Place{{path: path, rank: 0}}
		}
		for key, member := range v.Object {
			if len(path) < levels && !isInverted(key) {
				all = append(all, places(member, append(path[:len(path):len(path)], key), c)...)
			}
		}
		other := func(p Place) bool { // than a document under its id, which has a digit
			return p.list() || len(p.path) != len(path)+1 || !strings.ContainsAny(p.path[len(path)], "0123456789")
		}
		under := slices.DeleteFunc(slices.Clone(all), other)
		if most := best(slices.Clone(all)); len(under) > 1 && !slices.ContainsFunc(most, other) {
			return []Place{{path, most[0].rank + 1, true}}
		}
	}
	return all
}

// fields returns which fields an object has: titles and texts that can be read or are null, and others.
func fields(object *jsonlite.Value, c *record.Names) (has [record.Fields]bool) {
	for key, v := range members(c, object, "") {
		if n := c.Find(key); n >= 0 {
			part := c.Field[n]
			ok := v.Kind() == jsonlite.Null || part == record.ID || part == record.Keyphrases
			if !ok {
				_, err := text(c, part, key, v)
				ok = err == nil
			}
			has[part] = has[part] || ok
		}
	}
	return has
}

// first returns the first list or object of a text of JSON. What is open where the text ends is closed, without what is not whole there.
func first(text []byte) (*jsonlite.Value, error) {
	var open []byte // the brackets that close what is open
	var closing []byte
	whole, quoted := 0, false
	for i := 0; i < len(text) && (whole == 0 || len(open) > 0); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			open = append(open, c+2) // as ASCII has them
			whole = i + 1
		case c == '}' || c == ']':
			open = open[:max(0, len(open)-1)]
			whole = i + 1
		case c == ',':
			whole = i
		}
		if whole >= i && !quoted {
			closing = append(closing[:0], open...)
		}
	}
	slices.Reverse(closing)
	v, _, err := value(string(text[:whole]) + string(closing))
	return v, err
}
