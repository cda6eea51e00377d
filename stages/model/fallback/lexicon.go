package fallback

import (
	"math"
	"unicode/utf8"
)

// Lexicon is what labelled documents say of words, phrases and their surroundings.
type Lexicon struct {
	Documents int             `json:"documents"`
	Words     map[string]Seen `json:"words"`   // by stem: documents whose text has it, and those where it is in a keyphrase that stands there
	Phrases   map[string]int  `json:"phrases"` // by stems: documents that have it as a keyphrase, in their text or not
	Cues      []Cue           `json:"cues"`    // one for each of cues, in their order
	Word      float64         `json:"word"`    // share of right ones of all Words
	Candidate float64         `json:"candidate"`
}

// Cue is what candidates have in common that are alike in one respect.
type Cue struct {
	Name string          `json:"name"`
	Seen map[string]Seen `json:"seen"`
}

// Seen says how often something was seen, and how often it was right.
type Seen [2]int

// CueNames are the respects in which candidates are alike.
var CueNames = [...]string{
	"phrase",   // its stems
	"last",     // stem of its last word, which is its only one or not
	"form",     // last word as it stands there
	"ending",   // last three letters of the last word
	"two",      // last two
	"one",      // last one
	"first",    // stem of the first of several words
	"opening",  // last three letters of it
	"preceded", // stem of the word before it
	"followed", // of the word behind it
}

// LexiconTerms are what a model with a lexicon weighs, behind Terms: first how often cues are right, by CueNames.
var LexiconTerms = []string{
	"cue phrase", "cue last", "cue form", "cue ending", "cue two", "cue one", "cue first", "cue opening", "cue preceded", "cue followed",
	"keyphrase", // logarithm of the documents that have it as a keyphrase, 1 added
	"words",     // how often its words are in keyphrases, mean
	"worst",     // least
	"first word",
	"last word",
	"seen",    // share of its words that the documents have
	"capital", // 1 if it is written with a capital within a sentence, at its first place
}

// Names returns the names of the Features of candidates; those of Terms without a lexicon.
func (l *Lexicon) Names() []string {
	if l == nil {
		return Terms[:]
	}
	return append(Terms[:len(Terms):len(Terms)], LexiconTerms...)
}

// Features returns the Values of a candidate and, with a lexicon, those of LexiconTerms behind them.
func (l *Lexicon) Features(c *Candidate) []float64 {
	if l == nil {
		return c.Values[:]
	}
	return append(c.Values[:len(Terms):len(Terms)], l.Values(c)...)
}

// mark stands for the end of a field, or a mark, before or behind a candidate.
const mark = "|"

// Cues are those of a candidate by CueNames, "" for none.
func (c *Candidate) Cues() (of [len(CueNames)]string) {
	first, last := c.Words[0], c.Words[len(c.Words)-1]
	of = [...]string{c.Key(), c.Stems[len(c.Stems)-1], last, ending(last, 3), ending(last, 2), ending(last, 1), "", "", c.Before, c.After}
	if len(c.Words) > 1 {
		of[6], of[7] = c.Stems[0], ending(first, 3)
	} else {
		of[1] = mark + of[1]
	}
	return of
}

// ending is the last n characters of a word.
func ending(word string, n int) string {
	at := len(word)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(word[:at])
		at -= size
	}
	return word[at:]
}

// Plus is the sum.
func (s Seen) Plus(o Seen) Seen { return Seen{s[0] + o[0], s[1] + o[1]} }

// Rate returns the log ratio of the smoothed share of right cases to the usual share. The smoothing adds times cases with the
// usual share.
func (s Seen) Rate(usual, times float64) float64 {
	if s[0] == 0 || usual == 0 {
		return 0
	}
	return math.Log((float64(s[1]) + float64(times*usual)) / (float64(s[0]) + times) / usual)
}

// Values are those of LexiconTerms.
func (l *Lexicon) Values(c *Candidate) []float64 {
	v := make([]float64, len(LexiconTerms))
	for k, cue := range c.Cues() {
		times := 10.
		if k == 0 {
			times = 2
		}
		if cue != "" {
			v[k] = l.Cues[k].Seen[cue].Rate(l.Candidate, times)
		}
	}
	rest := v[len(CueNames):]
	rest[0] = math.Log1p(float64(l.Phrases[c.Key()]))
	rest[2] = math.Inf(1)
	n := float64(len(c.Stems))
	for i, stem := range c.Stems {
		seen := l.Words[stem]
		rate := seen.Rate(l.Word, 3)
		rest[1], rest[2] = rest[1]+rate/n, min(rest[2], rate)
		if i == 0 {
			rest[3] = rate
		}
		rest[4] = rate
		if seen[0] > 0 {
			rest[5] += 1 / n
		}
	}
	if c.Capital {
		rest[6] = 1
	}
	return v
}

// Rarities sets how rare words of candidates of a document are where that is not known.
func (l *Lexicon) Rarities(candidates []Candidate) {
	for i := range candidates {
		c := &candidates[i]
		if c.Values[11] > 0 {
			return
		}
		rare := 0.
		for _, stem := range c.Stems {
			rare += Rarity(float64(l.Words[stem][0]+1) / float64(l.Documents+1))
		}
		c.Values.rare(rare / float64(len(c.Stems)))
	}
	relate(candidates)
}
