package thesaurus

import "sort"

// Vocabulary is a thesaurus in flat tables, with the stems of its labels. It is immutable and safe for concurrent use.
type Vocabulary struct {
	tables
	stems     names    // prefixed with the number of their language
	count     []uint32 // by stem: number of forms with it
	forms     list32   // by form: its stems, in the order of the words
	formLabel []uint32
	formBare  []byte // 1: without the qualifier in brackets at its end
	keyed     list32 // by stem: forms whose rarest stem it is
}

// Len returns the number of concepts.
func (v *Vocabulary) Len() int { return v.uris.len() }

// URI returns the URI of a concept.
func (v *Vocabulary) URI(concept uint32) string { return string(v.uris.at(concept)) }

// Notation returns the notation of a concept, "" for none.
func (v *Vocabulary) Notation(concept uint32) string { return string(v.notations.at(concept)) }

// Broader, Narrower and Related return the concepts in that relation to a concept.
func (v *Vocabulary) Broader(concept uint32) []uint32  { return v.broader.at(concept) }
func (v *Vocabulary) Narrower(concept uint32) []uint32 { return v.narrower.at(concept) }
func (v *Vocabulary) Related(concept uint32) []uint32  { return v.near.at(concept) }

// Concept returns the number of the concept with a URI, false if there is none.
func (v *Vocabulary) Concept(uri string) (uint32, bool) {
	i := sort.Search(v.Len(), func(i int) bool { return string(v.uris.at(uint32(i))) >= uri })
	return uint32(i), i < v.Len() && string(v.uris.at(uint32(i))) == uri
}

// Label returns the preferred label of a concept in a language, else its first label, "" if it has none.
func (v *Vocabulary) Label(concept uint32, language string) string {
	from, to := v.first[concept], v.first[concept+1]
	for l := from; l < to; l++ {
		if v.labelKind[l] == byte(Preferred) && string(v.languages.at(uint32(v.labelTongue[l]))) == language {
			return string(v.texts.at(l))
		}
	}
	if from == to {
		return ""
	}
	return string(v.texts.at(from))
}

// LabelOf returns the concept of a label, and its kind.
func (v *Vocabulary) LabelOf(label uint32) (concept uint32, kind Kind) {
	return v.labelConcept[label], Kind(v.labelKind[label])
}

// Text returns the text of a label.
func (v *Vocabulary) Text(label uint32) string { return string(v.texts.at(label)) }

// Languages are the tags of the labels, in order.
func (v *Vocabulary) Languages() (all []string) {
	for i := range v.languages.len() {
		all = append(all, string(v.languages.at(uint32(i))))
	}
	return all
}
