// Package caveat counts what makes the scores of a test set misleading:
//
//   - keyphrases that no prediction can match, whatever a system finds: those with a separator or markup inside, and those in
//     another script than the text
//   - right predictions whose spelling differs from the keyphrase in digits or marks (COVID-19, COVID-21; C, C++), which the
//     tokens do not have
//   - documents whose keyphrases are the predictions themselves
//   - predictions none of which is right, of all documents, or whose scores rise
//   - documents in other languages than English of which only tokens are known
//
// Find looks at one document, and Counts.Add adds up what it found.
package caveat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/match"
)

// Find counts what there is in a judged document.
func Find(row *join.Row, v *match.Verdict) Counts {
	c := Counts{Documents: 1, Gold: int64(len(v.Targets))}
	d := &row.Document
	for i, words := range slices.Concat(d.Present, d.Absent) {
		spelt := strings.Join(words, " ")
		if i < len(row.Spelt) {
			spelt = row.Spelt[i]
		}
		c.unmatchable(row, words, spelt)
	}
	c.missed(row, v)
	if p := row.Prediction.Phrases; len(p) > 1 && p[0].Score < p[len(p)-1].Score {
		c.Rising = 1
	}
	c.differing(row, v)
	c.copied(row, v)
	return c
}

// copied counts the document in Listed and Copied. Documents that preprocess wrote have lost the order of their keyphrases, and those of
// a review are predictions that people kept.
func (c *Counts) copied(row *join.Row, v *match.Verdict) {
	targets := make([]string, 0, len(v.Targets))
	for i := range v.Targets {
		if v.Targets[i].First {
			targets = append(targets, v.Targets[i].Stems)
		}
	}
	if row.Gold == nil || row.Opinion != nil || len(targets) < 2 {
		return
	}
	c.Listed++
	for i := range v.Predictions {
		if len(targets) > 0 && v.Predictions[i].Stems == targets[0] {
			targets = targets[1:]
		}
	}
	if len(targets) == 0 {
		c.Copied++
	}
}

// missed counts a document with a right prediction, or keeps the first prediction and keyphrase of one without.
func (c *Counts) missed(row *join.Row, v *match.Verdict) {
	if slices.ContainsFunc(v.Predictions, func(p match.Phrase) bool { return p.Hit }) {
		c.Met = 1
	} else if gold := slices.Concat(row.Document.Present, row.Document.Absent); len(gold) > 0 && len(v.Predictions) > 0 {
		c.misses = []string{fmt.Sprintf("%.60q for %.60q", row.Prediction.Phrases[0].Phrase, strings.Join(gold[0], " "))}
	}
}

// examples is the number of examples that Counts keeps of a kind.
const examples = 3

// Counts are those of one document, or their sums over documents.
type Counts struct {
	Documents               int64
	Other                   int64 // documents in another language than English that were scored by English tokens; the caller counts them
	Gold, Unmatchable       int64 // keyphrases; those that no prediction can match
	Hits, Differing         int64 // right predictions of known spelling, whose keyphrase has a known spelling, too; those that differ from it in digits or marks
	Listed, Copied          int64 // documents with several keyphrases in the order of their corpus; those whose predictions have all of them in this order
	Met                     int64 // documents with a right prediction
	Rising                  int64 // documents whose scores rise from the first phrase to the last
	misses                  []string
	unmatchables, different []string
}

// Add adds the counts of more documents.
func (c *Counts) Add(more Counts) {
	for _, n := range [][2]*int64{{&c.Documents, &more.Documents}, {&c.Other, &more.Other}, {&c.Gold, &more.Gold}, {&c.Unmatchable, &more.Unmatchable},
		{&c.Hits, &more.Hits}, {&c.Differing, &more.Differing}, {&c.Listed, &more.Listed}, {&c.Copied, &more.Copied}, {&c.Met, &more.Met}, {&c.Rising, &more.Rising}} {
		*n[0] += *n[1]
	}
	c.unmatchables = first(c.unmatchables, more.unmatchables)
	c.different = first(c.different, more.different)
	c.misses = first(c.misses, more.misses)
}

// first appends as many of more as there is room for.
func first(to, more []string) []string {
	return append(to, more[:min(len(more), max(0, examples-len(to)))]...)
}

// Limits of warnings: shares of unmatchable keyphrases and of copied documents, and the least number of documents to judge by.
const (
	fewUnmatchable = 0.05
	mostCopied     = 0.8
	leastListed    = 3
)

// IsCopy reports whether the keyphrases seem to be the predictions.
func (c *Counts) IsCopy() bool {
	return c.Listed >= leastListed && float64(c.Copied) > mostCopied*float64(c.Listed)
}

// Copy describes a copy.
func (c *Counts) Copy() string {
	return fmt.Sprintf("in %d of %d documents the keyphrases are predictions, in the same order", c.Copied, c.Listed)
}

// Warnings returns sentences about what is worth a warning.
func (c *Counts) Warnings() (lines []string) {
	if float64(c.Unmatchable) > fewUnmatchable*float64(c.Gold) {
		lines = append(lines, fmt.Sprintf("no prediction can match %d of %d keyphrases: %s", c.Unmatchable, c.Gold, strings.Join(c.unmatchables, "; ")))
	}
	if c.Met == 0 && c.Gold > 0 && c.Documents >= leastListed {
		lines = append(lines, strings.TrimSuffix("none of the documents has a right prediction: "+strings.Join(c.misses, "; "), ": "))
	}
	if 2*c.Rising > c.Documents {
		lines = append(lines, fmt.Sprintf("in %d of %d documents the scores rise from the first phrase to the last: phrases count in their order, and the calibration takes scores for probabilities", c.Rising, c.Documents))
	}
	if c.IsCopy() {
		lines = append(lines, c.Copy()+": check that people chose them")
	}
	if c.Other > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d documents are in other languages than English, but their keyphrases are tokens by English rules: give the raw corpus, or --language",
			c.Other, c.Documents))
	}
	return lines
}

// Note returns a sentence about predictions that count as right though digits or marks differ, "" if there are none.
func (c *Counts) Note() string {
	if c.Differing == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d right predictions differ from their keyphrase in digits or marks: %s", c.Differing, c.Hits, strings.Join(c.different, "; "))
}
