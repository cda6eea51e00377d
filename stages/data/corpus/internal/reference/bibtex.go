package reference

import (
	"errors"
	"fmt"
	"strings"
)

// bibtex reads an entry of BibTeX. Values keep their LaTeX but for the outer braces or quotes; the name of a @string stands
// for itself.
func bibtex(raw []byte) ([]Field, error) {
	s := &bib{text: string(raw)}
	at := strings.IndexByte(s.text, '@')
	for at >= 0 && notEntry.MatchString(s.text[at:]) { // before the first entry
		_, next, found := strings.Cut(s.text[at+1:], "\n")
		if !found {
			return nil, errors.New("no entry")
		}
		skipped := len(s.text) - len(next)
		if at = strings.IndexByte(next, '@'); at >= 0 {
			at += skipped
		}
	}
	open := -1
	if at >= 0 {
		open = strings.IndexAny(s.text[at:], "{(")
	}
	if open < 0 {
		return nil, errors.New("no { after @")
	}
	kind := strings.ToLower(strings.TrimSpace(s.text[at+1 : at+open]))
	s.at = at + open + 1
	key := s.until(",}")
	fields := []Field{{"entry type", kind}, {"citation key", strings.TrimSpace(key)}}
	for {
		s.blanks(",")
		if s.at >= len(s.text) {
			return nil, fmt.Errorf("the entry %s has no closing }", strings.TrimSpace(key))
		}
		if c := s.text[s.at]; c == '}' || c == ')' {
			return fields, nil
		}
		name := strings.ToLower(strings.TrimSpace(s.until("=}")))
		if s.at >= len(s.text) || s.text[s.at] != '=' {
			if s.at < len(s.text) && name == "" {
				continue
			}
			return nil, fmt.Errorf("the entry %s: no = after %.30q", strings.TrimSpace(key), name)
		}
		s.at++
		value, err := s.value()
		if err != nil {
			return nil, fmt.Errorf("the entry %s: %s %w", strings.TrimSpace(key), name, err)
		}
		fields = append(fields, Field{name, value})
	}
}

// bib reads the text of an entry from a place on.
type bib struct {
	text string
	at   int
}

// until returns the text before one of the characters.
func (s *bib) until(any string) string {
	n := strings.IndexAny(s.text[s.at:], any)
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.at += n
	return s.text[s.at-n : s.at]
}

// blanks passes over white space and the characters of more.
func (s *bib) blanks(more string) {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n"+more, s.text[s.at]) >= 0 {
		s.at++
	}
}

// value reads a value: pieces in braces or quotes, numbers and names, joined by #.
func (s *bib) value() (string, error) {
	var b strings.Builder
	for {
		s.blanks("")
		if s.at >= len(s.text) {
			return "", errors.New("has no value")
		}
		switch s.text[s.at] {
		case '{', '"':
			piece, err := s.piece()
			if err != nil {
				return "", err
			}
			b.WriteString(piece)
		default:
			b.WriteString(strings.TrimSpace(s.until("#,}\n")))
		}
		if s.blanks(""); s.at >= len(s.text) || s.text[s.at] != '#' {
			break
		}
		s.at++
	}
	value := strings.TrimSpace(b.String())
	for len(value) > 1 && value[0] == '{' && matching(value) == len(value)-1 { // {{Title}}
		value = strings.TrimSpace(value[1 : len(value)-1])
	}
	return value, nil
}

// piece reads text in braces or quotes, without them.
func (s *bib) piece() (string, error) {
	if s.text[s.at] == '{' {
		end := matching(s.text[s.at:])
		if end < 0 {
			return "", errors.New("has no closing }")
		}
		s.at += end + 1
		return s.text[s.at-end : s.at-1], nil
	}
	depth := 0
	for i := s.at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '"' && depth <= 0:
			piece := s.text[s.at+1 : i]
			s.at = i + 1
			return piece, nil
		}
	}
	return "", errors.New(`has no closing "`)
}

// matching returns the place of the brace that closes the one with which a text begins, -1 if none does.
func matching(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
