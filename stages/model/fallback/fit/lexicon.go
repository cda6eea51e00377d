package fit

import "github.com/wrone2set/wrone2set/stages/model/fallback"

// fewest is how often a cue must have been seen if it was never right. Rarer ones are many and say little.
const fewest = 4

// lexicon is what documents say of words, phrases and their surroundings.
func lexicon(documents []Document) *fallback.Lexicon {
	l := &fallback.Lexicon{Documents: len(documents), Words: map[string]fallback.Seen{}, Phrases: map[string]int{}}
	for _, name := range fallback.CueNames {
		l.Cues = append(l.Cues, fallback.Cue{Name: name, Seen: map[string]fallback.Seen{}})
	}
	var words, candidates fallback.Seen
	for _, d := range documents {
		words = words.Plus(countWords(l, &d))
		for i := range d.Candidates {
			once := fallback.Seen{1, 0}
			if d.Right[i] {
				once[1] = 1
			}
			candidates = candidates.Plus(once)
			for k, cue := range d.Candidates[i].Cues() {
				if cue != "" {
					of := l.Cues[k].Seen
					of[cue] = of[cue].Plus(once)
				}
			}
		}
	}
	l.Word, l.Candidate = share(words), share(candidates)
	for stem, s := range l.Words {
		if s == (fallback.Seen{1, 0}) {
			delete(l.Words, stem)
		}
	}
	for _, cue := range l.Cues {
		for name, s := range cue.Seen {
			if s[1] == 0 && s[0] < fewest {
				delete(cue.Seen, name)
			}
		}
	}
	return l
}

// countWords counts words and keyphrases of a document, and returns how many words it has, each once, and has in keyphrases.
func countWords(l *fallback.Lexicon, d *Document) (all fallback.Seen) {
	of := map[string]fallback.Seen{}
	for _, stem := range d.Stems {
		of[stem] = fallback.Seen{1, 0}
	}
	for _, k := range d.Keyphrases {
		l.Phrases[k.key()]++
		for _, stem := range k.Stems {
			if k.Present {
				of[stem] = fallback.Seen{1, 1}
			}
		}
	}
	for stem, s := range of {
		l.Words[stem], all = l.Words[stem].Plus(s), all.Plus(s)
	}
	return all
}

// share is the share of right ones.
func share(s fallback.Seen) float64 { return float64(s[1]) / float64(max(1, s[0])) }
