package thesaurus

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Compile adds the tables for finding labels in texts. t must not be used afterwards.
func Compile(t *Thesaurus) *Vocabulary {
	v, _ := compile(context.Background(), t) // only the end of a context is an error
	return v
}

// labelsBetween is the number of labels between two looks at the context.
const labelsBetween = 1 << 12

// compile is Compile until ctx ends.
func compile(ctx context.Context, t *Thesaurus) (*Vocabulary, error) {
	c := &compiler{Vocabulary: Vocabulary{tables: t.tables}}
	for i := range c.languages.len() {
		c.stemmers = append(c.stemmers, word.NewStemmer(string(c.languages.at(uint32(i)))))
	}
	c.forms = list32{make([]uint32, 0, 2*c.texts.len()), make([]uint32, 0, c.texts.len())}
	c.formLabel, c.formBare = make([]uint32, 0, c.texts.len()), make([]byte, 0, c.texts.len())
	for l := range c.texts.len() {
		if l%labelsBetween == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.label(uint32(l))
	}
	c.Vocabulary.stems = c.stems.list8
	c.words, c.stemOf, c.stems = names{}, nil, names{}
	c.index()
	return &c.Vocabulary, nil
}

// compiler makes a Vocabulary.
type compiler struct {
	Vocabulary
	words    names    // words of labels in lower case, and acronyms, prefixed with the number of their language
	stemOf   []uint32 // by word
	stems    names
	stemmers []*word.Stemmer // by language
	spans    []span
	key      []byte
}

// label adds the forms of a label: the label, and the label without its qualifier, as in "pipes (smoking)".
func (c *compiler) label(l uint32) {
	text := string(c.texts.at(l))
	c.form(l, text, 0)
	if bare, ok := Unqualified(text); ok {
		c.form(l, bare, 1)
	}
}

// Unqualified returns a label without the qualifier in brackets at its end, false if it has none.
func Unqualified(label string) (string, bool) {
	open := strings.LastIndexByte(label, '(')
	if open <= 0 || !strings.HasSuffix(label, ")") {
		return label, false
	}
	return strings.TrimSpace(label[:open]), true
}

// maxWords is the largest number of words of a label that is matched.
const maxWords = 12

// form adds a form of a label, as stems.
func (c *compiler) form(label uint32, text string, bare byte) {
	c.spans = cut(text, c.spans[:0])
	if len(c.spans) == 0 || len(c.spans) > maxWords {
		return
	}
	for _, s := range c.spans {
		n := c.stem(text, s, c.labelTongue[label])
		c.count[n]++
		c.forms.items = append(c.forms.items, n)
	}
	c.forms.ends = append(c.forms.ends, uint32(len(c.forms.items)))
	c.formLabel, c.formBare = append(c.formLabel, label), append(c.formBare, bare)
}

// stem returns the number of a word's stem. For most words, which are known, it takes one lookup.
func (c *compiler) stem(text string, s span, tongue byte) uint32 {
	surface := text[s.start:s.end]
	c.key = append(c.key[:0], tongue)
	if s.acronym {
		c.key = append(append(c.key, acronymMark...), surface...)
	} else {
		c.key = appendLower(c.key, surface)
	}
	w, known := c.words.number(c.key)
	if known {
		return c.stemOf[w]
	}
	if !s.acronym {
		if lower := c.key[1:]; len(lower) <= longestWord {
			c.key = append(c.key[:1], c.stemmers[tongue].Stem(string(lower))...)
		}
	}
	n, known := c.stems.number(c.key)
	if !known {
		c.count = append(c.count, 0)
	}
	c.stemOf = append(c.stemOf, n)
	return n
}

// appendLower appends s in lower case.
func appendLower(b []byte, s string) []byte {
	from := len(b)
	for i := range len(s) {
		k := s[i]
		switch {
		case k >= utf8.RuneSelf:
			return append(b[:from], strings.ToLower(s)...)
		case 'A' <= k && k <= 'Z':
			k += 'a' - 'A'
		}
		b = append(b, k)
	}
	return b
}

// index builds the tables for finding forms in texts.
func (c *compiler) index() {
	stems := &c.Vocabulary.stems
	size := 1
	for size < 2*stems.len()+2 {
		size *= 2
	}
	c.slots = make([]uint32, size)
	for n := range stems.len() {
		at := uint32(xxh3.Hash(stems.at(uint32(n)))) & uint32(size-1)
		for c.slots[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		c.slots[at] = uint32(n) + 1
	}
	rarest := make([]uint32, len(c.formLabel))
	ends := make([]uint32, stems.len())
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
