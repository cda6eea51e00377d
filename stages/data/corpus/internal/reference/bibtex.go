package reference

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// bib reads the text of an entry of BibTeX from a place on.
type bib struct {
	text    string
	at      int
	defined map[string]string // by @string, in lower case
}

// braces returns how many braces are open behind a line, depth before it. Of a line in which an entry ends and another begins it
// returns the length up to the other.
func braces(f *format, line []byte, depth int) (length, after int) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '%':
			// In a text in quotes a % stands behind a number; a comment stands between fields.
			if before := bytes.TrimRight(line[:i], " \t"); depth < 2 && (len(before) == 0 || bytes.ContainsAny(before[len(before)-1:], `,}"`)) {
				return len(line), depth
			}
		case '{':
			depth++
		case '}', ')':
			if line[i] == '}' {
				depth = max(depth-1, 0)
			}
			if depth == 0 && f.entry.Match(line[i+1:]) {
				return i + 1, 0
			}
		}
	}
	return len(line), depth
}

// definition matches the beginning of a @string, its name as the first group.
var definition = regexp.MustCompile(`(?im)^\s*@string\s*[{(]\s*([^\s,{}"#=]+)\s*=`)

// endless stands for the text of a @string that is too long: names that stand for one another grow without end.
const endless = "\x00"

// errLong is the error of a value that is too long.
var errLong = fmt.Errorf("has more than the limit of %d bytes, with what @string defines", file.MaxLine)

// definitions returns the texts that @string gives names to, of file.MaxLine bytes in all, and endless for the others.
func definitions(head string) map[string]string {
	s := &bib{text: head, defined: map[string]string{}}
	left := file.MaxLine
	for _, m := range definition.FindAllStringSubmatchIndex(head, -1) {
		s.at = m[1]
		value, err := s.value()
		if errors.Is(err, errLong) || len(value) > left {
			value, err = endless, nil
		}
		if err == nil {
			left -= len(value)
			s.defined[strings.ToLower(head[m[2]:m[3]])] = value
		}
	}
	return s.defined
}

// bibtex reads an entry behind definitions.
func bibtex(entry []byte, defined map[string]string) (fields []Field, err error) {
	s := &bib{text: string(entry), defined: defined}
	add := func(name, value string) { fields = append(fields, Field{Name: name, Value: value, end: s.at}) }
	kind := strings.Trim(s.until("{("), "@ \t\r\n")
	if s.at == len(s.text) {
		return nil, errors.New("no { after @")
	}
	s.at++
	begin := s.at
	key := strings.TrimSpace(s.until(",}"))
	if name, _, ok := strings.Cut(key, "="); ok && len(strings.Fields(name)) == 1 { // the first field: EndNote writes entries without a key
		key, s.at = "", begin
	} else if ok {
		return nil, fmt.Errorf("no comma after the citation key %.30q", key)
	}
	add("entry type", strings.ToLower(kind))
	add("citation key", key)
	for s.blanks(","); s.at < len(s.text); s.blanks(",") {
		if c := s.text[s.at]; c == '}' || c == ')' {
			return fields, nil
		}
		name := strings.ToLower(strings.TrimSpace(s.until("=}")))
		if s.at == len(s.text) || s.text[s.at] != '=' || strings.ContainsAny(name, "\"\n") {
			return nil, fmt.Errorf("the entry %s: no = after %.30q", key, name)
		}
		s.at++
		value, err := s.value()
		if err != nil {
			return nil, fmt.Errorf("the entry %s: %s %w", key, name, err)
		}
		join := " "
		if strings.Contains(name, "keyword") && !strings.ContainsAny(value, ",;") { // as EndNote writes them
			join = "\n"
		}
		add(name, spaced(unprotected(markup.Letters(value)), join))
	}
	return nil, fmt.Errorf("the entry %s has no closing }", key)
}

// until moves to the next of some characters, or to the end, and returns the text before it.
func (s *bib) until(any string) string {
	n := strings.IndexAny(s.text[s.at:], any)
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.at += n
	return s.text[s.at-n : s.at]
}

// blanks passes over white space, comments and the characters of more.
func (s *bib) blanks(more string) {
	for ; s.at < len(s.text) && strings.IndexByte("% \t\r\n"+more, s.text[s.at]) >= 0; s.at++ {
		if s.text[s.at] == '%' {
			if s.until("\n"); s.at == len(s.text) {
				return
			}
		}
	}
}

// value reads a value: pieces in braces or quotes, numbers and names, joined by #. It ends right behind it.
func (s *bib) value() (string, error) {
	var b strings.Builder
	for {
		s.blanks("")
		if s.at == len(s.text) {
			return "", errors.New("has no value")
		}
		if c := s.text[s.at]; c == '{' || c == '"' {
			n := length(s.text[s.at:])
			if n < 0 {
				return "", fmt.Errorf("has no closing %s", map[byte]string{'{': "}", '"': `"`}[c])
			}
			b.WriteString(s.text[s.at+1 : s.at+n-1])
			s.at += n
		} else {
			word := s.until("#,%})\n")
			if strings.ContainsAny(word, `{"=`) {
				return "", fmt.Errorf("has a value that is neither in braces nor in quotes: %.30q", word)
			}
			name := strings.TrimSpace(word)
			if text, ok := s.defined[strings.ToLower(name)]; ok {
				name = text
			}
			if name == endless || b.Len()+len(name) > file.MaxLine {
				return "", errLong
			}
			b.WriteString(name)
			s.at -= len(word) - len(strings.TrimRightFunc(word, unicode.IsSpace))
		}
		end := s.at
		if s.blanks(""); s.at == len(s.text) || s.text[s.at] != '#' {
			s.at = end
			return b.String(), nil
		}
		s.at++
	}
}

// length returns the length of the group in braces or quotes with which a text begins, -1 if it has no end.
func length(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}':
			depth--
			if depth == 0 && text[0] == '{' {
				return i + 1
			}
		case c == '"' && i > 0 && depth <= 0 && text[0] == '"':
			return i + 1
		}
	}
	return -1
}

// unprotected returns a value without the braces that protect capitals, with ties as blanks. Those of arguments, of commands like \em and in
// formulas stay: \emph{x}, {\em x}, $a_{1}$.
func unprotected(value string) string {
	if !strings.ContainsAny(value, "{~") {
		return value
	}
	var b strings.Builder
	var kept []bool // of each open brace
	formula := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			b.WriteString(value[i : i+2])
			i++
			continue
		case c == '$':
			formula = !formula
		case c == '{':
			keep := formula || command.MatchString(value[i+1:]) || argument.MatchString(value[max(0, i-longestCommand):i])
			if kept = append(kept, keep); !keep {
				continue
			}
		case c == '}' && len(kept) > 0:
			keep := kept[len(kept)-1]
			if kept = kept[:len(kept)-1]; !keep {
				continue
			}
		case c == '~' && !formula:
			b.WriteByte(' ')
			continue
		}
		b.WriteByte(value[i])
	}
	return b.String()
}

// command matches one without an argument at the beginning of a text, argument one at the end whose argument follows.
var (
	command  = regexp.MustCompile(`\A\\[A-Za-z]+(?:[^A-Za-z{]|$)`)
	argument = regexp.MustCompile(`\\(?:[A-Za-z]+|[^A-Za-z\s])(?:\{[^{}]*\})*$`)
)

// longestCommand is more than the bytes of any command.
const longestCommand = 40

// special are the characters that LaTeX reads as commands.
var special = strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`, "{", "", "}", "", `\`, "")

// addBibTeX lengthens the field keywords, or adds it as the last.
func addBibTeX(entry []byte, fields []Field, more []Keyword) []byte {
	var names []string
	for _, k := range more {
		names = append(names, special.Replace(k.Text))
	}
	at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == "keywords" })
	if at < 0 {
		line := " "
		if m := indented.FindSubmatch(entry); m != nil {
			line = lineEnd(entry) + string(m[1])
		}
		return insert(entry, fields[len(fields)-1].end, ","+line+"keywords = {"+strings.Join(names, ", ")+"}")
	}
	had, join := fields[at], ", "
	switch {
	case strings.Contains(had.Value, ";"):
		join = "; "
	case strings.Contains(had.Value, "\n"):
		join = lineEnd(entry)
	}
	list := strings.Join(names, join)
	switch c := entry[had.end-1]; {
	case c != '}' && c != '"': // the name of a @string
		return insert(entry, had.end, " # {"+join+list+"}")
	case had.Value != "":
		list = join + list
	}
	return insert(entry, had.end-1, list)
}

// indented matches a field on a line of its own.
var indented = regexp.MustCompile(`\n([ \t]*)[\w-]+\s*=`)
