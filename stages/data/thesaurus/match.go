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
	Ended    func() bool // ends Find early; may be nil
	v        *Vocabulary
	stemmers map[[2]string]*Stemmer
	key      []byte
	places   map[uint32][]int // by stem: its places in the sentence
	named    map[int]uint32   // by place: the stem of a label that is spelt exactly so
	order    []uint32
}

// NewMatcher returns a Matcher of v's labels.
func NewMatcher(v *Vocabulary) *Matcher {
	return &Matcher{v: v, stemmers: map[[2]string]*Stemmer{}, places: map[uint32][]int{}, named: map[int]uint32{}}
}

// Stemmer returns the stemmer of a language.
func (m *Matcher) Stemmer(language string) *Stemmer { return m.StemmerIn(language, language) }

// StemmerIn returns the stemmer of a language for texts of another one, whose stop words are none of the first.
func (m *Matcher) StemmerIn(language, text string) *Stemmer {
	key := [2]string{language, text}
	s := m.stemmers[key]
	if s == nil {
		s = NewStemmer(language, text)
		m.stemmers[key] = s
	}
	return s
}

// Limits of a sentence.
const (
	maxSentence = 100  // words; a table without full stops is cut there
	maxMatches  = 2000 // forms; those of later words are left out
)

// Find calls found with every form of a label of a language whose stems are in one sentence of words. The words must come from the
// Stemmer of that language. Match.Words is valid only during the call. It returns the number of sentences with more than 2,000 forms,
// of which it leaves out the others; few texts have a hundredth of that.
func (m *Matcher) Find(language string, words []Word, found func(Match)) (full int) {
	number := slices.Index(m.v.languages, language)
	if number < 0 {
		return 0
	}
	for from, sentence := 0, 0; from < len(words); sentence++ {
		to := from
		for to < len(words) && to-from < maxSentence {
			if to++; words[to-1].Ends {
				break
			}
		}
		if m.Ended != nil && m.Ended() {
			return full
		}
		if !m.sentence(uint8(number), words[from:to], from, sentence, found) {
			full++
		}
		from = to
	}
	return full
}

// sentence finds the forms in one sentence, whose first word is word from of the text; false if there are more than maxMatches.
func (m *Matcher) sentence(language uint8, words []Word, from, sentence int, found func(Match)) bool {
	clear(m.places)
	clear(m.named)
	m.order = m.order[:0]
	for i, w := range words {
		m.see(language, w.Key, from+i)
		if w.Exact == "" {
			continue
		}
		if n, ok := m.see(language, w.Exact, from+i); ok && m.alone(n) {
			m.named[from+i] = n
		}
	}
	var at [maxWords]int
	matches := 0
	for _, stem := range m.order {
		for _, form := range m.v.keyed.at(stem) {
			stems := m.v.forms.at(form)
			if chosen, ok := m.closest(stems, stem, at[:0]); ok {
				if matches++; matches > maxMatches {
					return false
				}
				if len(stems) == 1 && !m.own(stem, chosen) {
					continue
				}
				found(Match{Label: m.v.formLabel[form], Bare: m.v.formBare[form], Words: chosen, Sentence: sentence})
			}
		}
	}
	return true
}

// alone reports whether a stem is all of a form.
func (m *Matcher) alone(stem uint32) bool {
	return slices.ContainsFunc(m.v.keyed.at(stem), func(form uint32) bool { return len(m.v.forms.at(form)) == 1 })
}

// own chooses the first place of a stem that is no other label's exact spelling: where PET stands, Pet does not. It is false if none is.
func (m *Matcher) own(stem uint32, chosen []int) bool {
	for _, place := range m.places[stem] {
		if n, ok := m.named[place]; !ok || n == stem {
			chosen[0] = place
			return true
		}
	}
	return false
}

// see adds a place of a stem, if a label has it.
func (m *Matcher) see(language uint8, stem string, place int) (n uint32, ok bool) {
	m.key = append(append(m.key[:0], language), stem...)
	n, _, ok = m.v.stems.find(m.key)
	if !ok {
		return 0, false
	}
	places, ok := m.places[n]
	if !ok {
		m.order = append(m.order, n)
	}
	m.places[n] = append(places, place)
	return n, true
}

// closest returns, for each stem, the place closest to where it would be next to the key; false if a stem is missing, or stands
// less often than in the label.
func (m *Matcher) closest(stems []uint32, key uint32, at []int) ([]int, bool) {
	var places [maxWords][]int
	for i, s := range stems {
		places[i] = m.places[s]
		for _, other := range stems[:i] {
			if other == s && len(places[i]) > 0 {
				places[i] = places[i][1:] // only to count
			}
		}
		if len(places[i]) == 0 {
			return nil, false
		}
		places[i] = m.places[s]
	}
	k := slices.Index(stems, key)
	best, bestFar := at, -1
	var trial [maxWords]int
	for _, anchor := range m.places[key] {
		far := 0
		for i := range stems {
			want := anchor + i - k
			trial[i] = nearest(places[i], want)
			if far += distance(trial[i], want); bestFar >= 0 && far >= bestFar {
				break
			}
		}
		if bestFar < 0 || far < bestFar {
			best, bestFar = append(at[:0], trial[:len(stems)]...), far
		}
		if bestFar == 0 {
			break
		}
	}
	return best, true
}

// nearest returns the place nearest to another one, of two the first. places rise.
func nearest(places []int, to int) int {
	i, _ := slices.BinarySearch(places, to)
	if i == len(places) || i > 0 && distance(places[i-1], to) <= distance(places[i], to) {
		return places[i-1]
	}
	return places[i]
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
	f, ok := v.formOf(v.concepts[concept].first)
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

// Forms returns the number of forms with a stem, as LabelStems returns it.
func (v *Vocabulary) Forms(stem string) int {
	n, _, ok := v.stems.find([]byte(stem))
	if !ok {
		return 0
	}
	return int(v.count[n])
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
		n, _, ok := m.v.stems.find([]byte(stem))
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
			found(m.v.labels[m.v.formLabel[form]].concept, at)
		}
	}
}
