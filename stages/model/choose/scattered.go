package choose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Limits of a known phrase that is a candidate because the text has its words.
const (
	longestScattered = 6  // words; at least two
	leastScattered   = 2  // documents that have it as a keyphrase
	mostScattered    = 30 // candidates of a document
)

// scatter finds, for each word, the phrases of which it is the one that the fewest keyphrases have.
func (k *Known) scatter() rank.Lists {
	rarest := rank.NewLists(len(k.list), len(k.list)/2)
	for i := range k.list {
		if r := &k.list[i]; scatters(r) {
			least := word{within: math.MaxInt64}
			for s := range strings.SplitSeq(r.Stems, " ") {
				if w := k.words[s]; w.within < least.within {
					least = w
				}
			}
			rarest.Append(least.number)
		}
		rarest.End()
	}
	return rarest.Invert(len(k.words) + 1)
}

func scatters(r *schemas.KnownPhrase) bool {
	blanks := strings.Count(r.Stems, " ")
	return r.Targets >= leastScattered && blanks > 0 && blanks < longestScattered
}

// addScattered adds the known phrases whose words are all in the text, but not one behind the other: "image segmentation" for a
// text on the segmentation of images. It adds those with the greatest log(t) + ½ Σ log(N / n) + 2 mean log(1 + f), for t keyphrases,
// N labelled documents of which n have a word, and f occurrences of the word in the text.
func (e *evidence) addScattered() {
	k, n := e.document.Known, e.document.Neighbours
	if !e.document.Scattered || k == nil || n == nil {
		return
	}
	type scored struct {
		row   int32
		score float64
	}
	var found []scored
	documents, by := math.Log(float64(len(n.holders.Scale))), k.scattered()
	for _, number := range e.known {
		for _, row := range by.Of(number) {
			r := &k.list[row]
			words := e.scattered(r.Stems)
			if words == nil {
				continue
			}
			rare, often := 0., 0.
			for _, w := range words {
				rare += documents - e.words[w].frequency
				often += e.words[w].runs
			}
			found = append(found, scored{row: row, score: math.Log(float64(r.Targets)) + float64(rare/2) + float64(2*often/float64(len(words)))})
		}
	}
	slices.SortFunc(found, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row)) })
	for _, f := range found[:min(len(found), mostScattered)] {
		stems := k.list[f.row].Stems
		label, ok := n.phrases.find(stems)
		if !ok {
			continue
		}
		if words := strings.Fields(n.phrases.words(label)); counts(words) {
			e.spelled(strings.Fields(stems), words)
		}
	}
}

// scattered returns the numbers of the stems of a phrase, joined by blanks; nil if the text lacks one or has the phrase itself.
func (e *evidence) scattered(phrase string) (words []int32) {
	g := int32(0)
	for s := range strings.SplitSeq(phrase, " ") {
		w, ok := e.numbers[s]
		if !ok || e.words[w].runs == 0 {
			return nil
		}
		words = append(words, w)
	}
	for _, w := range words {
		g = e.grams.longer(g, w)
	}
	if e.grams.all[g].runs > 0 {
		return nil
	}
	return words
}

// window returns the number of tokens of the smallest part of the text with all words of a candidate, 0 if there is none.
func (c *Candidate) window() (least int) {
	type place struct {
		at   int32
		word int
	}
	words := slices.Compact(slices.Sorted(slices.Values(c.words)))
	var places []place
	g := c.document.grams
	for k, w := range words {
		if c.document.words[w].runs == 0 {
			return 0
		}
		for i := g.all[g.find(0, w)].first; i >= 0; i = g.next[0][i] {
			places = append(places, place{i, k})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	last, seen := make([]int32, len(words)), 0 // the last place of each word, from 1
	for _, p := range places {
		if last[p.word] == 0 {
			seen++
		}
		last[p.word] = p.at + 1
		if n := int(p.at + 2 - slices.Min(last)); seen == len(words) && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}
