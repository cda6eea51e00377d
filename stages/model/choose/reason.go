package choose

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Evidence are the kinds of evidence for a candidate. Each feature is of one kind.
var Evidence = []rank.Evidence{
	{Name: "network", Features: []string{"here_best", "here_mean", "word_best", "word_mean", "any_word", "phrase_best", "any_phrase", "least_word", "end_best",
		"witnesses", "unforced", "present_slots", "best_of_present", "part", "written", "inside", "around", "said_least", "said_mean", "opens", "goes_on"}},
	{Name: "place", Features: []string{"first", "title"}},
	{Name: "frequency", Features: []string{"runs", "word_runs", "words_there", "window", "runs_least", "runs_mean", "free"}},
	{Name: "keyphrase", Features: []string{"targets", "keyphraseness"}},
	{Name: "words", Features: []string{"frequency_least", "frequency_mean", "frequency_most", "use_least", "use_mean", "use_most", "begins", "ends"}},
	{Name: "context", Features: []string{"before", "after"}},
	{Name: "similar", Features: []string{"vote_sum", "vote_best", "vote_count", "vote_first"}},
	{Name: "length", Features: []string{"words"}},
	{Name: "tagger", Features: []string{"tag_best", "tag_mean", "tag_begins", "tag_least"}},
	{Name: "document", Features: []string{"here_document", "present", "length", "near"}},
}

// Limits of what a Reason has of similar documents.
const (
	mostSimilar    = 3
	mostKeyphrases = 6
)

// Explain returns the reasons for chosen candidates, in their order. judged are all candidates of the document. An effect compares a
// candidate with the median of those of its kind, present or absent.
func (m *Ranker) Explain(stemmer *text.Stemmer, d Material, judged, chosen []Candidate) []rank.Reason {
	usual := map[bool][]float64{}
	for _, present := range []bool{true, false} {
		var features [][]float64
		for i := range judged {
			if judged[i].Present == present {
				features = append(features, judged[i].Features)
			}
		}
		usual[present] = rank.Usual(features)
	}
	near := d.Neighbours.closest(stemmer.All(d.Tokens))
	reasons := make([]rank.Reason, len(chosen))
	for i := range chosen {
		c := &chosen[i]
		r := &reasons[i]
		*r = rank.Reason{Places: int(c.run.runs), Slots: len(c.Slots), Keyphrase: int(c.known.targets),
			Effects: m.Of(c.Present).Effects(names, c.Features, usual[c.Present], Evidence)}
		r.Neighbours, r.Similar = d.Neighbours.having(near, strings.Join(c.Stems, " "))
	}
	return reasons
}

// closest returns the neighbours of a text, given as stems.
func (n *Neighbours) closest(stems []string) []rank.Near {
	if n == nil {
		return nil
	}
	m := n.memory()
	defer n.scratch.Put(m)
	return n.near(once(stems), m)
}

// having returns how many neighbours have a keyphrase, given as its stems, and the nearest of them.
func (n *Neighbours) having(near []rank.Near, stems string) (count int, nearest []rank.Similar) {
	if n == nil {
		return 0, nil
	}
	label, ok := n.phrases.find(stems)
	if !ok {
		return 0, nil
	}
	for _, d := range near {
		given := n.given.Of(d.Of)
		if !slices.Contains(given, label) {
			continue
		}
		if count++; count > mostSimilar {
			continue
		}
		s := rank.Similar{Similarity: float64(d.Weight)}
		for _, i := range given[:min(len(given), mostKeyphrases)] {
			s.Keyphrases = append(s.Keyphrases, n.spelt(i))
		}
		nearest = append(nearest, s)
	}
	return count, nearest
}

// spelt returns how most documents spell a keyphrase.
func (n *Neighbours) spelt(i int32) string {
	if s := n.phrases.spelling(i); s != "" {
		return s
	}
	return n.phrases.words(i)
}
