package concept

import (
	"cmp"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Features are the names of the features, in the order of Candidate.Features. Those of indexed documents need a Memory and are
// 0 without one.
var Features = []string{
	// The label in the text, as in MLLM: all 0 if the text lacks it.
	"literal", "sentences", "frequency", "title", "first", "last", "spread", "gap", "words", "letters", "kind", "bare", "qualifier",
	"exact", "covered", "shared", "rarity",
	// Broader, narrower and related concepts.
	"broader", "narrower", "related", "broader_in_text", "narrower_in_text", "related_in_text",
	// The document.
	"document_words", "document_literals", "foreign",
	// Indexed documents.
	"given", "usage", "usage_known", "votes", "votes_most", "votes_count", "votes_rank", "nearest",
	"profile", "profile_rank", "profile_share", "label_words", "label_words_least", "broader_votes", "narrower_votes", "related_votes",
	// The stems of the first label, in the text or not.
	"label_covered", "label_missing", "label_frequency", "label_likely",
}

// Candidate is a concept that a document may be about.
type Candidate struct {
	Concept     uint32
	Features    []float32 // of Features
	Margin      float64   // log-odds before the step function
	Probability float64
	Literal     *literal // nil if the text lacks its label
	Neighbour   int      // index in the memory of the most similar document that has it; −1: none
}

// seeker finds candidates. It is not safe for concurrent use.
type seeker struct {
	v       *thesaurus.Vocabulary
	matcher *thesaurus.Matcher
	memory  recaller
	stems   map[string]bool    // of the text
	counts  map[string]float32 // of the text, by stem of a label
	likely  map[string]float32 // stems of labels that co-occur with the text, the first with weight 1
}

// candidates returns the candidates of a text, sorted by concept.
func (s *seeker) candidates(t *Text, found map[uint32]*literal) []Candidate {
	r := s.memory.recall(Index("", t, nil, nil))
	wordy := s.fromWords(t, r)
	set := map[uint32]bool{}
	for c := range found {
		set[c] = true
	}
	for c := range r.votes {
		set[c] = true
	}
	for _, p := range r.resemble {
		set[uint32(p.Of)] = true
	}
	for c := range wordy {
		set[c] = true
	}
	all := make([]Candidate, 0, len(set))
	for c := range set {
		all = append(all, Candidate{Concept: c, Literal: found[c], Neighbour: -1})
	}
	slices.SortFunc(all, func(a, b Candidate) int { return int(a.Concept) - int(b.Concept) })
	ranks := ranked(r)
	clear(s.stems)
	for _, w := range t.Words {
		s.stems[w.Stem] = true
	}
	s.weigh(t, r)
	for i := range all {
		s.describe(&all[i], t, found, r, wordy, ranks)
	}
	return all
}

// wording is the mean and the lowest weight of the words of a label.
type wording struct{ mean, least float32 }

// inTitle is the weight of a word of the title, as a share of the highest weight of a label word of the memory.
const inTitle = .3

// fromWords returns the concepts whose label consists of label words that co-occur with the words of the text, at least one,
// and of words of its title.
func (s *seeker) fromWords(t *Text, r *recollection) map[uint32]wording {
	found := map[uint32]wording{}
	if len(r.likely) == 0 {
		return found
	}
	var set []string
	var weights []float32
	for _, p := range r.likely {
		set, weights = append(set, s.memory.labelText[p.Of]), append(weights, p.Weight)
	}
	likely := len(set)
	for i, tongue := range s.v.Languages()[:min(len(s.v.Languages()), mostTongues)] {
		title, _ := words(s.matcher.StemmerIn(tongue, t.Language), Document{Title: t.Document.Title})
		for _, w := range title {
			set, weights = append(set, string(rune(i))+w.Key), append(weights, inTitle*r.likely[0].Weight)
		}
	}
	s.matcher.Stems(set, func(concept uint32, at []uint32) {
		w := wording{least: math.MaxFloat32}
		any := false
		for _, i := range at {
			w.mean += weights[i] / float32(len(at))
			w.least = min(w.least, weights[i])
			any = any || int(i) < likely
		}
		if any && w.mean > found[concept].mean {
			found[concept] = w
		}
	})
	return found
}

// ranks are the ranks of concepts by votes and by profile, from 1.
type ranks struct{ votes, profile map[uint32]int }

func ranked(r *recollection) ranks {
	k := ranks{map[uint32]int{}, map[uint32]int{}}
	type voted struct {
		concept uint32
		sum     float32
	}
	all := make([]voted, 0, len(r.votes))
	for c, v := range r.votes {
		all = append(all, voted{c, v.Sum})
	}
	slices.SortFunc(all, func(a, b voted) int { return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.concept, b.concept)) })
	for i, v := range all {
		k.votes[v.concept] = i + 1
	}
	for i, p := range r.resemble {
		k.profile[uint32(p.Of)] = i + 1
	}
	return k
}

// describe sets the features of a candidate, and its Neighbour.
func (s *seeker) describe(c *Candidate, t *Text, found map[uint32]*literal, r *recollection, wordy map[uint32]wording, rank ranks) {
	f := make([]float32, 0, len(Features))
	words := float32(max(1, len(t.Words)))
	if l := c.Literal; l == nil {
		f = append(f, make([]float32, slices.Index(Features, "broader"))...)
	} else {
		_, kind := s.v.LabelOf(l.label)
		text := s.v.Text(l.label)
		f = append(f, 1, log(l.sentences), float32(l.sentences)/words, flag(l.title), float32(l.first)/words, float32(l.last)/words, float32(l.last-l.first)/words,
			float32(l.gap), float32(l.words), float32(len(text)), float32(kind), flag(l.bare), s.qualifier(t, text),
			flag(l.exact), float32(l.covered)/float32(l.sentences), log(l.shared), log(s.v.Rarest(l.label)))
	}
	for _, near := range [][]uint32{s.v.Broader(c.Concept), s.v.Narrower(c.Concept), s.v.Related(c.Concept)} {
		f = append(f, log(len(near)))
	}
	for _, near := range [][]uint32{s.v.Broader(c.Concept), s.v.Narrower(c.Concept), s.v.Related(c.Concept)} {
		f = append(f, share(near, func(n uint32) float32 { return flag(found[n] != nil) }))
	}
	f = append(f, log(len(t.Words)), log(len(found)), flag(!slices.Contains(s.v.Languages(), t.Language)))
	if s.memory.Memory == nil {
		c.Features = append(f, make([]float32, len(Features)-len(f))...)
		return
	}
	u := s.memory.prior[c.Concept]
	v, voted := r.votes[c.Concept]
	if voted {
		c.Neighbour = int(r.near[v.First].Of)
	}
	w := wordy[c.Concept]
	profile := r.cosine(c.Concept)
	f = append(f, log(int(u.given)), (u.both+.2)/(u.literal+2), log(int(u.literal)), r.share(c.Concept), v.Best, float32(v.Count), place(rank.votes[c.Concept]), first(r.near),
		profile, place(rank.profile[c.Concept]), profile/max(first(r.resemble), 1e-6), w.mean, w.least)
	for _, near := range [][]uint32{s.v.Broader(c.Concept), s.v.Narrower(c.Concept), s.v.Related(c.Concept)} {
		f = append(f, share(near, func(n uint32) float32 { return r.share(n) }))
	}
	c.Features = append(f, s.labelWords(c.Concept)...)
}

// weigh sets counts and likely.
func (s *seeker) weigh(t *Text, r *recollection) {
	clear(s.counts)
	clear(s.likely)
	if s.memory.Memory == nil {
		return
	}
	for i, tongue := range s.v.Languages()[:min(len(s.v.Languages()), mostTongues)] {
		read := t.Words
		if tongue != t.Language {
			read, _ = words(s.matcher.StemmerIn(tongue, t.Language), t.Document)
		}
		for _, w := range read {
			s.counts[string(rune(i))+w.Key]++
		}
	}
	for _, p := range r.likely {
		s.likely[s.memory.labelText[p.Of]] = p.Weight / r.likely[0].Weight
	}
}

// labelWords returns the features of the stems of a concept's first label, each weighted by its rarity among labels.
func (s *seeker) labelWords(concept uint32) []float32 {
	var whole, covered, frequency, likely float32
	for _, stem := range s.v.LabelStems(concept) {
		w := float32(math.Log1p(float64(s.v.Len()) / float64(s.v.Forms(stem))))
		whole += w
		if n := s.counts[stem]; n > 0 {
			covered += w
			frequency += float32(w * float32(1+math.Log(float64(n))))
			likely += w
		} else {
			likely += float32(w * s.likely[stem])
		}
	}
	if whole == 0 {
		return make([]float32, 4)
	}
	return []float32{covered / whole, whole - covered, frequency / whole, likely / whole}
}

// qualifier returns the share of the words of the label's qualifier that the text has, smoothed by ½; 0 without a qualifier.
func (s *seeker) qualifier(t *Text, label string) float32 {
	bare, ok := thesaurus.Unqualified(label)
	if !ok {
		return 0
	}
	words := s.matcher.Stemmer(t.Language).Words(label[len(bare):])
	n := 0
	for _, w := range words {
		if s.stems[w.Stem] {
			n++
		}
	}
	return (float32(n) + .5) / (float32(len(words)) + .5)
}

// mostNear limits the neighbouring concepts that are read: some concepts have thousands.
const mostNear = 50

// share returns the mean of worth over neighbouring concepts, 0 without any.
func share(near []uint32, worth func(uint32) float32) (sum float32) {
	near = near[:min(len(near), mostNear)]
	for _, n := range near {
		sum += worth(n)
	}
	return sum / float32(max(1, len(near)))
}

func log(n int) float32 { return float32(math.Log1p(float64(n))) }

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// place returns 1/rank, 0 for no rank.
func place(rank int) float32 {
	if rank == 0 {
		return 0
	}
	return 1 / float32(rank)
}
