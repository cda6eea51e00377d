package thesaurus

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// labelsBetween is the number of labels between two looks at the context.
const labelsBetween = 1 << 12

// Compile adds the tables for finding labels in texts. t must not be used afterwards. It fails if ctx ends, or if the labels have so
// many words that the tables take too much memory.
func Compile(ctx context.Context, t *Thesaurus) (*Vocabulary, error) {
	c := &compiler{Vocabulary: Vocabulary{tables: t.tables}, budget: budget{t.memory()}, styles: stylesOf(&t.tables)}
	for i := range c.languages.len() {
		tag := string(c.languages.at(uint32(i)))
		c.tags, c.stemmers = append(c.tags, tag), append(c.stemmers, word.NewStemmer(tag))
	}
	c.forms = list32{make([]uint32, 0, 2*c.texts.len()), make([]uint32, 0, c.texts.len())}
	c.formLabel, c.formBare = make([]uint32, 0, c.texts.len()), make([]byte, 0, c.texts.len())
	for l := range c.texts.len() {
		if l%labelsBetween == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := c.label(uint32(l)); err != nil {
			return nil, err
		}
	}
	c.words, c.stemOf = names{}, nil
	c.index()
	return &c.Vocabulary, nil
}

// compiler makes a Vocabulary.
type compiler struct {
	Vocabulary
	words    names           // words of labels in lower case, and acronyms, prefixed with the number of their language
	stemOf   []uint32        // by word
	tags     []string        // of languages
	stemmers []*word.Stemmer // by language
	styles   styles
	spans    []span
	key      []byte
	budget
}

// label adds the forms of a label: the label, and the label without its qualifier, as in "pipes (smoking)".
func (c *compiler) label(l uint32) error {
	text := string(c.texts.at(l))
	acronyms := c.styles.acronyms(text, c.labelTongue[l], c.labelKind[l])
	err := c.form(l, text, 0, acronyms)
	if bare, ok := Unqualified(text); ok && err == nil {
		err = c.form(l, bare, 1, acronyms)
	}
	return err
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

// form adds a form of a label, as stems. A word of few capitals can be an acronym, if acronyms is true.
func (c *compiler) form(label uint32, text string, bare byte, acronyms bool) error {
	c.spans = cut(text, c.spans[:0])
	if len(c.spans) == 0 || len(c.spans) > maxWords {
		return nil
	}
	tongue := c.labelTongue[label]
	stops, capitals := c.stops(text, tongue)
	if stops && !capitals {
		return nil
	}
	for _, s := range c.spans {
		n, err := c.stem(text, s, tongue, acronyms && s.acronym() || stops && s.capital)
		if err != nil {
			return err
		}
		c.count[n]++
		c.forms.items = append(c.forms.items, n)
	}
	c.forms.ends = append(c.forms.ends, uint32(len(c.forms.items)))
	c.formLabel, c.formBare = append(c.formLabel, label), append(c.formBare, bare)
	return nil
}

// stops reports whether all words of a form are stop words, and whether one of them begins with a capital. Such a form is a name, if
// any: it matches only words with the same capitals.
func (c *compiler) stops(text string, tongue byte) (all, capitals bool) {
	for _, s := range c.spans {
		if s.letters > longestStop || !stop(c.tags[tongue], strings.ToLower(text[s.start:s.end])) {
			return false, false
		}
		capitals = capitals || s.capital
	}
	return true, capitals
}

// longestStop is the largest number of letters of a stop word.
const longestStop = 16

// stem returns the number of a word's key: exactly as it is written, or in lower case, stemmed. For most words, which are known, it
// takes one lookup.
func (c *compiler) stem(text string, s span, tongue byte, exact bool) (uint32, error) {
	surface := text[s.start:s.end]
	c.key = append(c.key[:0], tongue)
	if exact {
		c.key = append(append(c.key, exactMark...), surface...)
	} else {
		c.key = appendLower(c.key, surface)
	}
	w, known := c.words.number(c.key)
	if known {
		return c.stemOf[w], nil
	}
	if lower := string(c.key[1:]); !exact && len(lower) <= longestWord {
		if stop(c.tags[tongue], lower) {
			lower = stopMark + lower
		} else {
			lower = c.stemmers[tongue].Stem(lower)
		}
		c.key = append(c.key[:1], lower...)
	}
	n, known := c.stems.number(c.key)
	if !known {
		c.count = append(c.count, 0)
	}
	c.stemOf = append(c.stemOf, n)
	return n, c.spend(perWord + perByte*len(surface))
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

// index lists, by stem, the forms whose rarest stem it is.
func (c *compiler) index() {
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
