package reference

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// tagged is a format of lines that begin with a tag. A line without a tag goes on with the field before it.
type tagged struct {
	tags    []*regexp.Regexp // match a tag, its name as the first group, at the beginning of a line: the first that matches the first line, or the last
	last    *regexp.Regexp   // matches the line behind which nothing is read; nil for none
	join    string           // stands for the line ends within a field
	keyword string           // begins the line of a keyword
	one     string           // joins the keywords if all stand in one field; "" if each has its own
	before  []string         // the tags before which a first line of keywords goes, else the end
}

// A line of the text may look like a tag, as "IT - based" does; so tags are as in the first line of the entry.
var (
	ris          = tagged{tags: expressions(`^([A-Z][A-Z0-9])  -(?: |$)`, `^([A-Z][A-Z0-9]) -(?: |$)`, `^\s*([A-Za-z][A-Za-z0-9]) {0,2}-`), last: regexp.MustCompile(`(?im)^\s*ER {0,2}-[ \t]*\r?$`), join: "\n", keyword: "KW  - "}
	medline      = tagged{tags: expressions(`^([A-Z]{2,4}) {0,2}-(?: |$)`), join: " ", keyword: "OT  - "}
	webOfScience = tagged{tags: expressions(`^([A-Z][A-Z0-9])(?: |$)`), last: regexp.MustCompile(`(?m)^ER[ \t]*\r?$`), join: " ", keyword: "DE ", one: "; ", before: []string{"ID", "AB", "C1"}}
	endNote      = tagged{tags: expressions(`^%(\S)(?: |$)`), join: "\n", keyword: "%K "}
)

func expressions(all ...string) (compiled []*regexp.Regexp) {
	for _, e := range all {
		compiled = append(compiled, regexp.MustCompile(e))
	}
	return compiled
}

// longestLast is more than the bytes of a line that ends an entry.
const longestLast = 16

// read returns the fields of an entry. What stands before and behind them is in none.
func (t tagged) read(entry []byte) (fields []Field, err error) {
	at, tags := 0, t.tags
	for len(tags) > 1 && !tags[0].Match(entry) {
		tags = tags[1:]
	}
	for line := range bytes.Lines(entry) {
		from, end := at, at+len(bytes.TrimRight(line, "\r\n"))
		at += len(line)
		if t.last != nil && len(line) < longestLast && t.last.Match(line) {
			break
		}
		if m := tags[0].FindSubmatchIndex(entry[from:end]); m != nil {
			fields = append(fields, Field{Name: strings.ToUpper(string(line[m[2]:m[3]])), from: from, text: from + m[1], end: end})
		} else if len(fields) > 0 && len(bytes.TrimSpace(bytes.TrimLeft(line, joint))) > 0 {
			fields[len(fields)-1].end = end
		}
	}
	for i, f := range fields {
		value := strings.TrimSpace(string(entry[f.text:f.end]))
		if strings.Contains(value, "\n") {
			value = spaced(value, t.join)
		}
		fields[i].Value = value
	}
	return fields, nil
}

// add writes keywords behind those that are there.
func (t tagged) add(entry []byte, fields []Field, more []Keyword) []byte {
	var names []string
	for _, k := range more {
		names = append(names, strings.Join(strings.Fields(k.Text), " "))
	}
	line := lineEnd(entry) + t.keyword
	join := cmp.Or(t.one, line)
	list := strings.Join(names, join)
	name := t.tags[0].FindStringSubmatch(t.keyword)[1]
	for _, f := range slices.Backward(fields) {
		if f.Name != name {
			continue
		}
		had := bytes.TrimRight(entry[f.from:f.end], " ")
		if t.one != "" && (string(had) == name || bytes.HasSuffix(had, []byte(strings.TrimSpace(t.one)))) {
			return insert(entry, f.from+len(had), " "+list)
		}
		return insert(entry, f.end, join+list)
	}
	next := slices.IndexFunc(fields, func(f Field) bool { return slices.Contains(t.before, f.Name) })
	if next < 0 {
		next = len(fields)
	}
	return insert(entry, fields[next-1].end, line+list)
}

// labelled reads lines of a label and values in quotes, as Embase writes them into a table by row.
func labelled(entry []byte) (fields []Field, err error) {
	in := csv.NewReader(bytes.NewReader(entry))
	in.FieldsPerRecord = -1
	for {
		row, err := in.Read()
		if err == io.EOF {
			return fields, nil
		}
		if err != nil {
			return nil, fmt.Errorf("is not in rows of a label and values: %w", err)
		}
		for _, value := range row[1:] {
			fields = append(fields, Field{Name: row[0], Value: value})
		}
	}
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
