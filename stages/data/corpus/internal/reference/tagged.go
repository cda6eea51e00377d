package reference

import (
	"bytes"
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// tagged is a format of lines that begin with a tag. A line without a tag goes on with the field before it.
type tagged struct {
	tag     *regexp.Regexp // matches a tag, its name as the first group, at the beginning of a line
	last    string         // the tag that ends an entry; "" if none does
	join    string         // stands for the line ends within a field
	keyword string         // begins the line of a keyword
	one     string         // joins the keywords if all stand in one field; "" if each has its own
	before  []string       // the tags before which a first line of keywords goes, else the end
}

var (
	ris          = tagged{tag: regexp.MustCompile(`^([A-Z][A-Z0-9])  ?-(?: |$)`), last: "ER", join: "\n", keyword: "KW  - ", before: []string{"ER"}}
	medline      = tagged{tag: regexp.MustCompile(`^([A-Z]{2,4}) {0,2}-(?: |$)`), join: " ", keyword: "OT  - "}
	webOfScience = tagged{tag: regexp.MustCompile(`^([A-Z][A-Z0-9])(?: |$)`), last: "ER", join: " ", keyword: "DE ", one: "; ", before: []string{"ID", "AB", "C1", "ER"}}
	endNote      = tagged{tag: regexp.MustCompile(`^%(\S)(?: |$)`), join: "\n", keyword: "%K "}
)

// span is a field in the bytes of an entry, without the line ends behind it.
type span struct {
	name            string
	from, text, end int // text is where its value begins
}

// spans finds the fields of an entry, with the tag that ends it. What stands before and behind them is in none.
func (t tagged) spans(entry []byte) (all []span) {
	at := 0
	for line := range bytes.Lines(entry) {
		from, filled := at, bytes.TrimSpace(line)
		at += len(line)
		if m := t.tag.FindSubmatchIndex(bytes.TrimRight(line, "\r\n")); m != nil {
			all = append(all, span{string(line[m[2]:m[3]]), from, from + m[1], at})
		} else if len(all) > 0 && len(filled) > 0 {
			all[len(all)-1].end = at
		}
		if n := len(all); n > 0 && all[n-1].end == at {
			if all[n-1].end -= len(line) - len(bytes.TrimRight(line, "\r\n")); all[n-1].name == t.last {
				break
			}
		}
	}
	return all
}

func (t tagged) read(entry []byte) (fields []Field, err error) {
	ended := t.last == ""
	for _, s := range t.spans(entry) {
		if ended = ended || s.name == t.last; s.name == t.last {
			break
		}
		value := strings.TrimSpace(string(entry[s.text:s.end]))
		if strings.Contains(value, "\n") {
			value = spaced(value, t.join)
		}
		fields = append(fields, Field{s.name, value})
	}
	if !ended {
		return nil, errors.New("has no line " + t.last + ": it is cut short")
	}
	return fields, nil
}

// add writes keywords behind those that are there.
func (t tagged) add(entry []byte, more []Keyword) []byte {
	var names []string
	for _, k := range more {
		names = append(names, strings.Join(strings.Fields(k.Text), " "))
	}
	line := lineEnd(entry) + t.keyword
	join := cmp.Or(t.one, line)
	list := strings.Join(names, join)
	spans, name := t.spans(entry), t.tag.FindStringSubmatch(t.keyword)[1]
	for _, s := range slices.Backward(spans) {
		if s.name != name {
			continue
		}
		had := bytes.TrimRight(entry[s.from:s.end], " ")
		if t.one != "" && (string(had) == name || bytes.HasSuffix(had, []byte(strings.TrimSpace(t.one)))) {
			return insert(entry, s.from+len(had), " "+list)
		}
		return insert(entry, s.end, join+list)
	}
	next := slices.IndexFunc(spans, func(s span) bool { return slices.Contains(t.before, s.name) })
	if next < 0 {
		next = len(spans)
	}
	return insert(entry, spans[next-1].end, line+list)
}

// spaced makes white space within lines one blank, drops blank lines, and joins the others.
func spaced(text, join string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, join)
}
