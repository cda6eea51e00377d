// Package object reads JSON objects, or texts: one per line, or in one array.
package object

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// lines reads JSON objects, one per line. It skips blank lines.
type lines struct {
	parser
	in *file.Lines
}

// NewLines reads JSON objects, one per line.
func NewLines(f *file.File, c *record.Names) record.Records {
	return &lines{parserOf(f, c), file.NewLines(f)}
}

func (l *lines) Close() error { return l.in.Close() }

func (l *lines) Next(u *record.Unparsed) error {
	for {
		line, err := l.in.Next()
		*u = record.Unparsed{Row: l.in.Row(), Text: line}
		if skipped, ok := err.(*file.TooLong); ok {
			u.Err = skipped
			return nil
		}
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return err
		}
	}
}

// parser makes records of objects.
type parser struct {
	path, stem string
	names      *record.Names
	columns    []record.Column // of records that keep their object
}

func parserOf(f *file.File, c *record.Names) parser {
	return parser{f.Path, record.Stem(f.Path), c, record.TextColumns(c.Order)}
}

// Columns returns the columns of records that keep their object.
func (p *parser) Columns() []record.Column { return p.columns }

// Separate sets the separator of keyphrases in one text. Call it before Parse.
func (p *parser) Separate(mark string) { p.names.Split = mark }

// Parse parses one JSON object, or the text of a document without anything else.
func (p *parser) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: p.path, Row: u.Row}
	if u.Err != nil {
		return r, u.Err
	}
	v, changed, err := value(string(u.Text))
	if err != nil {
		return r, err
	}
	if err := p.object(&r, v); err != nil {
		return r, err
	}
	if p.names.Keep && v.Kind() == jsonlite.Object {
		r.Given = p.given(v, changed)
	}
	if r.ID == "" {
		r.ID = record.RowID(p.stem, u.Row)
	}
	if err := r.Sound(); err != nil { // JSON can escape what its bytes do not contain
		return record.Record{File: p.path, Row: u.Row}, err
	}
	return r, nil
}

// object fills r from an object or a text, with which its texts share memory. Its errors are reasons to reject the record.
func (p *parser) object(r *record.Record, object *jsonlite.Value) (err error) {
	switch body, isText := unquoted(object); {
	case isText && !utf8.ValidString(object.JSON()):
		return record.ErrUTF8
	case isText && !p.names.Named() && len(p.columns) == 0: // there are texts alone
		r.Body, r.Missing = body, record.Missing(true, false, true)
		return nil
	case object.Kind() != jsonlite.Object:
		return fmt.Errorf("the line must be an object, it is of type %s", kinds[object.Kind()])
	}
	values, name, subtitle := chosen(p.names, object)
	if values[record.Title] == nil && isPassages(name[record.Body]) {
		values[record.Title], name[record.Title] = values[record.Body], name[record.Body]
	}
	lacks := func(part record.Field) bool { return values[part] == nil }
	r.Missing = record.Missing(lacks(record.Title), lacks(record.Body), lacks(record.Keyphrases))
	if lacks(record.Title) && lacks(record.Body) {
		if found := best(places(object, nil, p.names)); len(found) > 0 && found[0].list() {
			return fmt.Errorf("has neither a title nor an abstract, but a list of documents; jq -c '%s[]' writes one per line", found[0])
		}
	}
	for part, v := range values {
		if v == nil || v.Kind() == jsonlite.Null {
			continue
		}
		if !utf8.ValidString(v.JSON()) {
			return record.ErrUTF8
		}
		switch name := name[part]; record.Field(part) {
		case record.ID:
			r.ID, err = id(name, v)
			r.ID = strings.Clone(r.ID) // the id outlives the line
		case record.Title:
			if r.Title, err = text(p.names, record.Title, name, v); err == nil && subtitle != nil {
				if lesser, err := text(p.names, record.Title, name, subtitle); err == nil && strings.TrimSpace(lesser) != "" {
					r.Title = record.Titled(r.Title, lesser)
				}
			}
		case record.Body:
			// Paragraphs or sentences, or one text in several languages. Beside a list of titles they are a column of a table.
			solr, title := strings.HasSuffix(name, "_s") || strings.HasSuffix(name, "_t"), values[record.Title]
			if list, ok := texts(v); ok && solr && title != nil && title.Kind() == jsonlite.Array && title.Len() > 1 { // of HAL, in several languages
				r.Body = record.First(list)
			} else if ok && (solr || title != nil && title.Kind() == jsonlite.String) {
				r.Body = strings.Join(list, "\n")
			} else {
				r.Body, err = text(p.names, record.Body, name, v)
			}
		case record.Keyphrases:
			err = keyphrases(r, name, p.names.Split, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chosen returns the value of each part and its key: that of the first name in the list, and of several spellings of this name
// the preferred one; and the subtitle that stands beside the title.
func chosen(c *record.Names, object *jsonlite.Value) (values [record.Fields]*jsonlite.Value, name [record.Fields]string, subtitle *jsonlite.Value) {
	var best [record.Fields]int
	var lesser string // the key of the subtitle
	for key, v := range members(c, object, "") {
		n := c.Find(key)
		if n < 0 && c.Subtitle(key) {
			subtitle, lesser = v, key
		}
		if n < 0 || c.Label && c.Field[n] == record.Keyphrases {
			continue
		}
		part := c.Field[n]
		if values[part] == nil || n < best[part] || n == best[part] && !c.Prefers(n, name[part], key) {
			values[part], name[part], best[part] = v, key, n
		}
	}
	if strings.LastIndexByte(lesser, '.') != strings.LastIndexByte(name[record.Title], '.') {
		subtitle = nil
	}
	return values, name, subtitle
}

// members returns the members of an object, and those of the objects in which a part has a name, under names such as metadata.title.
// within stands before their keys.
func members(c *record.Names, object *jsonlite.Value, within string) iter.Seq2[string, *jsonlite.Value] {
	return func(yield func(string, *jsonlite.Value) bool) {
		for key, v := range object.Object {
			if key = within + key; !yield(key, v) {
				return
			}
			if v.Kind() != jsonlite.Object || !c.Holds(key) {
				continue
			}
			for key, v := range members(c, v, key+".") {
				if !yield(key, v) {
					return
				}
			}
		}
	}
}
