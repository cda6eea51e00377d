package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Columns lists, per part of a document, the accepted names of table columns, JSON keys and Parquet columns. Case does
// not matter. If a file has several names of a part, the first in the list is read; its value may be empty.
type Columns struct {
	ID         []string
	Title      []string
	Body       []string
	Keyphrases []string

	Also [Fields][]string // names that come after those of the part, and that messages do not list

	Must      [Fields]bool // parts for which a file must have a column
	Separator string       // separator of keyphrases stored as one text; "" means ";"
}

// DefaultColumns are the names that corpora commonly use, and in Also identifiers of publishers and library catalogues and names in German,
// French and Spanish.
func DefaultColumns() Columns {
	return Columns{
		ID:         []string{"id", "doc_id", "_id", "key"},
		Title:      []string{"title"},
		Body:       []string{"abstract", "body", "text", "summary", "content"},
		Keyphrases: []string{"keywords", "keyword", "keyphrases", "tags", "author_keywords"},
		Also: [Fields][]string{
			ID:    {"paper_id", "doi", "pmid", "corpusid", "openalex_id", "openalex id", "ppn"},
			Title: {"titel", "titre", "título", "titulo"},
			Body:  {"zusammenfassung", "kurzfassung", "résumé", "resume", "resumen"},
			Keyphrases: {"schlagwörter", "schlagworte", "schlüsselwörter", "stichwörter",
				"mots-clés", "mots clés", "mots_clés", "mots-cles", "palabras clave", "palabras_clave", "palabras-clave"},
		},
	}
}

// Field is one field of a document.
type Field int

const (
	ID Field = iota
	Title
	Body
	Keyphrases
	Fields
)

// Names are Columns prepared for lookup.
type Names struct {
	Name   []string // by part, then by rank
	Field  []Field  // the part of each name
	listed []bool   // whether messages list the name
	Must   [Fields]bool
	Split  string       // separator of keyphrases stored as one text
	Keep   bool         // records have Given
	Order  []string     // with Keep, for objects: the keys of the first ones in order, which are the columns
	Object reflect.Type // a struct of json.RawMessage with one field per name, in that order
}

// Ready checks the names and prepares the lookup. The zero Columns stand for DefaultColumns.
func (c Columns) Ready() (*Names, error) {
	if c.ID == nil && c.Title == nil && c.Body == nil && c.Keyphrases == nil {
		known := DefaultColumns()
		known.Must, known.Separator = c.Must, c.Separator
		c = known
	}
	ready := &Names{Must: c.Must, Split: c.Separator}
	if ready.Split == "" {
		ready.Split = ";"
	}
	var fields []reflect.StructField
	for p, names := range [Fields][]string{c.ID, c.Title, c.Body, c.Keyphrases} {
		for i, name := range slices.Concat(names, c.Also[p]) {
			if name == "" || strings.TrimSpace(name) != name || strings.ContainsAny(name, "\"\\,`'") {
				return nil, fmt.Errorf("%q cannot be the name of a column", name)
			}
			if ready.Find(name) >= 0 {
				return nil, fmt.Errorf("the column %s is named twice", name)
			}
			ready.Name, ready.Field, ready.listed = append(ready.Name, name), append(ready.Field, Field(p)), append(ready.listed, i < len(names))
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
		return nil, fmt.Errorf("%d column names exceed the limit of 64", len(fields))
	}
	ready.Object = reflect.StructOf(fields)
	return ready, nil
}

// Find returns the index of a name, or -1 for an unknown name.
func (c *Names) Find(name string) int {
	for i, ours := range c.Name {
		if strings.EqualFold(ours, name) {
			return i
		}
	}
	return -1
}

// Abstract reports whether a column with this name holds the body of documents.
func (c *Names) Abstract(name string) bool {
	n := c.Find(strings.TrimSpace(name))
	return n >= 0 && c.Field[n] == Body
}

// Choose returns the column of each part, -1 for none. A file with two columns of one name is an error, and so is a
// file without title and text.
func (c *Names) Choose(header []string) (at [Fields]int, err error) {
	at = [Fields]int{-1, -1, -1, -1}
	var name [Fields]int
	seen := map[int]bool{}
	for i, h := range header {
		n := c.Find(strings.TrimSpace(h))
		if n < 0 {
			continue
		}
		if seen[n] {
			return at, fmt.Errorf("two columns are called %s", c.Name[n])
		}
		seen[n] = true
		if p := c.Field[n]; at[p] < 0 || n < name[p] {
			at[p], name[p] = i, n
		}
	}
	if err := c.lacks(header, at); err != nil {
		return at, err
	}
	for _, p := range c.Wanted() {
		if at[p] >= 0 {
			return at, nil
		}
	}
	return at, noColumn(header, c.Either(c.Wanted()...))
}

// Candidates returns the column of a header that is read as a part, "" for none, and the others with a known name of the part.
func (c *Names) Candidates(header []string, part Field) (read string, others []string) {
	best := len(c.Name)
	for _, h := range header {
		n := c.Find(strings.TrimSpace(h))
		switch {
		case n < 0 || c.Field[n] != part:
		case n < best:
			if best < len(c.Name) {
				others = append(others, read)
			}
			read, best = h, n
		default:
			others = append(others, h)
		}
	}
	return read, others
}

// lacks returns an error if a required column is missing.
func (c *Names) lacks(header []string, at [Fields]int) error {
	for p := range Fields {
		if c.Must[p] && at[p] < 0 {
			return noColumn(header, c.Either(p))
		}
	}
	return nil
}

func noColumn(header []string, name string) error {
	return fmt.Errorf("no column of the %d, %s, is called %s", len(header), quoted(header), name)
}

// Keys is Choose for objects; header has the keys of the first ones. Later objects may have more keys, so only a
// required column can be missing.
func (c *Names) Keys(header []string) error {
	at := [Fields]int{-1, -1, -1, -1}
	for i, h := range header {
		if n := c.Find(h); n >= 0 {
			at[c.Field[n]] = i
		}
	}
	return c.lacks(header, at)
}

// Describe lists the columns that are read, and as which part, and those that are not read.
func (c *Names) Describe(header []string) string {
	var read, other []string
	var best [Fields]int
	var name [Fields]string
	for _, h := range header {
		n := c.Find(strings.TrimSpace(h))
		if h == "" {
			h = "an unnamed column"
		}
		if n < 0 {
			other = append(other, h)
			continue
		}
		switch p := c.Field[n]; {
		case best[p] == 0:
			best[p], name[p] = n+1, h
		case n+1 < best[p]:
			other = append(other, name[p])
			best[p], name[p] = n+1, h
		default:
			other = append(other, h)
		}
	}
	for p, key := range [Fields]string{"id", "title", "text", "keywords"} {
		if best[p] > 0 {
			read = append(read, key+"="+strings.TrimSpace(name[p]))
		}
	}
	s := "read " + strings.Join(read, " ")
	if len(other) > 0 {
		const named = 20
		s += "; not read: " + strings.Join(other[:min(len(other), named)], ", ")
		if len(other) > named {
			s += fmt.Sprintf(" and %d more", len(other)-named)
		}
	}
	return s
}

// Remedy is the advice for a file without the wanted columns.
func (c *Names) Remedy() string {
	if c.Must != [Fields]bool{} {
		return "correct --columns"
	}
	return "name the columns " + c.Every() + "; or name yours by --columns, as in --columns title=name,text=summary"
}

// Wanted lists the parts of which a file needs at least one: title or text, or keyphrases if neither has a name.
func (c *Names) Wanted() []Field {
	if slices.Contains(c.Field, Title) || slices.Contains(c.Field, Body) {
		return []Field{Title, Body}
	}
	return []Field{Keyphrases}
}

// Either lists the accepted column names of some parts.
func (c *Names) Either(of ...Field) string {
	var names []string
	for i, p := range c.Field {
		for _, wanted := range of {
			if p == wanted && c.listed[i] {
				names = append(names, c.Name[i])
			}
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Every lists, for each part, its accepted column names.
func (c *Names) Every() string {
	var lists []string
	for _, p := range []Field{Title, Body, Keyphrases, ID} {
		if slices.Contains(c.Field, p) {
			lists = append(lists, c.Either(p))
		}
	}
	return strings.Join(lists, "; ")
}

// quoted quotes the beginning of a header.
func quoted(header []string) string {
	s := strings.Join(header, ", ")
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// Missing lists the missing columns by the names that users know.
func Missing(title, body, keyphrases bool) (names []string) {
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
