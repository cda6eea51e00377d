package reference

import (
	"errors"
	"regexp"
	"strings"
)

// tagged reads entries with a tag at the beginning of a line. A line without a tag goes on with the field before it, joined by
// join. last is the tag that ends an entry; "" if none does.
func tagged(tag *regexp.Regexp, last, join string) func([]byte) ([]Field, error) {
	return func(raw []byte) (fields []Field, err error) {
		for line := range strings.Lines(string(raw)) {
			line = strings.TrimRight(line, " \t\r\n")
			m := tag.FindStringSubmatch(line + " ")
			switch {
			case m != nil && m[1] == last:
				return trim(fields), nil
			case m != nil:
				fields = append(fields, Field{m[1], strings.TrimSpace((line + " ")[len(m[0]):])})
			case len(fields) > 0 && strings.TrimSpace(line) != "":
				f := &fields[len(fields)-1]
				f.Value += join + strings.TrimSpace(line)
			}
		}
		if last != "" {
			return nil, errors.New("has no line " + last + ": it is cut short")
		}
		return trim(fields), nil
	}
}

// trim drops blanks around values.
func trim(fields []Field) []Field {
	for i := range fields {
		fields[i].Value = strings.TrimSpace(fields[i].Value)
	}
	return fields
}
