package object

import (
	"encoding/json"
	"strings"

	"github.com/parquet-go/jsonlite"

	"wrone2set/stages/data/corpus/internal/record"
)

// plain sets r to what a usual line says and returns true: an object of texts,
// lists of texts, numbers, true, false and null, every key once and spelt as we
// spell it. It leaves r as it was and returns false for all others, valid and
// invalid ones, which encoding/json then decides upon at a quarter of the
// speed. Fields are parts of line where they have no escapes.
func plain(r *record.Record, c *record.Names, line string) bool {
	p := plainLine{Tokenizer: jsonlite.Tokenize(line), columns: c}
	if !p.object() {
		return false
	}
	r.ID = strings.Clone(p.texts[record.ID]) // it outlives the line
	r.Title, r.Body, r.Keyphrases = p.texts[record.Title], p.texts[record.Body], p.list
	lacks := func(part record.Part) bool { return p.best[part] == 0 }
	r.Missing = record.Missing(lacks(record.Title), lacks(record.Body), lacks(record.Keyphrases))
	return true
}

// plainLine is a usual line being read.
type plainLine struct {
	*jsonlite.Tokenizer
	columns *record.Names
	seen    uint64            // bits of the names met so far
	best    [record.Parts]int // 1 + the number of the first name in the list that was met for each part; 0: none
	texts   [record.Parts]string
	list    []string // of record.Keyphrases
}

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
	for i, ours := range p.columns.Name {
		if key == ours {
			return p.ours(i, t)
		}
	}
	if p.columns.Find(key) >= 0 { // encoding/json takes it for ours
		return false
	}
	if t == "[" {
		var others []string
		return p.listOf(&others, t)
	}
	return t != "{" && jsonlite.Valid(t)
}

// ours reads the value of the column with the given number. The first name in
// the list counts, wherever it stands in the line; one that does not count may
// have any value, which is for encoding/json to find.
func (p *plainLine) ours(number int, t string) bool {
	if p.seen>>number&1 != 0 {
		return false
	}
	p.seen |= 1 << number
	part := p.columns.Part[number]
	var s string
	var list []string
	switch part {
	case record.ID:
		if !p.text(&s, t) && !p.number(&s, t) {
			return false
		}
	case record.Keyphrases:
		if !p.listOf(&list, t) {
			return false
		}
	default:
		if !p.text(&s, t) {
			return false
		}
	}
	if p.best[part] == 0 || number+1 < p.best[part] {
		p.best[part], p.texts[part] = number+1, s
		if part == record.Keyphrases {
			p.list = list
		}
	}
	return true
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
func (p *plainLine) number(to *string, t string) bool {
	*to = t
	return jsonlite.Valid(t) && strings.Trim(t, "0123456789") == ""
}

// listOf takes a list of texts, a joined text or null.
func (p *plainLine) listOf(to *[]string, t string) bool {
	if t != "[" {
		var s string
		ok := p.text(&s, t)
		if ok && t != "null" {
			*to = strings.Split(s, p.columns.Split)
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
