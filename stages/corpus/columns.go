package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Columns are the names under which the parts of a document are looked for: in
// the header of a table, in the keys of JSON objects, in the columns of a
// Parquet file. Letters count as equal in either case. Where a file has several
// of a part's names, the first in the list is read; it may be empty.
type Columns struct {
	ID         []string
	Title      []string
	Body       []string
	Keyphrases []string
}

// DefaultColumns are the names that corpora commonly use.
func DefaultColumns() Columns {
	return Columns{
		ID:         []string{"id", "doc_id", "_id", "key"},
		Title:      []string{"title"},
		Body:       []string{"abstract", "body", "text", "summary", "content"},
		Keyphrases: []string{"keywords", "keyword", "keyphrases", "tags", "author_keywords"},
	}
}

// part is one part of a document.
type part int

const (
	idPart part = iota
	titlePart
	bodyPart
	keyphrasesPart
	parts
)

// columns are Columns made ready to be looked for.
type columns struct {
	names  []string // in the order of the parts, within a part by rank
	part   []part   // of each name
	object reflect.Type
}

// ready checks the names. The zero Columns are the default ones.
func (c Columns) ready() (*columns, error) {
	if c.ID == nil && c.Title == nil && c.Body == nil && c.Keyphrases == nil {
		c = DefaultColumns()
	}
	ready := &columns{}
	var fields []reflect.StructField
	for p, names := range [parts][]string{c.ID, c.Title, c.Body, c.Keyphrases} {
		for _, name := range names {
			if name == "" || strings.TrimSpace(name) != name || strings.ContainsAny(name, "\"\\,`'") {
				return nil, fmt.Errorf("%q cannot be the name of a column", name)
			}
			if ready.find(name) >= 0 {
				return nil, fmt.Errorf("the column %s is named twice", name)
			}
			ready.names, ready.part = append(ready.names, name), append(ready.part, part(p))
			fields = append(fields, reflect.StructField{
				Name: fmt.Sprintf("Column%d", len(fields)), Type: reflect.TypeFor[json.RawMessage](),
				Tag: reflect.StructTag(fmt.Sprintf(`json:"%s"`, name)),
			})
		}
	}
	if len(c.Title) == 0 && len(c.Body) == 0 && len(c.Keyphrases) == 0 {
		return nil, errors.New("no column is named for a title or a text")
	}
	if len(fields) > 64 {
		return nil, fmt.Errorf("%d names of columns, 64 are allowed", len(fields))
	}
	ready.object = reflect.StructOf(fields)
	return ready, nil
}

// find returns the number of a name, -1 if it is none that is looked for.
func (c *columns) find(name string) int {
	for i, ours := range c.names {
		if strings.EqualFold(ours, name) {
			return i
		}
	}
	return -1
}

// choose returns for each part which of the columns of a file holds it, -1 for
// none. Two columns of one name are an error, and so is a file without title
// and text.
func (c *columns) choose(header []string) (at [parts]int, err error) {
	at = [parts]int{-1, -1, -1, -1}
	var name [parts]int
	seen := map[int]bool{}
	for i, h := range header {
		n := c.find(strings.TrimSpace(h))
		if n < 0 {
			continue
		}
		if seen[n] {
			return at, fmt.Errorf("two columns are called %s", c.names[n])
		}
		seen[n] = true
		if p := c.part[n]; at[p] < 0 || n < name[p] {
			at[p], name[p] = i, n
		}
	}
	for _, p := range c.wanted() {
		if at[p] >= 0 {
			return at, nil
		}
	}
	return at, fmt.Errorf("no column of the %d, %s, is called %s", len(header), quoted(header), c.list(c.wanted()...))
}

// wanted are the parts of which a file must have one: a title or a text, or
// where neither has a name keyphrases.
func (c *columns) wanted() []part {
	if slices.Contains(c.part, titlePart) || slices.Contains(c.part, bodyPart) {
		return []part{titlePart, bodyPart}
	}
	return []part{keyphrasesPart}
}

// list names the columns of some parts.
func (c *columns) list(of ...part) string {
	var names []string
	for i, p := range c.part {
		for _, wanted := range of {
			if p == wanted {
				names = append(names, c.names[i])
			}
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// every names the columns of each part that has names.
func (c *columns) every() string {
	var lists []string
	for _, p := range []part{titlePart, bodyPart, keyphrasesPart, idPart} {
		if slices.Contains(c.part, p) {
			lists = append(lists, c.list(p))
		}
	}
	return strings.Join(lists, "; ")
}

// quoted shows the beginning of a header.
func quoted(header []string) string {
	s := strings.Join(header, ", ")
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// missing names the columns that are not there as users know them.
func missing(title, body, keyphrases bool) (names []string) {
	if title {
		names = append(names, "title")
	}
	if body {
		names = append(names, "abstract")
	}
	if keyphrases {
		names = append(names, "keywords")
	}
	return names
}
