package thesaurus

import (
	"slices"
)

// Match is a form of a label whose stems are all in one sentence.
type Match struct {
	Label    uint32
	Bare     bool  // without the qualifier in brackets at the label's end
	Words    []int // indices in the words of the text, in the order of the label's words; of several places the closest
	Sentence int
}

// Matcher finds labels in texts. It is not safe for concurrent use.
type Matcher struct {
	v        *Vocabulary
	stemmers map[string]*Stemmer
	key      []byte
	places   map[uint32][]int // by stem: its places in the sentence
	order    []uint32
}

// NewMatcher returns a Matcher of v's labels.
func NewMatcher(v *Vocabulary) *Matcher {
	return &Matcher{v: v, stemmers: map[string]*Stemmer{}, places: map[uint32][]int{}}
}

// Stemmer returns the stemmer of a language.
func (m *Matcher) Stemmer(language string) *Stemmer {
	s := m.stemmers[language]
	if s == nil {
		s = NewStemmer(language)
		m.stemmers[language] = s
	}
	return s
}

// maxSentence is the largest number of words of a sentence. A table without full stops is cut there.
const maxSentence = 100

// Find calls found with every form of a label of a language whose stems are in one sentence of words. The words must come from the
// Stemmer of that language. Match.Words is valid only during the call.
func (m *Matcher) Find(language string, words []Word, found func(Match)) {
	tongue := slices.Index(m.v.Languages(), language)
	if tongue < 0 {
		return
	}
	for from, sentence := 0, 0; from < len(words); sentence++ {
		to := from
		for to < len(words) && to-from < maxSentence {
			if to++; words[to-1].Ends {
				break
			}
		}
		m.sentence(byte(tongue), words[from:to], from, sentence, found)
		from = to
	}
}

// sentence finds the forms in one sentence, whose first word is word from of the text.
func (m *Matcher) sentence(tongue byte, words []Word, from, sentence int, found func(Match)) {
	clear(m.places)
	m.order = m.order[:0]
	for i, w := range words {
		m.see(tongue, w.Stem, from+i)
		if w.Acronym != "" {
			m.see(tongue, w.Acronym, from+i)
		}
	}
	var at [maxWords]int
	for _, stem := range m.order {
		for _, form := range m.v.keyed.at(stem) {
			stems := m.v.forms.at(form)
			if chosen, ok := m.closest(stems, stem, at[:0]); ok {
				found(Match{Label: m.v.formLabel[form], Bare: m.v.formBare[form] != 0, Words: chosen, Sentence: sentence})
			}
		}
	}
}

// see adds a place of a stem.
func (m *Matcher) see(tongue byte, stem string, place int) {
	m.key = append(append(m.key[:0], tongue), stem...)
	n, ok := m.v.stem(m.key)
	if !ok {
		return
	}
	places, ok := m.places[n]
	if !ok {
		m.order = append(m.order, n)
	}
	m.places[n] = append(places, place)
}

// closest returns, for each stem, the place closest to where it would be next to the key; false if a stem is missing.
func (m *Matcher) closest(stems []uint32, key uint32, at []int) ([]int, bool) {
	for _, s := range stems {
		if len(m.places[s]) == 0 {
			return nil, false
		}
	}
	k := slices.Index(stems, key)
	best, bestFar := at, -1
	var trial [maxWords]int
	for _, anchor := range m.places[key] {
		far := 0
		for i, s := range stems {
			want, nearest := anchor+i-k, -1
			for _, p := range m.places[s] {
				if nearest < 0 || distance(p, want) < distance(nearest, want) {
					nearest = p
				}
			}
			trial[i] = nearest
			far += distance(nearest, want)
		}
		if bestFar < 0 || far < bestFar {
			best, bestFar = append(at[:0], trial[:len(stems)]...), far
		}
	}
	return best, true
}

func distance(a, b int) int { return max(a-b, b-a) }

// Rarest returns the number of forms with the rarest stem of a label.
func (v *Vocabulary) Rarest(label uint32) int {
	f, ok := v.formOf(label)
	if !ok {
		return 0
	}
	least := ^uint32(0)
	for _, s := range v.forms.at(f) {
		least = min(least, v.count[s])
	}
	return int(least)
}

// LabelStems returns the distinct stems of a concept's first label, without its qualifier; nil if the label has no form.
func (v *Vocabulary) LabelStems(concept uint32) (all []string) {
	if v.first[concept] == v.first[concept+1] {
		return nil
	}
	f, ok := v.formOf(v.first[concept])
	if !ok {
		return nil
	}
	for _, s := range v.forms.at(f) {
		if stem := string(v.stems.at(s)); !slices.Contains(all, stem) {
			all = append(all, stem)
		}
	}
	return all
}

// formOf returns the last form of a label, which is the one without a qualifier if it has one.
func (v *Vocabulary) formOf(label uint32) (uint32, bool) {
	i, _ := slices.BinarySearch(v.formLabel, label+1)
	return uint32(i - 1), i > 0 && v.formLabel[i-1] == label
}

// Stems calls found with every form whose stems, as LabelStems returns them, are all in the set.
func (m *Matcher) Stems(set []string, found func(concept uint32, stems []uint32)) {
	clear(m.places)
	m.order = m.order[:0]
	for i, stem := range set {
		n, ok := m.v.stem([]byte(stem))
		if _, known := m.places[n]; !ok || known {
			continue
		}
		m.order = append(m.order, n)
		m.places[n] = []int{i}
	}
	for _, stem := range m.order {
	forms:
		for _, form := range m.v.keyed.at(stem) {
			stems := m.v.forms.at(form)
			at := make([]uint32, len(stems))
			for i, s := range stems {
				place, ok := m.places[s]
				if !ok {
					continue forms
				}
				at[i] = uint32(place[0])
			}
			found(m.v.labelConcept[m.v.formLabel[form]], at)
		}
	}
}
