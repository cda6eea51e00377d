package thesaurus

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Namespaces of the properties that are read.
const (
	skos = "http://www.w3.org/2004/02/skos/core#"
	owl  = "http://www.w3.org/2002/07/owl#"
	typ  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
)

// Limits of a thesaurus.
const (
	maxLabel     = 1000       // bytes of a label or notation; longer ones are left out
	maxLanguages = 255        // of labels
	mostMemory   = 1536 << 20 // bytes of memory while it is read and its forms are made
	gone         = ^uint32(0) // in place of the number of a concept that is left out
)

// About the most memory, in bytes, that is in use for parts of a thesaurus at one time: slices that grow hold up to twice their
// content.
const (
	perByte     = 2 // of a URI, label or notation
	perConcept  = 192
	perLabel    = 160
	perRelation = 64
	perWord     = 224 // distinct, of labels
	perRow      = 96  // of a list
	perCell     = 16  // besides its text
)

// errFull is the error of a thesaurus that exceeds mostMemory.
var errFull = errors.New("it takes more than 1.5 GiB of memory")

// builder collects statements about concepts, in any order.
type builder struct {
	Vocabulary
	other       string              // the first property that may be a label of another vocabulary
	untagged    string              // language of labels without a tag
	wider, near []pair              // of broader and of related concepts
	links       []link              // of concepts to labels of SKOS-XL
	texts       map[string]rdf.Term // of these labels
	spent       int                 // memory
	key         []byte
}

// state holds flags of a concept.
type state uint8

const (
	deprecated state = 1 << iota
	unlike           // not a concept but a scheme or a collection, which have labels too
	named            // has a label
)

// spend counts n bytes of memory.
func (b *builder) spend(n int) error {
	if b.spent += n; b.spent > mostMemory {
		return errFull
	}
	return nil
}

// concept returns the number of a concept, and adds it if it is new.
func (b *builder) concept(uri string) (uint32, error) {
	b.key = append(b.key[:0], uri...)
	c, known := b.uris.number(b.key)
	if known {
		return c, nil
	}
	b.concepts = append(b.concepts, concept{uri: c})
	return c, b.spend(perConcept + perByte*len(uri))
}

// long reports whether a label or notation is left out for its length, and counts it.
func (b *builder) long(text string) bool {
	if len(text) > maxLabel {
		b.Long++
		return true
	}
	return false
}

// label adds a label, unless it is none.
func (b *builder) label(c uint32, text, language string, kind Kind) error {
	if text = strings.TrimSpace(plain(text)); b.long(text) || text == "" {
		return nil
	}
	if language, _, _ = strings.Cut(strings.ToLower(language), "-"); language == "" {
		language = b.untagged
	}
	l := slices.Index(b.languages, language)
	if l < 0 {
		if l = len(b.languages); l == maxLanguages {
			return fmt.Errorf("has labels in more than %d languages", maxLanguages)
		}
		b.languages = append(b.languages, strings.Clone(language))
	}
	b.concepts[c].state |= named
	b.labels = append(b.labels, label{text, c, kind, uint8(l)})
	return b.spend(perLabel + perByte*len(text))
}

// tags matches tags of HTML in labels.
var tags = regexp.MustCompile(`</?(?:i|b|em|strong|sub|sup|span)\b[^<>]*>`)

// plain returns a label without tags and entities of HTML.
func plain(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	return tags.ReplaceAllString(html.UnescapeString(text), "")
}

// notation adds a notation. Of several notations of a concept it keeps the first in byte order, so that the order of the file
// does not matter.
func (b *builder) notation(c uint32, text string) error {
	if b.long(text) || text == "" {
		return nil
	}
	if n := &b.concepts[c].notation; *n == "" || text < *n {
		*n = text
	}
	return b.spend(perByte * len(text))
}

// triple adds a statement about a concept. Of blank nodes it reads labels of SKOS-XL alone.
func (b *builder) triple(t rdf.Triple) error {
	object, literal := t.Object.Value, t.Object.Kind == rdf.Literal
	switch property := strings.TrimPrefix(t.Predicate, skos); {
	case strings.HasPrefix(t.Predicate, xl):
		return b.extend(t)
	case strings.HasPrefix(t.Subject, "_:"), t.Object.Kind == rdf.Blank:
		return nil
	case t.Predicate == owl+"deprecated" && (object == "true" || object == "1"), t.Predicate == typ && object == owl+"DeprecatedClass":
		return b.mark(t.Subject, deprecated)
	case t.Predicate == typ && object == skos+"Concept":
		return b.mark(t.Subject, 0)
	case t.Predicate == typ && slices.Contains([]string{skos + "ConceptScheme", skos + "Collection", skos + "OrderedCollection", owl + "Ontology"}, object):
		return b.mark(t.Subject, unlike)
	case property == t.Predicate: // of another vocabulary
		if lower := strings.ToLower(property); literal && b.other == "" && (strings.Contains(lower, "label") || strings.Contains(lower, "name")) {
			b.other = property
		}
	case literal:
		return b.text(t.Subject, property, t.Object)
	case property == "broader":
		return b.relation(&b.wider, t.Subject, object)
	case property == "narrower":
		return b.relation(&b.wider, object, t.Subject)
	case property == "related":
		return b.relation(&b.near, t.Subject, object)
	}
	return nil
}

func (b *builder) mark(uri string, s state) error {
	c, err := b.concept(uri)
	b.concepts[c].state |= s
	return err
}

// text adds a label or a notation.
func (b *builder) text(uri, property string, value rdf.Term) error {
	kind := kindOfLabel(property)
	if kind < 0 && property != "notation" {
		return nil
	}
	c, err := b.concept(uri)
	if err != nil {
		return err
	}
	if property == "notation" {
		return b.notation(c, value.Value)
	}
	return b.label(c, value.Value, value.Language, Kind(kind))
}

// kindOfLabel returns the Kind of a property, -1 if it is no label.
func kindOfLabel(property string) int {
	return slices.Index([]string{"prefLabel", "altLabel", "hiddenLabel"}, property)
}

// relation adds a relation of two concepts.
func (b *builder) relation(to *[]pair, first, second string) error {
	x, err := b.concept(first)
	y, other := b.concept(second)
	if err = cmp.Or(err, other); err != nil {
		return err
	}
	return b.relate(to, x, y)
}

func (b *builder) relate(to *[]pair, x, y uint32) error {
	if x == y {
		return nil
	}
	*to = append(*to, pairOf(x, y))
	return b.spend(perRelation)
}

// finish leaves out what is no concept with a label, and sorts the concepts and their labels.
func (b *builder) finish() error {
	if err := b.join(); err != nil {
		return err
	}
	place := b.sortConcepts()
	b.uris.slots = nil
	b.sortLabels(place)
	moved := func(pairs []pair, turned bool) (all []pair) {
		for _, p := range pairs {
			x, y := p.split()
			if turned {
				x, y = y, x
			}
			if x, y = place[x], place[y]; x != gone && y != gone {
				all = append(all, pairOf(x, y))
			}
		}
		return all
	}
	n := len(b.concepts)
	b.broader, b.narrower = listsOf(n, moved(b.wider, false)), listsOf(n, moved(b.wider, true))
	b.related = listsOf(n, append(moved(b.near, false), moved(b.near, true)...))
	b.wider, b.near = nil, nil
	return nil
}

// sortConcepts sorts the concepts that have labels by their URIs, and returns the new place of every concept.
func (b *builder) sortConcepts() (place []uint32) {
	var kept []uint32
	place = make([]uint32, len(b.concepts))
	for i, c := range b.concepts {
		place[i] = gone
		switch {
		case c.state&deprecated != 0:
			b.Deprecated++
		case c.state&unlike != 0:
		case c.state&named == 0:
			b.Unlabelled++
		default:
			kept = append(kept, uint32(i))
		}
	}
	slices.SortFunc(kept, func(x, y uint32) int { return bytes.Compare(b.uris.at(x), b.uris.at(y)) })
	sorted := make([]concept, len(kept))
	for i, c := range kept {
		place[c], sorted[i] = uint32(i), b.concepts[c]
	}
	b.concepts = sorted
	return place
}

// sortLabels sorts the labels by their concepts, preferred ones first. Of two labels of a concept with equal text and language it
// keeps the preferred one.
func (b *builder) sortLabels(place []uint32) {
	for i := range b.labels {
		b.labels[i].concept = place[b.labels[i].concept]
	}
	b.labels = slices.DeleteFunc(b.labels, func(l label) bool { return l.concept == gone })
	same := func(x, y label) int {
		return cmp.Or(cmp.Compare(b.languages[x.language], b.languages[y.language]), cmp.Compare(x.text, y.text))
	}
	slices.SortFunc(b.labels, func(x, y label) int {
		if x.concept != y.concept {
			return cmp.Compare(x.concept, y.concept)
		}
		return cmp.Or(same(x, y), cmp.Compare(x.kind, y.kind))
	})
	b.labels = slices.CompactFunc(b.labels, func(x, y label) bool { return x.concept == y.concept && same(x, y) == 0 })
	slices.SortFunc(b.labels, func(x, y label) int {
		if x.concept != y.concept {
			return cmp.Compare(x.concept, y.concept)
		}
		return cmp.Or(cmp.Compare(x.kind, y.kind), same(x, y))
	})
	var languages []string
	for i := len(b.labels) - 1; i >= 0; i-- {
		b.concepts[b.labels[i].concept].first = uint32(i)
	}
	for i := range b.labels {
		tag := b.languages[b.labels[i].language]
		l := slices.Index(languages, tag)
		if l < 0 {
			l = len(languages)
			languages = append(languages, tag)
		}
		b.labels[i].language = uint8(l)
	}
	b.languages = languages
}
