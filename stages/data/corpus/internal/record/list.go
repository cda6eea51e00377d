package record

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Item is a phrase of a printed list. Score is nil if the list has only the phrase.
type Item struct {
	Phrase string
	Score  *float64
}

// Items reads a list as JSON, Python or NumPy prints it. Its elements are phrases, or pairs of a phrase and a score in either
// order: ["a", "b"], ['a', "b"], ('a', 'b'), ['a' 'b'], [["a", 0.9]], [('a', np.float64(0.9))]. Missing elements (None, nan,
// null) are left out. A set is printed as {'a', 'b'}. ok is false for any other text.
func Items(text string) (items []Item, ok bool) {
	p := printed{strings.TrimSpace(text)}
	if p.rest == "" || !strings.Contains("[({", p.rest[:1]) {
		return nil, false
	}
	all, ok := p.list(p.next(), 1)
	if !ok || strings.TrimSpace(p.rest) != "" {
		return nil, false
	}
	for _, v := range all {
		item, ok := v.item()
		if !ok {
			return nil, false
		}
		if !v.missing {
			items = append(items, item)
		}
	}
	return items, true
}

// First returns the first text of a list that is not blank, as that of the titles of a work; "" if there is none.
func First(texts []string) string {
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// value is an element of a printed list: a text, a number, a list, or a missing value.
type value struct {
	text    *string
	number  *float64
	list    []value
	missing bool
}

// item returns the phrase of an element, or no phrase for a missing one.
func (v value) item() (i Item, ok bool) {
	switch {
	case v.missing:
		return i, true
	case v.text != nil:
		return Item{Phrase: *v.text}, true
	case len(v.list) == 1 && v.list[0].text != nil: // as pke writes
		return Item{Phrase: *v.list[0].text}, true
	case len(v.list) != 2:
		return i, false
	}
	phrase, score := v.list[0], v.list[1]
	if phrase.text == nil {
		phrase, score = score, phrase
	}
	if phrase.text == nil || score.number == nil {
		return i, false
	}
	return Item{*phrase.text, score.number}, true
}

// deepest is the largest depth of a list: a list of pairs.
const deepest = 2

// printed parses a printed list.
type printed struct{ rest string }

// token matches a text, a number, a name or a mark. A name is not the prefix of a text, as in b'a'.
var token = regexp.MustCompile(`\A[ \t\r\n]*('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|[-+.0-9][-+.0-9eE]*|[A-Za-z_][A-Za-z_.0-9]*|[\[\](){},])`)

// next cuts off the next token; "" if there is none.
func (p *printed) next() string {
	m := token.FindStringSubmatch(p.rest)
	if m == nil {
		return ""
	}
	p.rest = p.rest[len(m[0]):]
	return m[1]
}

// list parses the elements of a list or tuple. NumPy writes no commas between texts.
func (p *printed) list(open string, depth int) (all []value, ok bool) {
	end := map[string]string{"[": "]", "(": ")", "{": "}"}[open]
	t := p.next()
	for t != end {
		v, ok := p.value(t, depth)
		if !ok {
			return nil, false
		}
		all = append(all, v)
		if t = p.next(); t == "," {
			t = p.next()
		} else if v.text == nil && t != end {
			return nil, false
		}
	}
	return all, true
}

// value parses the element that begins with a token. A name with one argument, such as np.float64(0.9), is that argument.
func (p *printed) value(t string, depth int) (v value, ok bool) {
	switch {
	case t == "[" || t == "(":
		if depth == deepest {
			return v, false
		}
		v.list, ok = p.list(t, depth+1)
		return v, ok
	case t == "" || t[0] != '_' && (t[0]|0x20 < 'a' || t[0]|0x20 > 'z'):
		return scalar(t)
	case !strings.HasPrefix(p.rest, "("):
		return value{missing: true}, slices.Contains([]string{"None", "nan", "null", "NaN"}, t)
	}
	p.next()
	v, ok = scalar(p.next())
	return v, ok && p.next() == ")"
}

// scalar parses a text or a number.
func scalar(t string) (v value, ok bool) {
	if strings.HasPrefix(t, "'") || strings.HasPrefix(t, `"`) {
		text, ok := unescaped(t[1 : len(t)-1])
		return value{text: &text}, ok
	}
	n, err := strconv.ParseFloat(t, 64)
	return value{number: &n}, err == nil
}

// escape matches an escaped character of JSON or Python. JSON writes characters beyond U+FFFF as two halves.
var escape = regexp.MustCompile(`\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|U.{8}|x..|[0-7]{3}|[\s\S])`)

// unescaped returns the text within quotes of JSON or Python.
func unescaped(text string) (plain string, ok bool) {
	ok = true
	return escape.ReplaceAllStringFunc(text, func(found string) (s string) {
		if found == `\'` {
			return "'"
		}
		if json.Unmarshal([]byte(`"`+found+`"`), &s) == nil {
			return s
		}
		r, _, tail, err := strconv.UnquoteChar(found, 0)
		ok = ok && err == nil && tail == ""
		return string(r)
	}), ok
}
