package record

import (
	"fmt"
	"slices"
	"strings"
)

// Remedy is the advice for a file without the wanted columns.
func (c *Names) Remedy() string {
	if c.Must != [Fields]bool{} {
		return "correct --columns"
	}
	return "name the columns " + c.Every() + "; or name yours by --columns, as in --columns title=name,text=summary"
}

// Wanted lists the parts of which a file needs at least one: title or text, or keyphrases if neither has a name.
func (c *Names) Wanted() []Field {
	if slices.Contains(c.Field, Title) || slices.Contains(c.Field, Body) {
		return []Field{Title, Body}
	}
	return []Field{Keyphrases}
}

// Either lists the accepted column names of some parts.
func (c *Names) Either(of ...Field) string {
	var names []string
	for i, p := range c.Field {
		if c.listed[i] && slices.Contains(of, p) {
			names = append(names, c.Name[i])
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Every lists, for each part, its accepted column names.
func (c *Names) Every() string {
	var lists []string
	for _, p := range []Field{Title, Body, Keyphrases, ID} {
		if slices.Contains(c.Field, p) {
			lists = append(lists, c.Either(p))
		}
	}
	return strings.Join(lists, "; ")
}

// Describe lists the columns that are read, and as which part, and those that are not read.
func (c *Names) Describe(header []string) string {
	at := c.read(header)
	var read, other []string
	for p := range Fields {
		if at[p] >= 0 {
			read = append(read, p.key()+"="+shown(header[at[p]]))
		}
	}
	for i, h := range header {
		if !slices.Contains(at[:], i) {
			other = append(other, shown(h))
		}
	}
	s := "read " + strings.Join(read, " ")
	if len(other) > 0 {
		const named = 20
		s += "; not read: " + strings.Join(other[:min(len(other), named)], ", ")
		if len(other) > named {
			s += fmt.Sprintf(" and %d more", len(other)-named)
		}
	}
	return s
}

// read returns the column that is read as each part, -1 for none.
func (c *Names) read(header []string) [Fields]int {
	at, _ := c.For(header, nil).choose(header)
	if c.Label {
		at[Keyphrases] = -1
	}
	return at
}

// shown is the name of a column in messages.
func shown(name string) string {
	if name = strings.TrimFunc(name, blank); name == "" {
		return "an unnamed column"
	}
	return name
}

// quoted quotes the beginning of a header.
func quoted(header []string) string {
	s := strings.Join(header, ", ")
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
