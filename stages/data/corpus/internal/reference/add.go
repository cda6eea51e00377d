package reference

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
)

// Keyword is a keyword to add to an entry. URI and Scheme are those of a concept, "" for a free phrase.
type Keyword struct{ Text, URI, Scheme string }

// Adds reports whether Add can write a format.
func (f Format) Adds() bool {
	return f == BibTeX || f == RIS || f == MEDLINE || f == WebOfScience || f == MARCXML
}

// Add returns an entry with more keywords, those that it has left out. Every other byte stays as it was.
func (f Format) Add(entry []byte, more []Keyword) ([]byte, error) {
	fields, err := f.Fields(entry)
	if err != nil {
		return nil, err
	}
	had := f.Parts(fields).Keywords
	more = slices.DeleteFunc(slices.Clone(more), func(k Keyword) bool {
		return k.URI == "" && slices.ContainsFunc(had, func(h string) bool { return strings.EqualFold(h, k.Text) })
	})
	if len(more) == 0 {
		return entry, nil
	}
	switch f {
	case BibTeX:
		return addBibTeX(entry, more), nil
	case MARCXML:
		return addMARCXML(entry, more), nil
	default:
		return addLines(f, entry, more), nil
	}
}

// lineEnd returns how the lines of a text end.
func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// insert puts text at a place.
func insert(entry []byte, at int, text string) []byte {
	return slices.Concat(entry[:at], []byte(text), entry[at:])
}

// placeOf finds the line behind which, or before which, lines of keywords go: behind the last of them, else before the end.
var placeOf = map[Format]struct{ last, before *regexp.Regexp }{
	RIS:          {regexp.MustCompile(`(?m)^KW  ?-.*\n(?:[^A-Z\r\n].*\n)*`), regexp.MustCompile(`(?m)^ER  ?-`)},
	MEDLINE:      {regexp.MustCompile(`(?m)^OT  ?-.*\n(?: {6}.*\n)*`), regexp.MustCompile(`\s*\z`)},
	WebOfScience: {nil, regexp.MustCompile(`(?m)^(?:ID|AB|C1|ER)(?: |\r?$)`)},
}

// addLines writes a line for each keyword; Web of Science has one line for all.
func addLines(f Format, entry []byte, more []Keyword) []byte {
	end, text := lineEnd(entry), ""
	place := placeOf[f]
	if f == WebOfScience {
		var names []string
		for _, k := range more {
			names = append(names, k.Text)
		}
		if m := regexp.MustCompile(`(?m)^DE .*(?:\r?\n {3}.*)*`).FindIndex(entry); m != nil {
			at := m[0] + len(bytes.TrimRight(entry[m[0]:m[1]], " \r\n"))
			return insert(entry, at, "; "+strings.Join(names, "; "))
		}
		return insert(entry, place.before.FindIndex(entry)[0], "DE "+strings.Join(names, "; ")+end)
	}
	tag := "KW  - "
	if f == MEDLINE {
		tag = "OT  - "
	}
	for _, k := range more {
		text += tag + k.Text + end
	}
	if all := place.last.FindAllIndex(entry, -1); all != nil {
		return insert(entry, all[len(all)-1][1], text)
	}
	at := place.before.FindIndex(entry)[0]
	if f == MEDLINE { // behind the last line
		return insert(entry, at, end+strings.TrimSuffix(text, end))
	}
	return insert(entry, at, text)
}

// keywordsField finds the beginning of the value of the field keywords.
var keywordsField = regexp.MustCompile(`(?i)[,\s]keywords\s*=\s*`)

// special are the characters that LaTeX reads as commands.
var special = strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`, "{", "", "}", "", `\`, "")

// addBibTeX lengthens the field keywords, or adds it as the last.
func addBibTeX(entry []byte, more []Keyword) []byte {
	var names []string
	for _, k := range more {
		names = append(names, special.Replace(k.Text))
	}
	if m := keywordsField.FindIndex(entry); m != nil {
		s := &bib{text: string(entry), at: m[1]}
		if c := s.text[s.at]; c == '{' || c == '"' {
			if piece, err := s.piece(); err == nil {
				join := ", "
				if strings.Contains(piece, ";") {
					join = "; "
				}
				if strings.TrimSpace(piece) == "" {
					join = ""
				}
				return insert(entry, s.at-1, join+strings.Join(names, join))
			}
		}
	}
	closing := bytes.LastIndexAny(entry, "})")
	body := bytes.TrimRight(entry[:closing], " \t\r\n")
	comma, last, end := ",", "", lineEnd(entry)
	if bytes.HasSuffix(body, []byte(",")) {
		comma, last = "", ","
	}
	indent := "  "
	if m := regexp.MustCompile(`\n([ \t]+)[\w-]+\s*=`).FindSubmatch(entry); m != nil {
		indent = string(m[1])
	}
	return insert(entry, len(body), comma+end+indent+"keywords = {"+strings.Join(names, ", ")+"}"+last)
}

// addMARCXML adds a field for each keyword behind the last that is not above it: 653 for a phrase, 650 for a concept.
func addMARCXML(entry []byte, more []Keyword) []byte {
	open, name := begin(entry, []string{"record"})
	prefix := strings.TrimSuffix(name, "record")
	at := bytes.LastIndex(entry, []byte("</"+name))
	for _, m := range regexp.MustCompile(`<`+regexp.QuoteMeta(prefix)+`datafield\s[^>]*tag="(\d{3})"`).FindAllSubmatchIndex(entry[open:], -1) {
		if string(entry[open+m[2]:open+m[3]]) > "653" {
			at = open + m[0]
			break
		}
	}
	blank := entry[len(bytes.TrimRight(entry[:at], " \t\r\n")):at]
	var b strings.Builder
	text := func(s string) string {
		var e strings.Builder
		xml.EscapeText(&e, []byte(s))
		return e.String()
	}
	for _, k := range more {
		tag, second, rest := "653", " ", ""
		if k.URI != "" {
			tag, second = "650", "7"
			rest = `<` + prefix + `subfield code="0">` + text(k.URI) + `</` + prefix + `subfield>`
			if k.Scheme != "" {
				rest = `<` + prefix + `subfield code="2">` + text(k.Scheme) + `</` + prefix + `subfield>` + rest
			}
		}
		b.WriteString(`<` + prefix + `datafield tag="` + tag + `" ind1=" " ind2="` + second + `"><` + prefix + `subfield code="a">` + text(k.Text) + `</` + prefix + `subfield>` + rest + `</` + prefix + `datafield>`)
		b.Write(blank)
	}
	return insert(entry, at, b.String())
}
