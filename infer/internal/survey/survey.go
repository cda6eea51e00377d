package survey

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/zeebo/xxh3"
)

// Settings say what is counted.
type Settings struct {
	By       []string // names of columns, those of Document.Values
	Likely   bool     // scores are probabilities
	Examples int      // documents drawn, and as many of the least certain
	Seed     uint64   // of the drawing
	Kept     int      // labels that Frequent keeps; 0: 1 << 18
	Counted  int      // of these, those that are counted exactly; 0: 20,000
}

// Defaults of Settings, some 30 MB of memory.
const (
	kept    = 1 << 18
	counted = 20000
)

// Survey has what there is to say of a labelled corpus. Add all documents, then Finish, then read it, then Close.
type Survey struct {
	Settings
	Documents int64
	Labels    int64
	Empty     int64   // documents without a label
	Cut       int64   // documents of which the model did not read all
	Absent    int64   // labels that do not stand in the text
	Reasons   []Group // why documents are doubtful, largest first
	Languages []Group // largest first
	Columns   []*Column
	Years     Years

	All     Tally    // of documents that are not doubtful; empty unless scores are probabilities, as are the next
	Present Tally    // of their labels that stand in the text
	Missing Tally    // of their others
	Ranks   [5]Tally // of their first labels, second ones and so on

	Distinct int       // different labels
	More     bool      // there are more than Distinct
	Floor    int64     // labels of at least as many documents are all in Phrases; 0: all are
	Phrases  []*Phrase // most frequent first
	Rising   []Trend
	Falling  []Trend
	Pairs    []Pair

	Drawn     []*Document
	Uncertain []*Document // the lowest mean scores, the lowest first

	frequent  *Frequent
	spill     *spill
	seen      map[uint64]bool // keys of the document that is added
	entry     entry           // the last one, whose memory is used again
	reasons   groups
	languages groups
	years     map[int]int64
	drawn     sample
	sure      sample // least certain documents that are not doubtful
	doubtful  sample // that are
}

// Years are the documents by year.
type Years struct {
	All       []int // in order, without gaps being filled; at most the last mostYears
	Documents []int64
	Unknown   int64 // documents without a year
	Before    int64 // documents of years before the first of All
	Tests     int   // phrases whose trend was tested
}

// Phrase is a label of the corpus.
type Phrase struct {
	Text      string // its most frequent spelling
	Documents int64
	Score     float64 // mean over its documents
	Years     []int64 // documents by year, as Years.All
	values    [][]int64
	spellings map[string]int64
}

// New returns an empty Survey.
func New(s Settings) (*Survey, error) {
	s.Kept, s.Counted = cmp.Or(s.Kept, kept), cmp.Or(s.Counted, counted)
	spill, err := newSpill()
	if err != nil {
		return nil, err
	}
	v := &Survey{Settings: s, frequent: NewFrequent(s.Kept), spill: spill, seen: map[uint64]bool{}, years: map[int]int64{},
		drawn: sample{most: s.Examples}, sure: sample{most: s.Examples}, doubtful: sample{most: s.Examples}}
	for _, name := range s.By {
		v.Columns = append(v.Columns, &Column{Name: name})
	}
	return v, nil
}

// Close removes the temporary file.
func (s *Survey) Close() error { return s.spill.close() }

// mostLanguages is the largest number of languages that are told apart; tags of others are those of a damaged file.
const mostLanguages = 1000

// Add adds a document. It fails with a *ValuesError if a column has too many values.
func (s *Survey) Add(d *Document) error {
	scores := s.count(d)
	e := entry{Keys: s.entry.Keys[:0], Scores: s.entry.Scores[:0], Texts: s.entry.Texts[:0], Year: d.Year}
	for i, c := range s.Columns {
		ids, err := c.add(d, d.Values[i], scores)
		if err != nil {
			return err
		}
		e.Values = append(e.Values, ids)
	}
	clear(s.seen)
	for i := range d.Labels {
		l := &d.Labels[i]
		key := xxh3.HashString(l.Key)
		if s.seen[key] {
			continue
		}
		s.seen[key] = true
		s.frequent.Add(key)
		e.Keys, e.Scores, e.Texts = append(e.Keys, key), append(e.Scores, l.Score), append(e.Texts, l.Text[:min(len(l.Text), longestText)])
	}
	s.offer(d)
	s.entry = e
	return s.spill.add(&e)
}

// count adds a document to all counters. It returns the probabilities of its labels; none if scores are no probabilities.
func (s *Survey) count(d *Document) (scores []float64) {
	s.Documents++
	s.Labels += int64(len(d.Labels))
	if len(d.Labels) == 0 {
		s.Empty++
	}
	if d.Cut {
		s.Cut++
	}
	scores = make([]float64, 0, len(d.Labels))
	var present, missing []float64
	for i := range d.Labels {
		of := &present
		if !d.Labels[i].Present {
			s.Absent++
			of = &missing
		}
		if p := float64(d.Labels[i].Score); s.Likely {
			scores, *of = append(scores, p), append(*of, p)
		}
	}
	tag := d.Language
	if _, known := s.languages.ids[tag]; !known && len(s.languages.all) >= mostLanguages {
		tag = "und"
	}
	id := s.languages.of(tag)
	s.languages.all[id].add(d, scores)
	if d.Year > 0 {
		s.years[d.Year]++
	} else {
		s.Years.Unknown++
	}
	if d.Doubtful != "" {
		id := s.reasons.of(d.Doubtful)
		s.reasons.all[id].add(d, scores)
		return scores
	}
	s.All.Add(scores...)
	s.Present.Add(present...)
	s.Missing.Add(missing...)
	for i, p := range scores[:min(len(scores), len(s.Ranks))] {
		s.Ranks[i].Add(p)
	}
	return scores
}

// Finish counts the frequent labels, and sets what Add did not.
func (s *Survey) Finish(ctx context.Context) error {
	s.Reasons, s.Languages = s.reasons.largest(), s.languages.largest()
	s.Years.All = slices.Sorted(maps.Keys(s.years))
	if n := len(s.Years.All) - mostYears; n > 0 {
		for _, y := range s.Years.All[:n] {
			s.Years.Before += s.years[y]
		}
		s.Years.All = s.Years.All[n:]
	}
	for _, y := range s.Years.All {
		s.Years.Documents = append(s.Years.Documents, s.years[y])
	}
	s.Drawn, s.Uncertain = s.drawn.documents(), s.sure.documents()
	if len(s.Uncertain) == 0 {
		s.Uncertain = s.doubtful.documents()
	}
	s.Distinct, s.More = s.frequent.Len(), s.frequent.Lost > 0
	return s.recount(ctx)
}
