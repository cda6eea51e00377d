package thesaurus

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// maxBytes is the most that the labels, or the URIs, may have together: offsets are numbers of 32 bits.
const maxBytes = math.MaxUint32

// maxTongues is the most languages of labels.
const maxTongues = 255

// Options are what is made of a thesaurus.
type Options struct {
	// Untagged is the language of labels without a tag.
	Untagged string
	// Languages are those of the labels that are kept; empty: all.
	Languages []string
}

// Compile puts a thesaurus into tables. It fails if no label is left, or there is more than the tables hold.
func Compile(t *Thesaurus, o Options) (*Vocabulary, error) {
	c := &compiler{options: o, numbers: map[string]uint32{}, tongues: map[string]byte{}}
	for i := range t.Concepts {
		if err := c.concept(&t.Concepts[i]); err != nil {
			return nil, err
		}
	}
	if len(c.labelConcept) == 0 {
		return nil, fmt.Errorf("has no label in %s", strings.Join(o.Languages, ", "))
	}
	c.first = append(c.first, uint32(len(c.labelConcept)))
	c.index()
	return &c.Vocabulary, nil
}

// compiler makes a Vocabulary.
type compiler struct {
	Vocabulary
	options  Options
	numbers  map[string]uint32 // of stems
	tongues  map[string]byte
	stemmers []*Stemmer // of each language
	key      []byte
}

// concept adds a concept. One whose labels are all in other languages stays, without a label, since others refer to it.
func (c *compiler) concept(k *Concept) error {
	number := uint32(c.uris.len())
	c.uris.add(k.URI)
	c.notations.add(k.Notation)
	c.first = append(c.first, uint32(len(c.labelConcept)))
	c.broader.add(k.Broader...)
	c.narrower.add(k.Narrower...)
	c.near.add(k.Related...)
	for _, l := range k.Labels {
		if l.Language == "" {
			l.Language = c.options.Untagged
		}
		if len(c.options.Languages) > 0 && !slices.Contains(c.options.Languages, l.Language) {
			continue
		}
		tongue, err := c.tongue(l.Language)
		if err != nil {
			return err
		}
		c.label(number, l, tongue)
	}
	if len(c.texts.bytes) > maxBytes-maxLabel || len(c.uris.bytes) > maxBytes-maxLabel {
		return errors.New("its labels or URIs have more than 4 GiB")
	}
	return nil
}

// tongue is the number of a language.
func (c *compiler) tongue(language string) (byte, error) {
	n, ok := c.tongues[language]
	if !ok {
		if len(c.tongues) == maxTongues {
			return 0, fmt.Errorf("has labels in more than %d languages", maxTongues)
		}
		n = byte(len(c.tongues))
		c.tongues[language] = n
		c.languages.add(language)
		c.stemmers = append(c.stemmers, NewStemmer(language))
	}
	return n, nil
}

// label adds a label and its forms: itself, and without a qualifier, as in "pipes (smoking)".
func (c *compiler) label(concept uint32, l Label, tongue byte) {
	number := uint32(len(c.labelConcept))
	c.labelConcept = append(c.labelConcept, concept)
	c.labelKind, c.labelTongue = append(c.labelKind, byte(l.Kind)), append(c.labelTongue, tongue)
	c.texts.add(l.Text)
	c.form(number, tongue, l.Text, 0)
	if bare, ok := Unqualified(l.Text); ok {
		c.form(number, tongue, bare, 1)
	}
}

// Unqualified is a label without the words in brackets at its end, false if it has none.
func Unqualified(label string) (string, bool) {
	open := strings.LastIndexByte(label, '(')
	if open <= 0 || !strings.HasSuffix(label, ")") {
		return label, false
	}
	return strings.TrimSpace(label[:open]), true
}

// maxWords of a label are matched: no text has a longer one.
const maxWords = 12

// form adds the stems of a label.
func (c *compiler) form(label uint32, tongue byte, text string, bare byte) {
	words := c.stemmers[tongue].Words(text)
	if len(words) == 0 || len(words) > maxWords {
		return
	}
	for _, w := range words {
		stem := w.Stem
		if w.Acronym != "" {
			stem = w.Acronym
		}
		c.key = append(append(c.key[:0], tongue), stem...)
		n, ok := c.numbers[string(c.key)]
		if !ok {
			n = uint32(c.stems.len())
			key := string(c.key)
			c.numbers[key] = n
			c.stems.add(key)
			c.count = append(c.count, 0)
		}
		c.count[n]++
		c.forms.items = append(c.forms.items, n)
	}
	c.forms.ends = append(c.forms.ends, uint32(len(c.forms.items)))
	c.formLabel, c.formBare = append(c.formLabel, label), append(c.formBare, bare)
}

// index makes the tables by which a text finds forms.
func (c *compiler) index() {
	size := 1
	for size < 2*c.stems.len()+2 {
		size *= 2
	}
	c.slots = make([]uint32, size)
	for n := range c.stems.len() {
		at := uint32(xxh3.Hash(c.stems.at(uint32(n)))) & uint32(size-1)
		for c.slots[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		c.slots[at] = uint32(n) + 1
	}
	c.numbers = nil
	rarest := make([]uint32, len(c.formLabel))
	ends := make([]uint32, c.stems.len())
	for f := range rarest {
		stems := c.forms.at(uint32(f))
		rarest[f] = slices.MinFunc(stems, func(x, y uint32) int { return int(c.count[x]) - int(c.count[y]) })
		ends[rarest[f]]++
	}
	total := uint32(0)
	for i, n := range ends {
		ends[i] = total
		total += n
	}
	c.keyed.items = make([]uint32, total)
	for f, key := range rarest {
		c.keyed.items[ends[key]] = uint32(f)
		ends[key]++
	}
	c.keyed.ends = ends
}
