package thesaurus

import (
	"cmp"
	"slices"
)

// Vocabulary is a thesaurus with the forms of its labels. It is immutable and safe for concurrent use.
//
// Concepts, labels, languages, stems and forms are numbered from 0. Those of which a thesaurus has millions hold few pointers, to
// spare garbage collection.
type Vocabulary struct {
	Digest     string   // sha256 of the file, in hexadecimal digits
	Deprecated int      // number of deprecated concepts, which are left out
	Unlabelled int      // number of concepts without labels, which are left out
	Notes      []string // how a list of terms was read
	Long       int      // number of labels and notations of more than 1,000 bytes, which are left out

	uris                       names
	concepts                   []concept // in the order of their URIs
	labels                     []label   // those of a concept are consecutive, preferred ones first
	languages                  []string  // of the labels
	broader, narrower, related lists     // by concept

	stems     names    // prefixed with the number of their language
	count     []uint32 // by stem: number of forms with it
	forms     lists    // by form: its stems, in the order of the words
	formLabel []uint32
	formBare  []bool // without the qualifier in brackets at its end
	keyed     lists  // by stem: the forms whose rarest stem it is

	index func() *index // of labels by their text, made at the first call
}

type concept struct {
	uri      uint32 // its number
	first    uint32 // its first label
	notation string
	state    state
}

type label struct {
	text     string
	concept  uint32
	kind     Kind
	language uint8
}

// Kind is the kind of a label.
type Kind uint8

// Kinds of labels.
const (
	Preferred Kind = iota
	Alternative
	Hidden
)

// lists is a list of lists of numbers in one slice.
type lists struct{ items, ends []uint32 }

// pair is a number, in the upper half, and another one that is on its list.
type pair uint64

func pairOf(list, item uint32) pair { return pair(list)<<32 | pair(item) }

func (p pair) split() (list, item uint32) { return uint32(p >> 32), uint32(p) }

// listsOf returns n lists with the items of the pairs, sorted and without duplicates. It sorts the pairs.
func listsOf(n int, pairs []pair) lists {
	slices.Sort(pairs)
	pairs = slices.Compact(pairs)
	l := lists{make([]uint32, len(pairs)), make([]uint32, n)}
	for i, p := range pairs {
		list, item := p.split()
		l.items[i], l.ends[list] = item, uint32(i+1)
	}
	for i := 1; i < n; i++ {
		l.ends[i] = max(l.ends[i], l.ends[i-1]) // an empty list ends with the one before
	}
	return l
}

// add appends a list.
func (l *lists) add(items []uint32) {
	l.items = append(l.items, items...)
	l.ends = append(l.ends, uint32(len(l.items)))
}

func (l *lists) at(i uint32) []uint32 {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.items[start:l.ends[i]]
}

// Len returns the number of concepts.
func (v *Vocabulary) Len() int { return len(v.concepts) }

// URI returns the URI of a concept.
func (v *Vocabulary) URI(concept uint32) string { return string(v.uris.at(v.concepts[concept].uri)) }

// Notation returns the notation of a concept, "" for none.
func (v *Vocabulary) Notation(concept uint32) string { return v.concepts[concept].notation }

// Broader, Narrower and Related return the concepts in that relation to a concept.
func (v *Vocabulary) Broader(concept uint32) []uint32  { return v.broader.at(concept) }
func (v *Vocabulary) Narrower(concept uint32) []uint32 { return v.narrower.at(concept) }
func (v *Vocabulary) Related(concept uint32) []uint32  { return v.related.at(concept) }

// Concept returns the number of the concept with a URI, false if there is none.
func (v *Vocabulary) Concept(uri string) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(v.concepts, uri, func(c concept, uri string) int { return cmp.Compare(string(v.uris.at(c.uri)), uri) })
	return uint32(i), ok
}

// Label returns the preferred label of a concept in a language, else the English one, else its first label.
func (v *Vocabulary) Label(concept uint32, language string) string {
	first := v.concepts[concept].first
	best := v.labels[first].text
	for _, l := range v.labels[first:] {
		if l.concept != concept || l.kind != Preferred {
			break
		}
		if v.languages[l.language] == language {
			return l.text
		}
		if v.languages[l.language] == "en" {
			best = l.text
		}
	}
	return best
}

// LabelOf returns the concept of a label, and its kind.
func (v *Vocabulary) LabelOf(label uint32) (concept uint32, kind Kind) {
	return v.labels[label].concept, v.labels[label].kind
}

// Labels calls found with every label of every concept, and the label's language. Labels of a concept follow one another.
func (v *Vocabulary) Labels(found func(concept uint32, label, language string)) {
	for _, l := range v.labels {
		found(l.concept, l.text, v.languages[l.language])
	}
}

// Text returns the text of a label.
func (v *Vocabulary) Text(label uint32) string { return v.labels[label].text }

// Languages are the tags of the labels, in the order of their first use. Do not change the list.
func (v *Vocabulary) Languages() []string { return v.languages }
