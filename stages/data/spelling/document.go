package spelling

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Tags of languages: German writes nouns with a capital, and English is the language of the lexicon.
const (
	german  = "de"
	english = "en"
)

// Document is a text whose phrases are spelt. It is not safe for concurrent use.
type Document struct {
	fields  [2]string // plain title and body
	tag     string
	lexicon *Lexicon

	sentences [2][]sentence     // of each field; nil until needed
	cases     map[string][]form // how the text writes a word where its case counts, by key; nil until needed
	lower     [2]string         // the fields in small letters; empty until needed
	whole     map[string]bool   // answers of has, by word; nil until needed
}

// NewDocument returns the document of a plain title and body in the language of a tag, English if it is not known.
func NewDocument(tag string, lexicon *Lexicon, title, body string) *Document {
	if tag == "" || tag == "und" {
		tag = english
	}
	return &Document{fields: [2]string{title, body}, tag: tag, lexicon: lexicon}
}

// Place is a part of a document, in bytes.
type Place struct {
	Field      int // 0: title, 1: body
	Start, End int
}

// Text returns the text of a place.
func (d *Document) Text(p Place) string { return d.fields[p.Field][p.Start:p.End] }

// variant is a spelling with all places that have it, but for capitals.
type variant struct {
	key    string
	places []Place
}

// MostPlaces is the largest number of places that Spellings reads. More of them say nothing new of a phrase.
const MostPlaces = 1000

// Spellings returns the spellings of a phrase by the first MostPlaces of its places, the best first. They differ in more than
// capitals. Places are in order and whole, see Whole. labelled is the spelling of labelled documents, "" if there is none: where no place says which
// capitals the phrase has, and it is spelt the same, it has theirs.
func (d *Document) Spellings(places []Place, labelled string) []string {
	var variants []variant
	for _, p := range places[:min(len(places), MostPlaces)] {
		key := fold(d.clean(d.Text(p)))
		if key == "" {
			continue
		}
		k := slices.IndexFunc(variants, func(v variant) bool { return v.key == key })
		if k < 0 {
			k = len(variants)
			variants = append(variants, variant{key: key})
		}
		variants[k].places = append(variants[k].places, p)
	}
	slices.SortStableFunc(variants, func(a, b variant) int { return cmp.Compare(len(b.places), len(a.places)) })
	all := make([]string, len(variants))
	for i, v := range variants {
		all[i] = d.cased(v.places, labelled)
	}
	return all
}

// First returns the first of the places, at least one, that has the digits and signs of a spelling: COVID-21 is no place of COVID-19. It
// is the first of all if none has them.
func (d *Document) First(places []Place, spelt string) Place {
	for _, p := range places[:min(len(places), MostPlaces)] {
		if signsOf(d.clean(d.Text(p))) == signsOf(spelt) {
			return p
		}
	}
	return places[0]
}

// signsOf returns what is not a letter, a blank, a quote or a hyphen.
func signsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsSpace(r) || isHyphen(r) || strings.ContainsRune("'\"’‘“”„«»–", r) {
			return -1
		}
		return r
	}, s)
}

// fold returns a spelling for comparison: in small letters, with one kind of hyphen.
func fold(s string) string { return hyphens.Replace(strings.ToLower(s)) }

var hyphens = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-")
