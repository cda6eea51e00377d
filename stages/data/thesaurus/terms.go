package thesaurus

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// terms reads the concepts of a list.
type terms struct {
	*builder
	*list
	given                  map[pair]bool // concepts with a preferred label in a language
	nameless, made, commas int           // rows without a term; identifiers made of terms; cells cut at commas
	whole                  []string      // terms with a sign inside that may be a separator
	unknown                []string      // names of broader concepts
}

// readTerms reads a list of terms. Synonyms and broader concepts come last, when all terms are known.
func (b *builder) readTerms(in *corpus.Foreign) error {
	l, err := b.list(in)
	if err != nil {
		return err
	}
	t := &terms{builder: b, list: l, given: map[pair]bool{}}
	b.index = sync.OnceValue(b.makeIndex)
	for _, do := range []func(*row) error{t.term, t.others} {
		for i := range l.rows {
			if err := do(&l.rows[i]); err != nil {
				return badRow(l.rows[i].number, err)
			}
		}
	}
	b.spent -= l.size
	t.note()
	return nil
}

// term adds the concept of a row, with its terms and its notation. Without an identifier, its term is one.
func (t *terms) term(r *row) (err error) {
	switch {
	case len(r.cells) > len(t.columns):
		return fmt.Errorf("has %d cells, more than the list has columns, %d; a cell with the delimiter in it stands in quotes", len(r.cells), len(t.columns))
	case !t.headed && len(t.columns) > 1 && !isIdentifier(r.cells[0]):
		return fmt.Errorf("%.80q is no identifier, and the list has no header", r.cells[0])
	}
	id := bareURI(t.first(r, identifier))
	if id == "" {
		if id, _ = withoutTag(t.first(r, preferred)); id == "" {
			r.concept = gone
			t.nameless++
			return nil
		}
		t.made++
	}
	r.concept, err = t.concept(id)
	for i, text := range r.cells {
		c := &t.columns[i]
		c.strong = c.strong || strings.ContainsAny(text, strongSigns)
		switch {
		case err != nil:
			return err
		case c.role == preferred:
			err = t.preferred(r, c, text)
		case c.role == notation:
			err = t.notation(r.concept, text)
		}
	}
	return err
}

// first returns the text of the first column of a role that is not empty.
func (t *terms) first(r *row, of role) string {
	for i, text := range r.cells {
		if t.columns[i].role == of && text != "" {
			return text
		}
	}
	return ""
}

// preferred adds a term: the preferred label of its concept, unless that has one in the language.
func (t *terms) preferred(r *row, c *column, text string) error {
	before := len(t.labels)
	if separated.MatchString(plain(text)) {
		t.whole = append(t.whole, text)
	}
	text, tag := withoutTag(text)
	err := t.label(r.concept, text, cmp.Or(tag, c.language, t.first(r, tongue)), Preferred)
	for i := before; i < len(t.labels); i++ {
		l := &t.labels[i]
		key := pairOf(l.concept, uint32(l.language))
		if t.given[key] {
			l.kind = Alternative
		}
		t.given[key] = true
	}
	return err
}

// separated matches a term with two parts or more, as in a list of synonyms or the path of a classification.
var separated = regexp.MustCompile(`\S,\s.*\S,\s|\S\s*(?:>|~|--|::|→|=|\||;)\s*\S`)

// inTongue matches a label with its language, as in roses@en or "roses"@en-GB.
var inTongue = regexp.MustCompile(`^\s*"?(\S[^"@]*?)"?@([a-z]{2,3})(?:-[A-Za-z0-9]+)*\s*$`)

// withoutTag returns a label without its language, and that, "" for none.
func withoutTag(text string) (label, tag string) {
	if m := inTongue.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return text, ""
}

// others adds the synonyms and the broader concepts of a row.
func (t *terms) others(r *row) error {
	for i, text := range r.cells {
		c := &t.columns[i]
		if r.concept == gone || c.role != alternative && c.role != broader {
			continue
		}
		for _, piece := range t.pieces(c, text) {
			var err error
			if c.role == alternative {
				label, tag := withoutTag(piece)
				err = t.label(r.concept, label, cmp.Or(tag, c.language, t.first(r, tongue)), Alternative)
			} else if of := t.named(piece); len(of) == 1 {
				err = t.relate(&t.wider, r.concept, of[0])
			} else if piece != "" {
				t.unknown = append(t.unknown, piece)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// strongSigns separate the terms of a cell. The first of them that it has does.
const strongSigns = "\n|;"

// pieces cuts a cell at the sign that it has, or at commas if no cell of its column has one and no concept is called so.
func (t *terms) pieces(c *column, text string) (all []string) {
	if items, ok := corpus.Items(text); ok {
		for _, item := range items {
			all = append(all, item.Phrase)
		}
		return all
	}
	for _, sign := range strongSigns {
		if strings.ContainsRune(text, sign) {
			return strings.Split(text, string(sign))
		}
	}
	if c.strong || !strings.Contains(text, ",") || len(t.named(text)) > 0 {
		return []string{text}
	}
	t.commas++
	for _, piece := range strings.Split(text, ",") {
		if n := len(all); n > 0 && endsInDigit.MatchString(all[n-1]) && beginsWithDigit.MatchString(piece) { // 1,2-dichloroethane
			all[n-1] += "," + piece
		} else {
			all = append(all, piece)
		}
	}
	return all
}

var endsInDigit, beginsWithDigit = regexp.MustCompile(`\d$`), regexp.MustCompile(`^\d`)

// named returns the concepts that a text names, by identifier or by label or notation.
func (t *terms) named(text string) []uint32 {
	text = strings.TrimSpace(text)
	if c, _, ok := t.uris.find([]byte(bareURI(text))); ok {
		return []uint32{c}
	}
	return t.index().named(text)
}

// note says how the list was read.
func (t *terms) note() {
	var columns []string
	for _, c := range t.columns {
		if c.name != "" {
			columns = append(columns, string(c.role)+" = "+c.name)
		}
	}
	say := func(n int, format string, args ...any) {
		if n > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf(format, append([]any{n}, args...)...))
		}
	}
	t.Notes = []string{"columns: " + strings.Join(columns, ", ")}
	say(t.above, "rows above the header are not read: %d")
	say(t.comments, "comments are not read: %d")
	say(t.marked, "numbers or bullets at the beginning of lines are not read: %d")
	say(t.nameless, "rows without a term are not read: %d")
	say(t.made, "terms that are their own identifiers, since the list has no other: %d")
	say(t.commas, "cells cut at commas, which may be parts of terms: %d")
	if 20*len(t.whole) > len(t.rows) {
		say(len(t.whole), "terms with signs inside, which texts have to have as a whole: %d, such as %.80q", t.whole[0])
	}
	if len(t.unknown) > 0 {
		say(len(t.unknown), "names of broader concepts that no concept has: %d, such as %.80q", t.unknown[0])
	}
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
