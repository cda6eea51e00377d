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

// maxWords is the largest number of words of a label that is matched.
const maxWords = 12

// former makes the forms of labels.
type former struct {
	*builder
	styles   *styles
	stemmers []*word.Stemmer // by language
	words    names           // in lower case, and acronyms, prefixed with the number of their language
	stemOf   []uint32        // by word
	spans    []span
}

// makeForms makes the forms of the labels. It fails if ctx ends, or if the labels have so many words that they take too much memory.
func (b *builder) makeForms(ctx context.Context) error {
	f := &former{builder: b, styles: stylesOf(&b.Vocabulary)}
	for _, tag := range b.languages {
		f.stemmers = append(f.stemmers, word.NewStemmer(tag))
	}
	n := len(b.labels)
	b.forms = lists{make([]uint32, 0, 2*n), make([]uint32, 0, n)}
	b.formLabel, b.formBare = make([]uint32, 0, n), make([]bool, 0, n)
	for l := range b.labels {
		if l%labelsBetween == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		text, acronyms := b.labels[l].text, f.styles.acronyms(b.labels[l])
		err := f.form(uint32(l), text, false, acronyms)
		if bare, ok := Unqualified(text); ok && err == nil {
			err = f.form(uint32(l), bare, true, acronyms)
		}
		if err != nil {
			return err
		}
	}
	keys := make([]pair, len(b.formLabel))
	for i := range keys {
		rarest := slices.MinFunc(b.forms.at(uint32(i)), func(x, y uint32) int { return int(b.count[x]) - int(b.count[y]) })
		keys[i] = pairOf(rarest, uint32(i))
	}
	b.keyed = listsOf(b.stems.len(), keys)
	return nil
}

// Unqualified returns a label without the qualifier in brackets at its end, as in "pipes (smoking)"; false if it has none.
func Unqualified(label string) (string, bool) {
	open := strings.LastIndexByte(label, '(')
	if open <= 0 || !strings.HasSuffix(label, ")") {
		return label, false
	}
	return strings.TrimSpace(label[:open]), true
}

// form adds a form of a label, as stems. A word of few capitals can be an acronym, if acronyms is true. A form of stop words is a name,
// if any: it matches only words with the same capitals.
func (f *former) form(label uint32, text string, bare, acronyms bool) error {
	f.spans = cut(text, f.spans[:0])
	if len(f.spans) == 0 || len(f.spans) > maxWords {
		return nil
	}
	language := f.labels[label].language
	stops := !slices.ContainsFunc(f.spans, func(s span) bool {
		return s.letters > longestStop || !stop(f.languages[language], lower(f.languages[language], text[s.start:s.end]))
	})
	if stops && !slices.ContainsFunc(f.spans, func(s span) bool { return s.capital }) {
		return nil
	}
	var stems [maxWords]uint32
	for i, s := range f.spans {
		n, err := f.stem(text[s.start:s.end], language, acronyms && s.acronym() || stops && s.capital)
		if err != nil {
			return err
		}
		f.count[n]++
		stems[i] = n
	}
	f.forms.add(stems[:len(f.spans)])
	f.formLabel, f.formBare = append(f.formLabel, label), append(f.formBare, bare)
	return nil
}

// longestStop is the largest number of letters of a stop word.
const longestStop = 16

// stem returns the number of a word's stem, or of the word exactly as it is written. For most words, which are known, it takes one
// lookup.
func (f *former) stem(surface string, language uint8, exact bool) (uint32, error) {
	f.key = append(f.key[:0], language)
	if exact {
		f.key = append(append(f.key, exactMark...), surface...)
	} else {
		f.key = appendLower(f.key, f.languages[language], surface)
	}
	w, known := f.words.number(f.key)
	if known {
		return f.stemOf[w], nil
	}
	if lower := string(f.key[1:]); !exact && len(lower) <= longestWord {
		if stop(f.languages[language], lower) {
			lower = stopMark + lower
		} else {
			lower = dotted(f.languages[language], f.stemmers[language].Stem(lower))
		}
		f.key = append(f.key[:1], lower...)
	}
	n, known := f.stems.number(f.key)
	if !known {
		f.count = append(f.count, 0)
	}
	f.stemOf = append(f.stemOf, n)
	return n, f.spend(perWord + perByte*len(surface))
}

// appendLower appends a word of a language in lower case.
func appendLower(b []byte, tag, s string) []byte {
	from := len(b)
	for i := range len(s) {
		k := s[i]
		switch {
		case k >= utf8.RuneSelf, k == 'I' && turkic(tag):
			return append(b[:from], lower(tag, s)...)
		case 'A' <= k && k <= 'Z':
			k += 'a' - 'A'
		}
		b = append(b, k)
	}
	return b
}
