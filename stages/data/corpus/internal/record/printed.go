package record

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// printed parses a printed list.
type printed struct {
	text string
	at   int
}

// deepest is the largest depth of a list: a list of pairs.
const deepest = 2

func (p *printed) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// blank skips white space.
func (p *printed) blank() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// sequence parses a list or tuple. NumPy writes no commas between its elements.
func (p *printed) sequence(depth int) (all []value, ok bool) {
	end := byte(']')
	if p.peek() == '(' {
		end = ')'
	}
	p.at++
	all = []value{}
	for {
		p.blank()
		if p.peek() == end {
			p.at++
			return all, true
		}
		v, ok := p.value(depth)
		if !ok {
			return nil, false
		}
		all = append(all, v)
		if p.blank(); p.peek() == ',' {
			p.at++
		} else if v.text == nil && p.peek() != end {
			return nil, false
		}
	}
}

// value parses an element. A name with one argument, such as np.float64(0.9), is that argument.
func (p *printed) value(depth int) (v value, ok bool) {
	called := p.name()
	switch c := p.peek(); {
	case called != "" && c == '(':
		p.at++
		v, ok = p.scalar()
		ok = ok && p.peek() == ')'
		p.at++
		return v, ok
	case called != "":
		return value{}, called == "None" || called == "nan" || called == "null" || called == "NaN"
	case c == '[' || c == '(':
		if depth == deepest {
			return v, false
		}
		v.list, ok = p.sequence(depth + 1)
		return v, ok
	}
	return p.scalar()
}

// scalar parses a text or a number.
func (p *printed) scalar() (value, bool) {
	if c := p.peek(); c == '\'' || c == '"' {
		text, ok := p.quoted(c)
		return value{text: &text}, ok
	}
	start := p.at
	for strings.IndexByte("+-.0123456789eE", p.peek()) >= 0 && p.peek() != 0 {
		p.at++
	}
	n, err := strconv.ParseFloat(p.text[start:p.at], 64)
	return value{number: &n}, err == nil
}

// name skips a name of letters, digits, points and underscores that begins with a letter. A prefix of a string, as in b'a', is
// none.
func (p *printed) name() string {
	start := p.at
	for c := p.peek(); c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || p.at > start && (c == '.' || c >= '0' && c <= '9'); c = p.peek() {
		p.at++
	}
	return p.text[start:p.at]
}

// quoted parses a string of JSON or Python.
func (p *printed) quoted(quote byte) (string, bool) {
	p.at++
	var b strings.Builder
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case quote:
			p.at++
			return b.String(), true
		case '\\':
			if p.text[p.at:] == `\` {
				return "", false
			}
			if p.text[p.at+1] == '/' { // JSON alone escapes it
				b.WriteByte('/')
				p.at += 2
				continue
			}
			if p.text[p.at+1] == '\'' || p.text[p.at+1] == '"' {
				b.WriteByte(p.text[p.at+1])
				p.at += 2
				continue
			}
			r, tail, ok := p.escape()
			if !ok {
				return "", false
			}
			b.WriteRune(r)
			p.at = len(p.text) - len(tail)
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	return "", false
}

// escape returns the character that a backslash begins, and the text behind it. JSON writes characters beyond U+FFFF as two
// halves.
func (p *printed) escape() (r rune, tail string, ok bool) {
	rest := p.text[p.at:]
	if rest[1] == 'u' && len(rest) >= 6 {
		high, err := strconv.ParseUint(rest[2:6], 16, 16)
		if err != nil {
			return 0, "", false
		}
		if high >= 0xd800 && high < 0xdc00 && len(rest) >= 12 && rest[6:8] == `\u` {
			low, err := strconv.ParseUint(rest[8:12], 16, 16)
			if err != nil || low < 0xdc00 || low > 0xdfff {
				return 0, "", false
			}
			return rune(high-0xd800)<<10 + rune(low-0xdc00) + 0x10000, rest[12:], true
		}
		if high >= 0xd800 && high < 0xe000 {
			return utf8.RuneError, rest[6:], true
		}
		return rune(high), rest[6:], true
	}
	r, _, tail, err := strconv.UnquoteChar(rest, 0)
	return r, tail, err == nil
}
