package fallback

import "github.com/wrone2set/wrone2set/stages/model/rank"

// Evidence are the kinds of evidence for a candidate, by the names of package choose where these are alike. Each of Terms and of
// LexiconTerms is of one kind.
var Evidence = []rank.Evidence{
	{Name: "frequency", Features: []string{"frequency", "relative", "free"}},
	{Name: "place", Features: []string{"title", "place"}},
	{Name: "length", Features: []string{"one", "three", "four", "five", "characters", "stops", "inflected one", "inflected characters"}},
	{Name: "capitals", Features: []string{"acronym", "capital"}},
	{Name: "rarity", Features: []string{"known", "rare"}},
	{Name: "keyphrase", Features: []string{"cue phrase", "keyphrase"}},
	{Name: "words", Features: []string{"cue last", "cue form", "cue ending", "cue two", "cue one", "cue first", "cue opening", "words", "worst", "first word", "last word", "seen"}},
	{Name: "context", Features: []string{"cue preceded", "cue followed"}},
	{Name: "document", Features: []string{"inflected"}},
}

// Explain returns the reasons for chosen candidates, in their order. judged are all candidates of the document. An effect compares a
// candidate with their median.
func (m *Ranker) Explain(judged, chosen []Candidate) []rank.Reason {
	names, features := m.Lexicon.Names(), make([][]float64, len(judged))
	for i := range judged {
		features[i] = m.Lexicon.Features(&judged[i])
	}
	usual := rank.Usual(features)
	reasons := make([]rank.Reason, len(chosen))
	for i := range chosen {
		c := &chosen[i]
		reasons[i] = rank.Reason{Places: len(c.Places), Effects: m.Effects(names, m.Lexicon.Features(c), usual, Evidence)}
		if m.Lexicon != nil {
			reasons[i].Keyphrase = m.Lexicon.Phrases[c.Key()]
		}
	}
	return reasons
}
