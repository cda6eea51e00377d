package choose

import (
	"math"
)

// Feature is one number that describes a candidate. Its value lies in [Least, Most] for every document. In Doc, p is a
// witness's probability of the whole phrase given that it does not write ∅, q the mean probability of its words, and h
// 1 − P(∅) at the first step; witnesses are the slots that wrote the phrase. h, p and q are 0 if no slot wrote it.
type Feature struct {
	Name, Doc   string
	Least, Most float64

	value func(*phrase) float64
}

// Limits at which unbounded numbers are cut.
const (
	mostWitnesses = 1 << 24
	mostTokens    = 1 << 32
	mostLogOdds   = 13.8155095579643 // of 1 − tiny
	leastUse      = -23              // below log(.5 / (mostTokens + 20))
)

// Features are the numbers of a candidate, in the order of Candidate.Features. choice.json has their names. The meaning of a
// name never changes: a number that is computed differently gets another name.
var Features = []Feature{
	{"here_best", "log-odds of the greatest h", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(greatest(p, func(w witness) float64 { return w.here })) }},
	{"here_mean", "log-odds of the mean h", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(mean(p, func(w witness) float64 { return w.here })) }},
	{"word_best", "log-odds of the greatest q", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(greatest(p, func(w witness) float64 { return w.word })) }},
	{"word_mean", "log-odds of the mean q", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(mean(p, func(w witness) float64 { return w.word })) }},
	{"any_word", "log-odds of 1 − Π(1 − h·q)", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 {
			return logOdds(atLeastOne(p, func(w witness) float64 { return w.here * w.word }))
		}},
	{"phrase_best", "logarithm of the greatest p", math.Log(tiny), 0,
		func(p *phrase) float64 {
			return math.Log(max(greatest(p, func(w witness) float64 { return w.phrase }), tiny))
		}},
	{"any_phrase", "log-odds of 1 − Π(1 − h·p)", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(atLeastOne(p, witness.joint)) }},
	{"least_word", "log-odds of the greatest, over the witnesses, of the lowest probability of a word", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(greatest(p, func(w witness) float64 { return w.least })) }},
	{"end_best", "log-odds of the greatest probability of <eos> after the words", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(greatest(p, func(w witness) float64 { return w.end })) }},
	{"witnesses", "logarithm of their number, 0 for none", 0, math.Log(mostWitnesses),
		func(p *phrase) float64 { return math.Log(min(float64(max(len(p.witnesses), 1)), mostWitnesses)) }},
	{"unforced", "logarithm of 1 + the number of witnesses that wrote it with ∅ allowed", 0, math.Log(mostWitnesses),
		func(p *phrase) float64 {
			return math.Log(min(1+float64(count(p, func(w witness) bool { return w.said })), mostWitnesses))
		}},
	{"present_slots", "share of the witnesses in the present half of the slots", 0, 1,
		func(p *phrase) float64 { return float64(count(p, p.ofPresent)) / float64(max(len(p.witnesses), 1)) }},
	{"best_of_present", "1 if the best witness is in the present half of the slots", 0, 1,
		func(p *phrase) float64 { return one(p.ofPresent(p.best())) }},
	{"here_document", "log-odds of the mean of h over all slots of the document", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(p.document.here) }},
	{"present", "1 if the stems occur in the document", 0, 1,
		func(p *phrase) float64 { return one(p.runs > 0) }},
	{"words", "number of words, at most 16", 1, 16,
		func(p *phrase) float64 { return min(float64(len(p.words)), 16) }},
	{"part", "1 if a longer phrase of slots contains it", 0, 1,
		func(p *phrase) float64 { return one(p.part) }},
	{"first", "logarithm of the position of the first occurrence, from 1; 0 if absent", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return logCount(int(max(p.first, 0))) }},
	{"title", "1 if the first occurrence is within the title", 0, 1,
		func(p *phrase) float64 {
			return one(p.runs > 0 && int(p.first+p.length) <= p.document.document.Title)
		}},
	{"runs", "logarithm of 1 + the number of occurrences in the document", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return logCount(int(p.runs)) }},
	{"word_runs", "logarithm of 1 + the number of occurrences in the document of the most frequent of its words", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return mostOf(p, runsOf) }},
	{"words_there", "share of its words that occur in the document", 0, 1,
		func(p *phrase) float64 { return overWords(p, func(w *stem) float64 { return one(w.runs > 0) }) }},
	{"targets", "logarithm of 1 + the number of training documents that have it as a keyphrase", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return math.Log(min(1+float64(p.known.Targets), mostTokens)) }},
	{"keyphraseness", "logarithm of (t + 1) / (n + 10) for t training documents that have it as a keyphrase, and n that have it in their text",
		-math.Log(mostTokens), math.Log(mostTokens),
		func(p *phrase) float64 {
			t, n := min(float64(p.known.Targets), mostTokens/2), min(float64(p.known.Documents), mostTokens/2)
			return math.Log((t + 1) / (n + 10))
		}},
	{"written", "1 if a slot wrote it, 0 if it only occurs in the text", 0, 1,
		func(p *phrase) float64 { return one(len(p.witnesses) > 0) }},
	{"inside", "log-odds that a slot writes the most probable shorter phrase of slots that it contains", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(p.inside) }},
	{"around", "likewise, of the longer phrases of slots that contain it", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return logOdds(p.around) }},
	{"said_least", "least, over its words, of the log-odds that a slot writes the most probable phrase with the word", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return leastOf(p, saidOf) }},
	{"said_mean", "likewise, mean over its words", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return overWords(p, saidOf) }},
	{"runs_least", "logarithm of 1 + the number of occurrences in the document of the least frequent of its words", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return leastOf(p, runsOf) }},
	{"runs_mean", "likewise, mean over its words", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return overWords(p, runsOf) }},
	{"frequency_least", "logarithm of 1 + the number of training documents with the rarest of its words", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return leastOf(p, frequencyOf) }},
	{"frequency_mean", "likewise, mean over its words", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return overWords(p, frequencyOf) }},
	{"frequency_most", "likewise, for the most frequent", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return mostOf(p, frequencyOf) }},
	{"use_least", "least, over its words, of the logarithm of (k + .5) / (n + 20), for n training documents with the word in their text and k keyphrases with it",
		leastUse, math.Log(mostTokens), func(p *phrase) float64 { return leastOf(p, useOf) }},
	{"use_mean", "likewise, mean over its words", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 { return overWords(p, useOf) }},
	{"use_most", "likewise, greatest over its words", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 { return mostOf(p, useOf) }},
	{"begins", "likewise, for its first word and keyphrases that begin with it", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 { return p.word(0).begins }},
	{"ends", "likewise, for its last word and keyphrases that end with it", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 { return p.word(len(p.words) - 1).ends }},
	{"free", "logarithm of 1 + its occurrences less those of the most frequent longer candidate that contains it", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return logCount(int(p.runs - p.longer)) }},
	{"before", "mean, over its occurrences, of \"begins\" of the word before; see edge", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 { return overRuns(p, -1, 0, func(w *stem) float64 { return w.begins }) }},
	{"after", "mean, over its occurrences, of \"ends\" of the word after; see edge", leastUse, math.Log(mostTokens),
		func(p *phrase) float64 {
			end := len(p.words)
			return overRuns(p, end, end, func(w *stem) float64 { return w.ends })
		}},
	{"opens", "log-odds that at least one slot that writes a phrase begins with its first word; see Chance", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return p.word(0).opens }},
	{"goes_on", "least, over its words after the first, of the log-odds of the most probable unfinished phrase that ends with the word; the upper limit for a single word",
		-mostLogOdds, mostLogOdds, func(p *phrase) float64 {
			least := mostLogOdds
			for _, w := range p.words[1:] {
				least = min(least, p.document.words[w].on)
			}
			return least
		}},
	{"length", "logarithm of 1 + the number of tokens of the document", 0, math.Log(mostTokens),
		func(p *phrase) float64 { return logCount(len(p.document.stems)) }},
	{"vote_sum", "sum of the similarities of the neighbours that have it as a keyphrase; see Neighbours", 0, mostNeighbours,
		func(p *phrase) float64 { return float64(p.vote.Sum) }},
	{"vote_best", "greatest of these similarities", 0, 1,
		func(p *phrase) float64 { return float64(p.vote.Best) }},
	{"vote_count", "logarithm of 1 + the number of these neighbours", 0, math.Log(1 + mostNeighbours),
		func(p *phrase) float64 { return logCount(p.vote.Count) }},
	{"vote_first", "logarithm of 1 + the number of neighbours more similar than the first of them, of all without any", 0, math.Log(1 + mostNeighbours),
		func(p *phrase) float64 {
			if p.vote.Count == 0 {
				return logCount(mostNeighbours)
			}
			return logCount(p.vote.First)
		}},
	{"near", "mean similarity of the neighbours of the document", 0, 1,
		func(p *phrase) float64 { return p.document.votes.mean }},
	{"tag_best", "log-odds of the greatest probability of an occurrence to be a keyphrase of its own; see Tag", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 {
			most, _ := p.overTags(p.tagged)
			return logOdds(most)
		}},
	{"tag_mean", "likewise, of the mean over the occurrences", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 {
			_, mean := p.overTags(p.tagged)
			return logOdds(mean)
		}},
	{"tag_begins", "log-odds of the greatest probability of an occurrence that a keyphrase begins there", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 {
			most, _ := p.overTags(p.begins)
			return logOdds(most)
		}},
	{"tag_least", "least, over its words, of the log-odds that the word is part of a keyphrase, where this is most probable", -mostLogOdds, mostLogOdds,
		func(p *phrase) float64 { return leastOf(p, taggedOf) }},
}

// bySlots is the number of features, the first ones, that depend on the document and on the slots that wrote the phrase. They
// are the same for all phrases of a document that no slot wrote.
const bySlots = 14

// features computes the features of all phrases, phrase after phrase.
func (e *evidence) features() []float64 {
	n := len(Features)
	all := make([]float64, len(e.phrases)*n)
	var unwritten [bySlots]float64
	for k := range unwritten {
		unwritten[k] = Features[k].value(&phrase{document: e})
	}
	for i := range e.phrases {
		p, row := &e.phrases[i], all[i*n:(i+1)*n]
		from := 0
		if len(p.witnesses) == 0 {
			from = copy(row, unwritten[:])
		}
		for k := from; k < n; k++ {
			row[k] = Features[k].value(p)
		}
	}
	return all
}

// word returns what is known about word i.
func (p *phrase) word(i int) *stem { return &p.document.words[p.words[i]] }

// ofPresent reports whether a witness is one of the present slots.
func (p *phrase) ofPresent(w witness) bool {
	return w.slot >= 0 && w.slot < len(p.document.document.Slots)/2
}

// logOdds returns the log-odds of p, cut to [tiny, 1 − tiny].
func logOdds(p float64) float64 {
	if p <= tiny { // most often: what no slot wrote
		return leastOdds
	}
	p = min(p, 1-tiny)
	return math.Log(p / (1 - p))
}

var leastOdds = func(p float64) float64 { return math.Log(p / (1 - p)) }(tiny)

// logCount returns log(1 + n), cut to that of mostTokens.
func logCount(n int) float64 {
	if n < len(logCounts) {
		return logCounts[n]
	}
	return math.Log(min(1+float64(n), mostTokens))
}

var logCounts = func() (logs [256]float64) {
	for n := range logs {
		logs[n] = math.Log(1 + float64(n))
	}
	return logs
}()

func greatest(p *phrase, of func(witness) float64) float64 {
	most := math.Inf(-1)
	for _, w := range p.witnesses {
		most = max(most, of(w))
	}
	return most
}

func mean(p *phrase, of func(witness) float64) float64 {
	sum := 0.
	for _, w := range p.witnesses {
		sum += of(w)
	}
	return sum / float64(max(len(p.witnesses), 1))
}

// atLeastOne returns the probability that at least one of independent events occurs.
func atLeastOne(p *phrase, of func(witness) float64) float64 {
	none := 1.
	for _, w := range p.witnesses {
		none *= 1 - float64(of(w)) // of may be a product: not fused, equal bits on every CPU
	}
	return 1 - none
}

func count(p *phrase, is func(witness) bool) (n int) {
	for _, w := range p.witnesses {
		if is(w) {
			n++
		}
	}
	return n
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
