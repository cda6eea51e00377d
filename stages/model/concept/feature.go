package concept

import (
	"maps"
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

// found is what is known about the candidates of a text.
type found struct {
	*Text
	literals map[uint32]*literal
	*recollection
	wordy  map[uint32]wording
	stems  map[string]bool    // of the text
	counts map[string]float32 // of the text, by stem of a label
	weight map[string]float32 // stems of labels that co-occur with the text, the first with weight 1
}

// Candidates returns the candidates of a text without probabilities, sorted by concept.
func (l *Finder) Candidates(t *Text) []Candidate {
	f := &found{Text: t, literals: literals(l.v, l.matcher, t), recollection: l.memory.recall(Index("", t, nil, nil)), stems: map[string]bool{}}
	f.wordy = l.fromWords(f)
	concepts := slices.AppendSeq(slices.AppendSeq(slices.Collect(maps.Keys(f.literals)), maps.Keys(f.votes)), maps.Keys(f.wordy))
	for _, p := range f.resemble {
		concepts = append(concepts, uint32(p.Of))
	}
	slices.Sort(concepts)
	for _, w := range t.Words {
		f.stems[w.Stem] = true
	}
	l.weigh(f)
	concepts = slices.Compact(concepts)
	all := make([]Candidate, len(concepts))
	for i, c := range concepts {
		all[i] = Candidate{Concept: c, Literal: f.literals[c], Neighbour: -1}
		l.describe(&all[i], f)
	}
	return all
}

// wording is the mean and the lowest weight of the words of a label.
type wording struct{ mean, least float32 }

// inTitle is the weight of a word of the title, as a share of the highest weight of a label word of the memory.
const inTitle = .3

// fromWords returns the concepts whose label consists of label words that co-occur with the words of the text, at least one,
// and of words of its title.
func (l *Finder) fromWords(f *found) map[uint32]wording {
	found := map[uint32]wording{}
	if len(f.likely) == 0 {
		return found
	}
	var set []string
	var weights []float32
	for _, p := range f.likely {
		set, weights = append(set, l.memory.labelText[p.Of]), append(weights, p.Weight)
	}
	likely := len(set)
	for i, tongue := range firstTongues(l.v) {
		title, _ := words(l.matcher.StemmerIn(tongue, f.Language), Document{Title: f.Document.Title})
		for _, w := range title {
			set, weights = append(set, string(rune(i))+w.Key), append(weights, inTitle*f.likely[0].Weight)
		}
	}
	l.matcher.Stems(set, func(concept uint32, at []uint32) {
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

// describe sets the features of a candidate, and its Neighbour.
func (l *Finder) describe(c *Candidate, t *found) {
	f := make([]float32, 0, len(Features))
	words := float32(max(1, len(t.Words)))
	if k := c.Literal; k == nil {
		f = append(f, make([]float32, slices.Index(Features, "broader"))...)
	} else {
		_, kind := l.v.LabelOf(k.label)
		text := l.v.Text(k.label)
		f = append(f, 1, log(k.sentences), float32(k.sentences)/words, flag(k.title), float32(k.first)/words, float32(k.last)/words, float32(k.last-k.first)/words,
			float32(k.gap), float32(k.words), float32(len(text)), float32(kind), flag(k.bare), l.qualifier(t, text),
			flag(k.exact), float32(k.covered)/float32(k.sentences), log(k.shared), log(l.v.Rarest(k.label)))
	}
	near := [][]uint32{l.v.Broader(c.Concept), l.v.Narrower(c.Concept), l.v.Related(c.Concept)}
	for _, n := range near {
		f = append(f, log(len(n)))
	}
	for _, n := range near {
		f = append(f, share(n, func(c uint32) float32 { return flag(t.literals[c] != nil) }))
	}
	f = append(f, log(len(t.Words)), log(len(t.literals)), flag(!slices.Contains(l.v.Languages(), t.Language)))
	if l.memory.Memory == nil {
		c.Features = append(f, make([]float32, len(Features)-len(f))...)
		return
	}
	u := l.memory.prior[c.Concept]
	v, voted := t.votes[c.Concept]
	if voted {
		c.Neighbour = int(t.near[v.First].Of)
	}
	w := t.wordy[c.Concept]
	profile := t.cosine(c.Concept)
	f = append(f, log(int(u.given)), (u.both+.2)/(u.literal+2), log(int(u.literal)), t.share(c.Concept), v.Best, float32(v.Count), place(v.place), first(t.near),
		profile, place(t.places[c.Concept]), profile/max(first(t.resemble), 1e-6), w.mean, w.least)
	for _, n := range near {
		f = append(f, share(n, t.share))
	}
	c.Features = append(f, l.labelWords(c.Concept, t)...)
}

// weigh sets counts and weight.
func (l *Finder) weigh(f *found) {
	if l.memory.Memory == nil {
		return
	}
	f.counts, f.weight = map[string]float32{}, map[string]float32{}
	for i, tongue := range firstTongues(l.v) {
		for _, w := range f.in(l.matcher, tongue) {
			f.counts[string(rune(i))+w.Key]++
		}
	}
	for _, p := range f.likely {
		f.weight[l.memory.labelText[p.Of]] = p.Weight / f.likely[0].Weight
	}
}

// labelWords returns the features of the stems of a concept's first label, each weighted by its rarity among labels.
func (l *Finder) labelWords(concept uint32, t *found) []float32 {
	var whole, covered, frequency, likely float32
	for _, stem := range l.v.LabelStems(concept) {
		w := float32(math.Log1p(float64(l.v.Len()) / float64(l.v.Forms(stem))))
		whole += w
		if n := t.counts[stem]; n > 0 {
			covered += w
			frequency += float32(w * float32(1+math.Log(float64(n))))
			likely += w
		} else {
			likely += float32(w * t.weight[stem])
		}
	}
	if whole == 0 {
		return make([]float32, 4)
	}
	return []float32{covered / whole, whole - covered, frequency / whole, likely / whole}
}

// qualifier returns the share of the words of the label's qualifier that the text has, smoothed by ½; 0 without a qualifier.
func (l *Finder) qualifier(t *found, label string) float32 {
	bare, ok := thesaurus.Unqualified(label)
	if !ok {
		return 0
	}
	words := l.matcher.Stemmer(t.Language).Words(label[len(bare):])
	n := 0
	for _, w := range words {
		if t.stems[w.Stem] {
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
