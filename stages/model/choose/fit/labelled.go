package fit

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// Labelled is the candidates of a document and which of them are right.
type Labelled struct {
	Candidates []choose.Candidate
	Right      []bool // for each candidate
	Present    Unseen
	Absent     Unseen
}

// Unseen counts the targets of a document, and those of them that are not candidates: no slot wrote them, and Candidates does
// not read them as runs of the text.
type Unseen struct {
	Targets int // targets of the kind with distinct stems
	Missed  int // those that are not candidates
}

// Label compares the candidates of a document with its keyphrases. A candidate is right if a keyphrase has its stems, as in
// the paper's scores. tokens is the whole document, as in choose.Material.
func Label(stemmer *text.Stemmer, tokens []string, candidates []choose.Candidate, keyphrases [][]string) Labelled {
	d := Labelled{Candidates: candidates, Right: make([]bool, len(candidates))}
	written := map[string]int{}
	for i, c := range candidates {
		written[strings.Join(c.Stems, "\x00")] = i
	}
	source := stemmer.All(tokens)
	seen := map[string]bool{}
	for _, k := range keyphrases {
		stems := stemmer.All(k)
		key := strings.Join(stems, "\x00")
		if seen[key] {
			continue
		}
		seen[key] = true
		of := &d.Absent
		if text.Find(source, stems) >= 0 {
			of = &d.Present
		}
		of.Targets++
		if i, ok := written[key]; ok {
			d.Right[i] = true
		} else {
			of.Missed++
		}
	}
	return d
}

func (d *Labelled) of(present bool) Unseen {
	if present {
		return d.Present
	}
	return d.Absent
}

// Leave leaves out the candidates with the stems of phrases of which it is not known whether they are right. One that is right stays.
func (d *Labelled) Leave(stemmer *text.Stemmer, phrases [][]string) {
	unknown := map[string]bool{}
	for _, p := range phrases {
		unknown[strings.Join(stemmer.All(p), "\x00")] = true
	}
	d.Candidates, d.Right = fit.Leave(d.Candidates, d.Right, func(c choose.Candidate) bool { return unknown[strings.Join(c.Stems, "\x00")] })
}
