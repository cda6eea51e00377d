package record

import (
	"fmt"
	"slices"
	"strings"
)

// Choose returns the column of each part, -1 for none. A file without a required column is an error, and so is one with two columns
// of one name, or without title and text. Keyphrases that are not needed have no column.
func (c *Names) Choose(header []string) (at [Fields]int, err error) {
	if at, err = c.Read(header); err != nil {
		return at, err
	}
	for _, i := range at {
		for j, h := range header {
			if i >= 0 && j != i && strings.TrimSpace(h) == strings.TrimSpace(header[i]) {
				return at, fmt.Errorf("two columns are called %s; rename one of them in the file, or read neither", strings.TrimSpace(h))
			}
		}
	}
	wanted := []Field{Title, Body}
	if !slices.Contains(c.Field, Title) && !slices.Contains(c.Field, Body) {
		wanted = []Field{Keyphrases}
	}
	if !slices.ContainsFunc(wanted, func(p Field) bool { return at[p] >= 0 }) {
		return at, c.noColumn(header, wanted...)
	}
	return at, nil
}

// Read is Choose for the keys of the first objects: later ones may have more keys, so only a required column can be missing.
func (c *Names) Read(header []string) (at [Fields]int, err error) {
	c = c.For(header, nil)
	at = [Fields]int{-1, -1, -1, -1}
	var name [Fields]int
	for i, h := range header {
		n := c.Find(h)
		if n < 0 {
			continue
		}
		p, rank := c.Field[n], n
		if c.void[h] && !c.Must[p] {
			rank += len(c.Name)
		}
		if at[p] < 0 || rank < name[p] || rank == name[p] && c.Prefers(n, h, header[at[p]]) {
			at[p], name[p] = i, rank
		}
	}
	for p := range Fields {
		if c.Must[p] && at[p] < 0 && err == nil {
			err = c.noColumn(header, p)
		}
	}
	if c.Label {
		at[Keyphrases] = -1
	}
	return at, err
}

// noColumn is the error for a header without a column of some parts. It lists the names that they may have.
func (c *Names) noColumn(header []string, parts ...Field) error {
	var names []string
	for i, p := range c.Field {
		if c.listed[i] && slices.Contains(parts, p) {
			names = append(names, c.Name[i])
		}
	}
	called := names[len(names)-1]
	if len(names) > 1 {
		called = strings.Join(names[:len(names)-1], ", ") + " or " + called
	}
	has := strings.Join(header, ", ")
	if len(has) > 100 {
		has = strings.ToValidUTF8(has[:100], "") + "…"
	}
	return fmt.Errorf("no column of the %d, %q, is called %s", len(header), has, called)
}

// Remedy is the advice for a file without the wanted columns.
func (c *Names) Remedy() string {
	if c.Named() {
		return "correct --columns"
	}
	if c.advice != "" {
		return c.advice + "; --man lists the names that are known"
	}
	return "name its columns by --columns, as in --columns title=name,text=summary; --man lists the names that are known"
}
