package object

import (
	"encoding/json"
	"strings"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// plain fills r from a usual line and returns true. A usual line is an object of texts, lists of texts, numbers, true,
// false, null and NaN, with each name once. For any other line, valid or not, plain leaves r unchanged and returns false;
// object then decides, at less speed. Fields without escapes share memory with
// line.
func plain(r *record.Record, c *record.Names, line string) bool {
	p := plainLine{Tokenizer: jsonlite.Tokenize(line), columns: c}
	if !p.object() {
		return false
	}
	r.ID = strings.Clone(p.texts[record.ID]) // the id outlives the line
	r.Title, r.Body, r.Keyphrases = p.texts[record.Title], p.texts[record.Body], p.list
	lacks := func(part record.Field) bool { return p.best[part] == 0 }
	r.Missing = record.Missing(lacks(record.Title), lacks(record.Body), lacks(record.Keyphrases))
	return true
}

// plainLine holds the state of one line.
type plainLine struct {
	*jsonlite.Tokenizer
	columns *record.Names
	seen    [record.MaxNames / 64]uint64 // bit set of the names met so far
	best    [record.Fields]int           // per part: 1 + the lowest rank of the names met, 0 for none
	texts   [record.Fields]string
	list    []string // elements of record.Keyphrases
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

// column parses the value of a key.
func (p *plainLine) column(key string) bool {
	t, _ := p.Next()
	if n := p.columns.Find(key); n >= 0 && !(p.columns.Label && p.columns.Field[n] == record.Keyphrases) {
		return p.ours(n, t)
	}
	if t == "[" {
		var others []string
		return p.listOf(&others, t)
	}
	return t != "{" && (jsonlite.Valid(t) || isNaN(t))
}

// isNaN reports whether a token is NaN, which is read as null.
func isNaN(t string) bool { return t == "NaN" }

// ours parses the value of a known column. The first name in the list wins, wherever it stands in the line. The value
// of a losing name may have any type, and the same name may come in another spelling: both are left to object.
func (p *plainLine) ours(number int, t string) bool {
	if p.seen[number/64]>>(number%64)&1 != 0 {
		return false
	}
	p.seen[number/64] |= 1 << (number % 64)
	part := p.columns.Field[number]
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

// text parses a text or null.
func (p *plainLine) text(to *string, t string) (ok bool) {
	if t != "null" && !isNaN(t) {
		*to, ok = plainText(t)
		return ok
	}
	return true
}

// number parses an id of digits.
func (p *plainLine) number(to *string, t string) bool {
	*to = t
	return jsonlite.Valid(t) && strings.Trim(t, "0123456789") == ""
}

// listOf parses a list of texts, a joined text or null.
func (p *plainLine) listOf(to *[]string, t string) bool {
	if t != "[" {
		var s string
		ok := p.text(&s, t)
		if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(") { // perhaps a list as Python prints it
			return false
		}
		if ok && t != "null" && !isNaN(t) {
			*to = record.Split(s, p.columns.Split)
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

// plainText parses a JSON string.
func plainText(t string) (s string, ok bool) {
	if len(t) < 2 || t[0] != '"' || !jsonlite.Valid(t) {
		return "", false
	}
	if strings.IndexByte(t, '\\') < 0 {
		return t[1 : len(t)-1], true
	}
	return s, json.Unmarshal([]byte(t), &s) == nil
}
