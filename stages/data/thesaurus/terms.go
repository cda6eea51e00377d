package thesaurus

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// terms reads the concepts of a list.
type terms struct {
	*builder
	list   *list
	given  map[uint64]bool // concepts with a preferred label in a language; others are alternative
	strong map[int]bool    // columns with cells that are cut at a line end, a bar or a semicolon
	later  []later

	nameless, made, commas int // rows without a term; identifiers made of terms; cells cut at commas
	unknown                []string
}

// later is a cell that can only be read when the whole list is known: one with commas, which separate if nothing else does in its
// column, or names of other concepts.
type later struct {
	concept        uint32
	column         int
	text, language string
}

// readTerms reads a list of terms. Errors are *schemas.FileError.
func (b *builder) readTerms(path string, in io.Reader) error {
	l, err := openList(path, in)
	if err != nil {
		return err
	}
	defer l.table.Close()
	t := &terms{builder: b, list: l, given: map[uint64]bool{}, strong: map[int]bool{}}
	for {
		r, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := t.row(r.cells); err != nil {
			return l.fail(r, err, header)
		}
	}
	if err := t.end(); err != nil {
		return &schemas.FileError{File: path, Err: err, Remedy: smaller}
	}
	t.note()
	return nil
}

// row adds the concept of a row. Without an identifier its first term is one.
func (t *terms) row(cells []string) error {
	columns := t.list.columns
	switch {
	case len(cells) > len(columns):
		return fmt.Errorf("has %d cells, and there are %d columns; a cell with the delimiter in it stands in quotes", len(cells), len(columns))
	case !t.list.headed() && len(columns) > 1 && !isIdentifier(cells[0]):
		return fmt.Errorf("%.80q is no identifier, and the list has no header", cells[0])
	}
	first := func(r role) string {
		for i, c := range cells {
			if columns[i].role == r && c != "" {
				return c
			}
		}
		return ""
	}
	id := bareURI(first(identifier))
	if id == "" {
		id = first(preferred)
		t.made += min(len(id), 1)
	}
	if id == "" {
		t.nameless++
		return nil
	}
	c, err := t.concept(id)
	for i, text := range cells {
		if err == nil && text != "" {
			err = t.cell(c, i, text, cmp.Or(columns[i].language, first(tongue)))
		}
	}
	return err
}

// cell adds what a cell says of a concept.
func (t *terms) cell(c uint32, column int, text, language string) error {
	switch role := t.list.columns[column].role; role {
	case preferred:
		before := len(t.labels)
		err := t.label(c, text, language, Preferred)
		if err != nil || len(t.labels) == before {
			return err
		}
		l := &t.labels[before]
		key := uint64(c)<<8 | uint64(l.language)
		if t.given[key] {
			l.kind = Alternative
		}
		t.given[key] = true
		return t.spend(perRelation)
	case notation:
		return t.notation(c, text)
	case alternative, hidden, broader, narrower, related:
		for _, sign := range []string{"\n", "|", ";"} {
			if !strings.Contains(text, sign) {
				continue
			}
			t.strong[column] = true
			for piece := range strings.SplitSeq(text, sign) {
				if err := t.piece(later{c, column, strings.TrimSpace(piece), language}); err != nil {
					return err
				}
			}
			return nil
		}
		if strings.Contains(text, ",") {
			t.later = append(t.later, later{c, column, text, language})
			return t.spend(perLabel + perByte*len(text))
		}
		return t.piece(later{c, column, text, language})
	}
	return nil
}

// piece adds a label; the name of another concept waits for the end.
func (t *terms) piece(p later) error {
	switch role := t.list.columns[p.column].role; {
	case p.text == "":
		return nil
	case role == alternative || role == hidden:
		return t.label(p.concept, p.text, p.language, Kind(role-preferred))
	}
	t.later = append(t.later, p)
	return t.spend(perLabel + perByte*len(p.text))
}

// end adds what waits for the end of the list.
func (t *terms) end() error {
	named := t.named()
	for _, p := range t.later {
		pieces := []string{p.text}
		if _, known := named(p.text); strings.Contains(p.text, ",") && !known && !t.strong[p.column] {
			pieces = commas(p.text)
			t.commas++
		}
		for _, piece := range pieces {
			if err := t.resolve(p, piece, named); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolve adds a label, or a relation to the concept with a name.
func (t *terms) resolve(p later, text string, named func(string) (uint32, bool)) error {
	role := t.list.columns[p.column].role
	if role == alternative || role == hidden {
		return t.label(p.concept, text, p.language, Kind(role-preferred))
	}
	switch of, ok := named(text); {
	case !ok:
		t.unknown = append(t.unknown, text)
	case of == p.concept:
	case role == broader:
		t.wider = append(t.wider, pairOf(p.concept, of))
	case role == narrower:
		t.wider = append(t.wider, pairOf(of, p.concept))
	default:
		t.near = append(t.near, pairOf(p.concept, of))
	}
	return nil
}

// named returns a function that finds a concept by its identifier, or by its preferred label if no other concept has the same.
func (t *terms) named() func(string) (uint32, bool) {
	const several = gone
	labels := map[string]uint32{}
	for _, l := range t.labels {
		if l.kind != Preferred || len(t.later) == 0 {
			continue
		}
		key := strings.ToLower(l.text)
		if c, ok := labels[key]; ok && c != l.concept {
			labels[key] = several
		} else {
			labels[key] = l.concept
		}
	}
	return func(name string) (uint32, bool) {
		if c, _, ok := t.uris.find([]byte(bareURI(name))); ok {
			return c, true
		}
		c, ok := labels[strings.ToLower(name)]
		return c, ok && c != several
	}
}

// note says how the list was read.
func (t *terms) note() {
	say := func(n int, format string, args ...any) {
		if n > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
		}
	}
	say(1, "columns: %s", describe(t.list.columns))
	say(t.list.above, "rows above the header are not read: %d", t.list.above)
	say(t.list.comments, "comments are not read: %d", t.list.comments)
	say(t.nameless, "rows without a term are not read: %d", t.nameless)
	say(t.made, "terms that are their own identifiers, since the list has no other: %d", t.made)
	say(t.commas, "cells cut at commas, which may be parts of terms: %d", t.commas)
	say(len(t.unknown), "names of broader, narrower or related concepts that no concept has: %d, such as %.80q", len(t.unknown), strings.Join(t.unknown[:min(1, len(t.unknown))], ""))
}

// commas cuts a text at its commas, but for those between digits, as in 1,2-dichloroethane.
func commas(text string) (pieces []string) {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	from := 0
	for i := range len(text) {
		if text[i] == ',' && !(digit(i-1) && digit(i+1)) {
			pieces = append(pieces, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(pieces, strings.TrimSpace(text[from:]))
}

// bareURI returns an identifier without the <> around it.
func bareURI(id string) string {
	if inner, ok := strings.CutPrefix(id, "<"); ok && strings.HasSuffix(inner, ">") {
		return inner[:len(inner)-1]
	}
	return id
}

// isIdentifier reports whether the first cell of a list without a header is an identifier: no blank is in it, and a digit, a colon or <>.
func isIdentifier(cell string) bool {
	return !strings.ContainsAny(cell, " \t") && (bareURI(cell) != cell || strings.ContainsAny(cell, ":0123456789"))
}
