package choose

import (
	"math"
	"slices"
)

// Feature is one number that describes a candidate. Its value lies in [Least, Most] for every document. In Doc, p is a
// witness's probability of the whole phrase given that it does not write ∅, q the mean probability of its words, and h
// 1 − P(∅) at the first step; witnesses are the slots that wrote the phrase. h, p and q are 0 if no slot wrote it.
type Feature struct {
	Name, Doc   string
	Least, Most float64

	value func(*Candidate) float64
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
		func(c *Candidate) float64 { return logOdds(greatest(c, func(w *Answer) float64 { return w.here })) }},
	{"here_mean", "log-odds of the mean h", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(mean(c, func(w *Answer) float64 { return w.here })) }},
	{"word_best", "log-odds of the greatest q", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(greatest(c, func(w *Answer) float64 { return w.word })) }},
	{"word_mean", "log-odds of the mean q", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(mean(c, func(w *Answer) float64 { return w.word })) }},
	{"any_word", "log-odds of 1 − Π(1 − h·q)", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 {
			return logOdds(atLeastOne(c, func(w *Answer) float64 { return w.here * w.word }))
		}},
	{"phrase_best", "logarithm of the greatest p", math.Log(tiny), 0,
		func(c *Candidate) float64 {
			return math.Log(max(greatest(c, func(w *Answer) float64 { return w.phrase }), tiny))
		}},
	{"any_phrase", "log-odds of 1 − Π(1 − h·p)", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(atLeastOne(c, (*Answer).joint)) }},
	{"least_word", "log-odds of the greatest, over the witnesses, of the lowest probability of a word", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(greatest(c, func(w *Answer) float64 { return w.least })) }},
	{"end_best", "log-odds of the greatest probability of <eos> after the words", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(greatest(c, func(w *Answer) float64 { return w.end })) }},
	{"witnesses", "logarithm of their number, 0 for none", 0, math.Log(mostWitnesses),
		func(c *Candidate) float64 { return math.Log(min(float64(max(len(c.witnesses), 1)), mostWitnesses)) }},
	{"unforced", "logarithm of 1 + the number of witnesses that wrote it with ∅ allowed", 0, math.Log(mostWitnesses),
		func(c *Candidate) float64 {
			return math.Log(min(1+float64(count(c, func(w *Answer) bool { return w.Said })), mostWitnesses))
		}},
	{"present_slots", "share of the witnesses in the present half of the slots", 0, 1,
		func(c *Candidate) float64 { return float64(count(c, c.ofPresent)) / float64(max(len(c.witnesses), 1)) }},
	{"best_of_present", "1 if the best witness is in the present half of the slots", 0, 1,
		func(c *Candidate) float64 { return one(c.ofPresent(c.best())) }},
	{"here_document", "log-odds of the mean of h over all slots of the document", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(c.document.here) }},
	{"present", "1 if the stems occur in the document", 0, 1,
		func(c *Candidate) float64 { return one(c.run.runs > 0) }},
	{"words", "number of words, at most 16", 1, 16,
		func(c *Candidate) float64 { return min(float64(len(c.words)), 16) }},
	{"part", "1 if a longer phrase of slots contains it", 0, 1,
		func(c *Candidate) float64 { return one(c.part) }},
	{"first", "logarithm of the position of the first occurrence, from 1; 0 if absent", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return logCount(int(max(c.run.first, 0))) }},
	{"title", "1 if the first occurrence is within the title", 0, 1,
		func(c *Candidate) float64 {
			return one(c.run.runs > 0 && int(c.run.first+c.run.length) <= c.document.document.Title)
		}},
	{"runs", "logarithm of 1 + the number of occurrences in the document", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return logCount(int(c.run.runs)) }},
	{"word_runs", "logarithm of 1 + the number of occurrences in the document of the most frequent of its words", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return mostOf(c, runsOf) }},
	{"words_there", "share of its words that occur in the document", 0, 1,
		func(c *Candidate) float64 { return overWords(c, func(w *stem) float64 { return one(w.runs > 0) }) }},
	{"targets", "logarithm of 1 + the number of training documents that have it as a keyphrase", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return math.Log(min(1+float64(c.known.targets), mostTokens)) }},
	{"keyphraseness", "logarithm of (t + 1) / (n + 10) for t training documents that have it as a keyphrase, and n that have it in their text",
		-math.Log(mostTokens), math.Log(mostTokens),
		func(c *Candidate) float64 {
			t, n := min(float64(c.known.targets), mostTokens/2), min(float64(c.known.documents), mostTokens/2)
			return math.Log((t + 1) / (n + 10))
		}},
	{"written", "1 if a slot wrote it, 0 if it only occurs in the text", 0, 1,
		func(c *Candidate) float64 { return one(len(c.witnesses) > 0) }},
	{"inside", "log-odds that a slot writes the most probable shorter phrase of slots that it contains", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(c.inside) }},
	{"around", "likewise, of the longer phrases of slots that contain it", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return logOdds(c.around) }},
	{"said_least", "least, over its words, of the log-odds that a slot writes the most probable phrase with the word", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return leastOf(c, saidOf) }},
	{"said_mean", "likewise, mean over its words", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return overWords(c, saidOf) }},
	{"runs_least", "logarithm of 1 + the number of occurrences in the document of the least frequent of its words", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return leastOf(c, runsOf) }},
	{"runs_mean", "likewise, mean over its words", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return overWords(c, runsOf) }},
	{"frequency_least", "logarithm of 1 + the number of training documents with the rarest of its words", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return leastOf(c, frequencyOf) }},
	{"frequency_mean", "likewise, mean over its words", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return overWords(c, frequencyOf) }},
	{"frequency_most", "likewise, for the most frequent", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return mostOf(c, frequencyOf) }},
	{"use_least", "least, over its words, of the logarithm of (k + .5) / (n + 20), for n training documents with the word in their text and k keyphrases with it",
		leastUse, math.Log(mostTokens), func(c *Candidate) float64 { return leastOf(c, useOf) }},
	{"use_mean", "likewise, mean over its words", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 { return overWords(c, useOf) }},
	{"use_most", "likewise, greatest over its words", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 { return mostOf(c, useOf) }},
	{"begins", "likewise, for its first word and keyphrases that begin with it", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 { return c.word(0).begins }},
	{"ends", "likewise, for its last word and keyphrases that end with it", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 { return c.word(len(c.words) - 1).ends }},
	{"free", "logarithm of 1 + its occurrences less those of the most frequent longer candidate that contains it", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return logCount(int(c.run.runs - c.longer)) }},
	{"before", "mean, over its occurrences, of \"begins\" of the word before; see edge", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 { return overRuns(c, -1, 0, func(w *stem) float64 { return w.begins }) }},
	{"after", "mean, over its occurrences, of \"ends\" of the word after; see edge", leastUse, math.Log(mostTokens),
		func(c *Candidate) float64 {
			end := len(c.words)
			return overRuns(c, end, end, func(w *stem) float64 { return w.ends })
		}},
	{"opens", "log-odds that at least one slot that writes a phrase begins with its first word; see Chance", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return c.word(0).opens }},
	{"goes_on", "least, over its words after the first, of the log-odds of the most probable unfinished phrase that ends with the word; the upper limit for a single word",
		-mostLogOdds, mostLogOdds, func(c *Candidate) float64 {
			least := mostLogOdds
			for _, w := range c.words[1:] {
				least = min(least, c.document.words[w].on)
			}
			return least
		}},
	{"length", "logarithm of 1 + the number of tokens of the document", 0, math.Log(mostTokens),
		func(c *Candidate) float64 { return logCount(len(c.document.stems)) }},
	{"vote_sum", "sum of the similarities of the neighbours that have it as a keyphrase; see Neighbours", 0, mostNeighbours,
		func(c *Candidate) float64 { return float64(c.vote.Sum) }},
	{"vote_best", "greatest of these similarities", 0, 1,
		func(c *Candidate) float64 { return float64(c.vote.Best) }},
	{"vote_count", "logarithm of 1 + the number of these neighbours", 0, math.Log(1 + mostNeighbours),
		func(c *Candidate) float64 { return logCount(c.vote.Count) }},
	{"vote_first", "logarithm of 1 + the number of neighbours more similar than the first of them, of all without any", 0, math.Log(1 + mostNeighbours),
		func(c *Candidate) float64 {
			if c.vote.Count == 0 {
				return logCount(mostNeighbours)
			}
			return logCount(c.vote.First)
		}},
	{"near", "mean similarity of the neighbours of the document", 0, 1,
		func(c *Candidate) float64 { return c.document.votes.mean }},
	{"window", "logarithm of 1 + the number of tokens of the smallest part of the document that has all its words; 0 if one is missing, or if it is present", 0, math.Log(mostTokens),
		func(c *Candidate) float64 {
			if c.run.runs > 0 {
				return 0
			}
			return logCount(c.window())
		}},
	{"tag_best", "log-odds of the greatest probability of an occurrence to be a keyphrase of its own; see Tag", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 {
			most, _ := c.overTags(c.tagged)
			return logOdds(most)
		}},
	{"tag_mean", "likewise, of the mean over the occurrences", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 {
			_, mean := c.overTags(c.tagged)
			return logOdds(mean)
		}},
	{"tag_begins", "log-odds of the greatest probability of an occurrence that a keyphrase begins there", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 {
			most, _ := c.overTags(c.begins)
			return logOdds(most)
		}},
	{"tag_least", "least, over its words, of the log-odds that the word is part of a keyphrase, where this is most probable", -mostLogOdds, mostLogOdds,
		func(c *Candidate) float64 { return leastOf(c, taggedOf) }},
}

// bySlots is the number of features, the first ones, that depend on the document and on the slots that wrote the phrase. They
// are the same for all phrases of a document that no slot wrote.
const bySlots = 14

// values computes the features of all phrases, phrase after phrase. Without slots it computes those of TextNames.
func (e *evidence) values() []float64 {
	n := len(Features)
	e.features = slices.Grow(e.features[:0], len(e.found)*n)[:len(e.found)*n]
	all := e.features
	if e.document.ofText() {
		known := textFeatures
		if e.document.Tags != nil {
			known = taggedFeatures
		}
		clear(all)
		for i := range e.found {
			for _, k := range known {
				all[i*n+k] = Features[k].value(&e.found[i])
			}
		}
		return all
	}
	var unwritten [bySlots]float64
	for k := range unwritten {
		unwritten[k] = Features[k].value(&Candidate{document: e})
	}
	for i := range e.found {
		c, row := &e.found[i], all[i*n:(i+1)*n]
		from := 0
		if len(c.witnesses) == 0 {
			from = copy(row, unwritten[:])
		}
		for k := from; k < n; k++ {
			row[k] = Features[k].value(c)
		}
	}
	return all
}

// word returns what is known about word i.
func (c *Candidate) word(i int) *stem { return &c.document.words[c.words[i]] }

// ofPresent reports whether a witness, which may be nil, is one of the present slots.
func (c *Candidate) ofPresent(w *Answer) bool {
	return w != nil && w.Slot < len(c.document.document.Slots)/2
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

func greatest(c *Candidate, of func(*Answer) float64) float64 {
	most := math.Inf(-1)
	for _, w := range c.witnesses {
		most = max(most, of(w))
	}
	return most
}

func mean(c *Candidate, of func(*Answer) float64) float64 {
	sum := 0.
	for _, w := range c.witnesses {
		sum += of(w)
	}
	return sum / float64(max(len(c.witnesses), 1))
}

// atLeastOne returns the probability that at least one of independent events occurs.
func atLeastOne(c *Candidate, of func(*Answer) float64) float64 {
	none := 1.
	for _, w := range c.witnesses {
		none *= 1 - float64(of(w)) // of may be a product: not fused, equal bits on every CPU
	}
	return 1 - none
}

func count(c *Candidate, is func(*Answer) bool) (n int) {
	for _, w := range c.witnesses {
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
