package thesaurus

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// terms reads the concepts of a list.
type terms struct {
	*builder
	list
	given  map[uint64]bool // concepts with a preferred label in a language; others are alternative
	strong map[int]bool    // columns with cells that are cut at a line end, a bar or a semicolon
	later  []later

	nameless, made, commas int // rows without a term; identifiers made of terms; cells cut at commas
	unknown                []string
}

// later is a cell with synonyms or broader concepts. It is read when the whole list is known.
type later struct {
	concept        uint32
	column         int
	text, language string
}

// readTerms reads a list of terms. Errors are *schemas.FileError.
func (b *builder) readTerms(path string, in io.Reader) error {
	t := &terms{builder: b, given: map[uint64]bool{}, strong: map[int]bool{}}
	if err := t.each(path, in, t.row); err != nil {
		return err
	}
	if err := t.end(); err != nil {
		return badRow(path, 0, err)
	}
	t.note()
	return nil
}

// row adds the concept of a row. Without an identifier, its term is one.
func (t *terms) row(cells []string) error {
	switch {
	case len(cells) > len(t.columns):
		return fmt.Errorf("has %d cells, more than the list has columns, %d; a cell with the delimiter in it stands in quotes", len(cells), len(t.columns))
	case !t.headed && len(t.columns) > 1 && !isIdentifier(cells[0]):
		return fmt.Errorf("%.80q is no identifier, and the list has no header", cells[0])
	}
	first := func(r role) string {
		for i, c := range cells {
			if t.columns[i].role == r && c != "" {
				return c
			}
		}
		return ""
	}
	id := bareURI(first(identifier))
	if id == "" {
		if id = first(preferred); id == "" {
			t.nameless++
			return nil
		}
		t.made++
	}
	c, err := t.concept(id)
	for i, text := range cells {
		if err == nil && text != "" {
			err = t.cell(later{c, i, text, cmp.Or(t.columns[i].language, first(tongue))})
		}
	}
	return err
}

// cell adds what a cell says of a concept.
func (t *terms) cell(p later) error {
	switch t.columns[p.column].role {
	case preferred:
		before := len(t.labels)
		err := t.label(p.concept, p.text, p.language, Preferred)
		if err != nil || len(t.labels) == before {
			return err
		}
		l := &t.labels[before]
		key := uint64(p.concept)<<8 | uint64(l.language)
		if t.given[key] {
			l.kind = Alternative
		}
		t.given[key] = true
		return t.spend(perRelation)
	case notation:
		return t.notation(p.concept, p.text)
	case alternative, broader:
		t.strong[p.column] = t.strong[p.column] || strings.ContainsAny(p.text, strongSigns)
		t.later = append(t.later, p)
		return t.spend(perRelation + perByte*len(p.text))
	}
	return nil
}

// strongSigns separate the terms of a cell. The first of them that it has does.
const strongSigns = "\n|;"

// end adds synonyms and relations.
func (t *terms) end() error {
	named := t.named()
	for _, p := range t.later {
		for _, text := range t.pieces(p, named) {
			if t.columns[p.column].role == alternative {
				if err := t.label(p.concept, text, p.language, Alternative); err != nil {
					return err
				}
			} else if of, ok := named(text); !ok {
				t.unknown = append(t.unknown, text)
			} else if of != p.concept {
				t.wider = append(t.wider, pairOf(p.concept, of))
			}
		}
	}
	return nil
}

// pieces cuts a cell at the sign that it has, or at commas if no cell of its column has one and no concept is called so.
func (t *terms) pieces(p later, named func(string) (uint32, bool)) (all []string) {
	sign := ","
	for _, s := range strongSigns {
		if strings.ContainsRune(p.text, s) {
			sign = string(s)
			break
		}
	}
	if sign == "," {
		_, whole := named(p.text)
		if !strings.Contains(p.text, sign) || t.strong[p.column] || whole {
			return []string{p.text}
		}
		t.commas++
	}
	for _, piece := range strings.Split(p.text, sign) {
		if n := len(all); n > 0 && sign == "," && endsInDigit.MatchString(all[n-1]) && beginsWithDigit.MatchString(piece) { // 1,2-dichloroethane
			all[n-1] += "," + piece
		} else if piece != "" {
			all = append(all, piece)
		}
	}
	return all
}

var endsInDigit, beginsWithDigit = regexp.MustCompile(`\d$`), regexp.MustCompile(`^\d`)

// named returns a function that finds a concept by its identifier, or by its preferred label or notation if no other concept has the same.
func (t *terms) named() func(string) (uint32, bool) {
	const several = gone
	labels := map[string]uint32{}
	add := func(name string, concept uint32) {
		name = strings.ToLower(name)
		if c, ok := labels[name]; ok && c != concept {
			concept = several
		}
		labels[name] = concept
	}
	for _, l := range t.labels {
		if l.kind == Preferred && len(t.later) > 0 {
			add(l.text, l.concept)
		}
	}
	for i, c := range t.concepts {
		if c.notation != "" && len(t.later) > 0 {
			add(c.notation, uint32(i))
		}
	}
	return func(name string) (uint32, bool) {
		name = strings.TrimSpace(name)
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
	say(len(t.columns), "columns: %s", describe(t.columns))
	say(t.above, "rows above the header are not read: %d", t.above)
	say(t.comments, "comments are not read: %d", t.comments)
	say(t.nameless, "rows without a term are not read: %d", t.nameless)
	say(t.made, "terms that are their own identifiers, since the list has no other: %d", t.made)
	say(t.commas, "cells cut at commas, which may be parts of terms: %d", t.commas)
	say(len(t.unknown), "names of broader concepts that no concept has: %d, such as %.80q", len(t.unknown), strings.Join(t.unknown[:min(1, len(t.unknown))], ""))
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
