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
	path []string
	list bool
	full bool // the first document has a title and a text, not one of them
}

// String returns the path as jq has it.
func (p Place) String() string { return "." + strings.Join(p.path, ".") }

// Zero reports whether the objects are documents themselves.
func (p Place) Zero() bool { return len(p.path) == 0 }

// rank orders places: documents with title and text come before others, and lists before single objects.
func (p Place) rank() (rank int) {
	if p.full {
		rank += 2
	}
	if p.list {
		rank++
	}
	return rank
}

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
	case len(found) == 0:
		return Place{}, nil
	case len(found) > 1:
		return Place{}, ambiguous(path, found[0], found[1])
	case !found[0].list: // parts of a document, which its fields name
		found[0].path = found[0].path[:max(0, len(found[0].path)-1)]
		return found[0], nil
	default:
		return found[0], nil
	}
}

// ambiguous is the error for a file with documents at two places.
func ambiguous(path string, a, b Place) error {
	err := &schemas.FileError{File: path, Err: fmt.Errorf("has documents at both %s and %s", a, b), Remedy: fmt.Sprintf("write those that are meant to a file, as jq '%s' does", a)}
	if !a.list {
		err.Remedy = fmt.Sprintf("name the fields by --columns, as in title=%s.title, or write all to a file, as jq '%s[] | objects' does", strings.Join(a.path, "."), Place{path: a.path[:len(a.path)-1]})
	}
	return err
}

// best returns the places of the highest rank.
func best(all []Place) (found []Place) {
	for _, p := range all {
		switch {
		case len(found) == 0 || p.rank() > found[0].rank():
			found = []Place{p}
		case p.rank() == found[0].rank():
			found = append(found, p)
		}
	}
	return found
}

// places returns the places within a value, which stands at a path, that have documents.
func places(v *jsonlite.Value, path []string, c *record.Names) (all []Place) {
	if v.Kind() == jsonlite.Array {
		return inList(v, path, c)
	}
	if v.Kind() != jsonlite.Object {
		return nil
	}
	title, text := document(v, c)
	switch full := title && text; {
	case !full && len(path) > 0 && c.Contains(path[len(path)-1]): // the title of a journal
		return nil
	case title || text:
		return []Place{{path, false, full}}
	}
	for key, member := range v.Object {
		if len(path) < levels && !strings.EqualFold(key, invertedIndex) {
			all = append(all, places(member, append(path[:len(path):len(path)], key), c)...)
		}
	}
	return all
}

// looked is the number of objects of a list that are looked at: the first ones may lack a text.
const looked = 20

// inList returns the place of a list if its objects are documents, or have the fields of one in an object.
func inList(v *jsonlite.Value, path []string, c *record.Names) (all []Place) {
	n := 0
	for e := range v.Array {
		if n++; n > looked || e.Kind() != jsonlite.Object {
			break
		}
		for _, p := range best(places(e, nil, c)) {
			if !p.list && len(p.path) < 2 {
				all = append(all, Place{path, true, p.full})
			}
		}
	}
	return best(all)[:min(1, len(all))]
}

// document reports whether an object has a title and whether it has a text: one that can be read, or null.
func document(object *jsonlite.Value, c *record.Names) (title, body bool) {
	for key, v := range members(c, object, "") {
		n := c.Find(key)
		if n < 0 || c.Field[n] != record.Title && c.Field[n] != record.Body {
			continue
		}
		_, err := text(c, c.Field[n], key, v)
		read := err == nil || v.Kind() == jsonlite.Null
		title, body = title || read && c.Field[n] == record.Title, body || read && c.Field[n] == record.Body
	}
	return title, body
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
