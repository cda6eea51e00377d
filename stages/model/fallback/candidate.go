package fallback

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// mostWords is the largest number of words of a candidate.
const mostWords = 5

// mostRead is the largest number of words that are read of a text. It bounds memory and time.
const mostRead = 1 << 16

// The fields of a document; see spelling.Place.
const (
	title = iota
	body
)

// Candidate is a phrase of a text.
type Candidate struct {
	Places []spelling.Place // in order
	Words  []string         // of the first place, in lower case
	Stems  []string
	Values Values

	Before, After string // stems of the words around it, "|" for none; for a Lexicon, like Capital
	Capital       bool   // it is written with a capital that opens no sentence

	Margin      float64 // log-odds, see Ranker.Assess
	Probability float64 // that it is a keyphrase, see Ranker.Assess
}

// unit is a word of a text and its properties.
type unit struct {
	word.Word
	stem     string
	field    int
	stop     bool
	number   bool
	capitals bool // two or more letters, all capitals
}

// Text is a text and its candidates.
type Text struct {
	Tag        string
	Stems      []string // of all words, title and body
	Candidates []Candidate

	units  []unit
	stops  language.Stops
	titled int // number of units of the title
}

// Find returns the candidates of a document in the language of tag, in the order of their first places. Runs of words with equal
// stems are one candidate. rarity returns how rare a word is, below 0 if unknown; see Frequencies.Rarity.
func Find(c *word.Cutter, tag, titleText, bodyText string, rarity func(lower, stem string) float64) *Text {
	t := &Text{Tag: tag, stops: language.StopsOf(tag, titleText, bodyText)}
	t.add(c, title, titleText)
	t.titled = len(t.units)
	t.add(c, body, bodyText)
	t.find(rarity)
	return t
}

// Stems returns the stems of the words of a document.
func Stems(c *word.Cutter, tag, titleText, bodyText string) []string {
	t := &Text{Tag: tag}
	t.add(c, title, titleText)
	t.add(c, body, bodyText)
	return t.Stems
}

// add adds the words of a field.
func (t *Text) add(c *word.Cutter, field int, text string) {
	for _, w := range c.Cut(t.Tag, text) {
		if len(t.units) == mostRead {
			return
		}
		u := unit{Word: w, stem: c.Stem(t.Tag, w.Lower), field: field, stop: t.stops.Has(w.Lower), number: number(w.Lower)}
		u.capitals = utf8.RuneCountInString(w.Text) > 1 && strings.ToUpper(w.Text) == w.Text && w.Lower != w.Text
		t.units, t.Stems = append(t.units, u), append(t.Stems, u.stem)
	}
}

// number reports whether a word has no letter.
func number(lower string) bool {
	return !strings.ContainsFunc(lower, unicode.IsLetter)
}

// run is a place of a candidate.
type run struct{ from, to int }

// found is a candidate and all its places.
type found struct {
	key  string
	runs []run
}

// find sets Candidates.
func (t *Text) find(rarity func(lower, stem string) float64) {
	index, all := map[string]int{}, []found{}
	var key strings.Builder
	for i := range t.units {
		if !t.edge(i) {
			continue
		}
		key.Reset()
		for n := 1; n <= mostWords && i+n <= len(t.units); n++ {
			u := &t.units[i+n-1]
			if n > 1 && (u.Broken || u.field != t.units[i].field) {
				break
			}
			if n > 1 {
				key.WriteByte(' ')
			}
			key.WriteString(u.stem)
			if !t.edge(i+n-1) || !t.solid(i, i+n) {
				continue
			}
			k, ok := index[key.String()]
			if !ok {
				k = len(all)
				all = append(all, found{key: key.String()})
				index[all[k].key] = k
			}
			all[k].runs = append(all[k].runs, run{i, i + n})
		}
	}
	of := newStatistics(t, all, index, rarity)
	for k := range all {
		if r := all[k].runs; len(r) == 1 && r[0].to-r[0].from > 1 && single(t.Tag) {
			continue
		}
		c := t.candidate(all[k].runs[0])
		for _, r := range all[k].runs {
			c.Places = append(c.Places, spelling.Place{Field: t.units[r.from].field, Start: t.units[r.from].Start, End: t.units[r.to-1].End})
		}
		c.Values = of.values(k)
		t.Candidates = append(t.Candidates, c)
	}
	relate(t.Candidates)
}

// edge reports whether a candidate may begin or end with a word.
func (t *Text) edge(i int) bool { return !t.units[i].stop && !t.units[i].number }

// solid reports whether the words in [i, j) have at least two characters.
func (t *Text) solid(i, j int) bool {
	n := 0
	for _, u := range t.units[i:j] {
		n += utf8.RuneCountInString(u.Lower)
	}
	return n > 1
}

// candidate returns the candidate at a place.
func (t *Text) candidate(r run) Candidate {
	var c Candidate
	for _, u := range t.units[r.from:r.to] {
		c.Words, c.Stems = append(c.Words, u.Lower), append(c.Stems, u.stem)
	}
	first := &t.units[r.from]
	if c.Before, c.After = mark, mark; !first.Broken {
		c.Before = t.units[r.from-1].stem
	}
	if r.to < len(t.units) && !t.units[r.to].Broken {
		c.After = t.units[r.to].stem
	}
	c.Capital = !first.Opens && first.Text != first.Lower
	return c
}

// Key is its stems, joined by blanks.
func (c *Candidate) Key() string { return strings.Join(c.Stems, " ") }
