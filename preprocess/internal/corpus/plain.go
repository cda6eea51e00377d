package corpus

import (
	"encoding/json"
	"strings"

	"github.com/parquet-go/jsonlite"
)

// plain sets r to what a usual line says and returns true: an object of texts,
// lists of texts, numbers, true, false and null, every key once and spelt as we
// spell it. It leaves r as it was and returns false for all others, valid and
// invalid ones, which encoding/json then decides upon at a quarter of the
// speed. Fields are parts of line where they have no escapes.
func (r *Record) plain(line string) bool {
	p := plainLine{Tokenizer: jsonlite.Tokenize(line)}
	if !p.object() {
		return false
	}
	r.ID = strings.Clone(p.id) // it outlives the line
	r.Title, r.Abstract, r.Keywords = p.title, p.abstract, p.keywords
	if p.seen&keywordsColumn == 0 {
		r.Keywords = p.keyword
	}
	lacks := func(column uint8) bool { return p.seen&column == 0 }
	r.Missing = missing(lacks(titleColumn), lacks(abstractColumn), lacks(keywordsColumn|keywordColumn))
	return true
}

// plainLine is a usual line being read.
type plainLine struct {
	*jsonlite.Tokenizer
	seen                uint8 // the columns met so far
	id, title, abstract string
	keywords, keyword   []string
}

// The columns, as bits.
const (
	idColumn uint8 = 1 << iota
	titleColumn
	abstractColumn
	keywordsColumn
	keywordColumn
)

func (p *plainLine) object() bool {
	if t, _ := p.Next(); t != "{" {
		return false
	}
	t, _ := p.Next()
	for first := true; t != "}"; first = false {
		if !first {
			if t != "," {
				return false
			}
			t, _ = p.Next()
		}
		key, ok := plainText(t)
		if colon, _ := p.Next(); !ok || colon != ":" || !p.column(key) {
			return false
		}
		t, _ = p.Next()
	}
	_, more := p.Next()
	return !more
}

// column reads the value of a key.
func (p *plainLine) column(key string) bool {
	t, _ := p.Next()
	switch key {
	case "id":
		return p.first(idColumn) && (p.text(&p.id, t) || p.number(t))
	case "title":
		return p.first(titleColumn) && p.text(&p.title, t)
	case "abstract":
		return p.first(abstractColumn) && p.text(&p.abstract, t)
	case "keywords":
		return p.first(keywordsColumn) && p.list(&p.keywords, t)
	case "keyword":
		return p.first(keywordColumn) && p.list(&p.keyword, t)
	}
	for _, ours := range [...]string{"id", "title", "abstract", "keywords", "keyword"} {
		if strings.EqualFold(key, ours) { // encoding/json takes it for ours
			return false
		}
	}
	if t == "[" {
		var others []string
		return p.list(&others, t)
	}
	return t != "{" && jsonlite.Valid(t)
}

func (p *plainLine) first(column uint8) bool {
	again := p.seen&column != 0
	p.seen |= column
	return !again
}

// text takes a text or null.
func (p *plainLine) text(to *string, t string) (ok bool) {
	if t != "null" {
		*to, ok = plainText(t)
		return ok
	}
	return true
}

// number takes an id of digits.
func (p *plainLine) number(t string) bool {
	p.id = t
	return jsonlite.Valid(t) && strings.Trim(t, "0123456789") == ""
}

// list takes a list of texts, a text joined by ";" or null.
func (p *plainLine) list(to *[]string, t string) bool {
	if t != "[" {
		var s string
		ok := p.text(&s, t)
		if ok && t != "null" {
			*to = strings.Split(s, ";")
		}
		return ok
	}
	list := make([]string, 0, 8)
	for t, _ = p.Next(); t != "]"; t, _ = p.Next() {
		if len(list) > 0 {
			if t != "," {
				return false
			}
			t, _ = p.Next()
		}
		s, ok := plainText(t)
		if !ok {
			return false
		}
		list = append(list, s)
	}
	*to = list
	return true
}

// plainText takes a JSON string.
func plainText(t string) (s string, ok bool) {
	if len(t) < 2 || t[0] != '"' || !jsonlite.Valid(t) {
		return "", false
	}
	if strings.IndexByte(t, '\\') < 0 {
		return t[1 : len(t)-1], true
	}
	return s, json.Unmarshal([]byte(t), &s) == nil
}
