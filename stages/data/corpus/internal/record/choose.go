package record

import (
	"fmt"
	"strings"
)

// Choose returns the column of each part, -1 for none. A file with two columns of one name is an error, and so is a
// file without title and text. Keyphrases that are not needed have no column.
func (c *Names) Choose(header []string) (at [Fields]int, err error) {
	c = c.For(header, nil)
	at, twice := c.choose(header)
	for p := range Fields {
		if c.Must[p] && at[p] < 0 {
			return at, noColumn(header, c.Either(p))
		}
		if twice[p] {
			return at, fmt.Errorf("two columns are called %s", strings.TrimSpace(header[at[p]]))
		}
	}
	if c.Label {
		at[Keyphrases] = -1
	}
	for _, p := range c.Wanted() {
		if at[p] >= 0 {
			return at, nil
		}
	}
	return at, noColumn(header, c.Either(c.Wanted()...))
}

// choose returns the column of each part, and whether another column has the very same name.
func (c *Names) choose(header []string) (at [Fields]int, twice [Fields]bool) {
	at = [Fields]int{-1, -1, -1, -1}
	var name [Fields]int
	for i, h := range header {
		n := c.Find(h)
		if n < 0 {
			continue
		}
		switch p := c.Field[n]; {
		case at[p] < 0, n < name[p], n == name[p] && c.Prefers(n, h, header[at[p]]):
			at[p], name[p], twice[p] = i, n, false
		case n == name[p] && strings.TrimSpace(h) == strings.TrimSpace(header[at[p]]):
			twice[p] = true
		}
	}
	return at, twice
}

// Candidates returns the column of a header that is read as a part, "" for none, and the others with a known name of the part.
func (c *Names) Candidates(header []string, part Field) (read string, others []string) {
	at, _ := c.For(header, nil).choose(header)
	if at[part] >= 0 {
		read = header[at[part]]
	}
	for i, h := range header {
		if n := c.Find(h); n >= 0 && c.Field[n] == part && i != at[part] {
			others = append(others, h)
		}
	}
	return read, others
}

func noColumn(header []string, name string) error {
	return fmt.Errorf("no column of the %d, %s, is called %s", len(header), quoted(header), name)
}

// Keys is Choose for objects; header has the keys of the first ones. Later objects may have more keys, so only a
// required column can be missing.
func (c *Names) Keys(header []string) error {
	at, _ := c.For(header, nil).choose(header)
	for p := range Fields {
		if c.Must[p] && at[p] < 0 {
			return noColumn(header, c.Either(p))
		}
	}
	return nil
}
