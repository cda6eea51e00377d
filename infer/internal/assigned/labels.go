package assigned

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Concepts are the labels of a document, see export.Labels.
type Concepts struct {
	schemas.Assigned
	Proposals bool   // exports have a place for phrases that match no concept
	Title     string // of the document in a review
}

// line is a line of the JSON export. Its lists have equal lengths, best concept first, so that score can read them.
type line struct {
	ID        string     `json:"id"`
	Language  string     `json:"language"`
	Concepts  []string   `json:"concepts"`
	Labels    []string   `json:"labels"`
	Notations []string   `json:"notations"`
	Scores    []float32  `json:"scores"`
	Evidence  []evidence `json:"evidence"`
	Unmatched *[]phrase  `json:"unmatched,omitempty"`
	Digest    string     `json:"digest,omitempty"` // by which score knows that it has the document that was labelled
}

// phrase is a keyphrase that matches no concept. It has no place if it is absent.
type phrase struct {
	Phrase  string  `json:"phrase"`
	Score   float32 `json:"score"`
	Field   string  `json:"field,omitempty"`
	Start   *int32  `json:"start,omitempty"`
	End     *int32  `json:"end,omitempty"`
	Surface string  `json:"surface,omitempty"`

	StartChar *int32 `json:"start_char,omitempty"`
	Start16   *int32 `json:"start_utf16,omitempty"`
}

// evidence is the reason for a concept: the place of its label, with offsets in bytes and the first also in characters, and the
// most similar indexed document that has it.
type evidence struct {
	Field     string     `json:"field,omitempty"`
	Words     [][2]int32 `json:"words,omitempty"`
	Surface   string     `json:"surface,omitempty"`
	Neighbour string     `json:"neighbour,omitempty"`
	StartChar *int32     `json:"start_char,omitempty"`
	Start16   *int32     `json:"start_utf16,omitempty"`
}

// JSON implements export.Labels.
func (a Concepts) JSON() any {
	l := line{a.ID, a.Language, []string{}, []string{}, []string{}, []float32{}, []evidence{}, nil, a.Digest}
	for _, c := range a.Concepts {
		l.Concepts, l.Labels, l.Notations = append(l.Concepts, c.Concept), append(l.Labels, c.Label), append(l.Notations, c.Notation)
		e := evidence{Field: c.Field, Surface: c.Surface, Neighbour: c.Neighbour, StartChar: c.StartChar, Start16: c.StartUTF16}
		for i := range c.Starts {
			e.Words = append(e.Words, [2]int32{c.Starts[i], c.Ends[i]})
		}
		l.Scores, l.Evidence = append(l.Scores, c.Score), append(l.Evidence, e)
	}
	if a.Proposals {
		all := []phrase{}
		for _, p := range a.Unmatched {
			all = append(all, phrase{p.Phrase, p.Score, p.Field, p.Start, p.End, p.Surface, p.StartChar, p.StartUTF16})
		}
		l.Unmatched = &all
	}
	return l
}

// Lines implements export.Labels: one line per concept, then one, without a concept, per phrase that matches none.
func (a Concepts) Lines(cell func(string) string) (lines [][]string) {
	for i, c := range a.Concepts {
		start, end := "", ""
		if n := len(c.Starts); n > 0 {
			start, end = strconv.Itoa(int(c.Starts[0])), strconv.Itoa(int(c.Ends[n-1]))
		}
		lines = append(lines, []string{cell(a.ID), strconv.Itoa(i + 1), cell(c.Concept), cell(c.Label), cell(c.Notation), export.Score(c.Score),
			c.Field, start, end, cell(c.Surface), cell(c.Neighbour),
			export.Number(c.StartChar), export.Number(c.StartUTF16)})
	}
	for i, p := range a.Unmatched {
		lines = append(lines, []string{cell(a.ID), strconv.Itoa(i + 1), "", cell(p.Phrase), "", export.Score(p.Score), p.Field, export.Number(p.Start), export.Number(p.End),
			cell(p.Surface), "", export.Number(p.StartChar), export.Number(p.StartUTF16)})
	}
	return lines
}

// columns returns the columns of Table.
func columns(proposals bool) (all []corpus.Column) {
	names := []string{"concepts", "labels", "notations", "scores", "language", "unmatched", "unmatched_scores"}
	if !proposals {
		names = names[:5]
	}
	for _, name := range names {
		all = append(all, corpus.Column{Name: name})
	}
	return all
}

// Table implements export.Labels. Each of its lists is a line of CSV in one cell, see list.
func (a Concepts) Table() (cells []corpus.Cell) {
	var lists [6][]string
	for _, c := range a.Concepts {
		for i, text := range []string{c.Concept, c.Label, c.Notation, export.Score(c.Score)} {
			lists[i] = append(lists[i], text)
		}
	}
	for _, p := range a.Unmatched {
		lists[4], lists[5] = append(lists[4], p.Phrase), append(lists[5], export.Score(p.Score))
	}
	for _, l := range lists {
		cells = append(cells, corpus.Cell{Text: list(l)})
	}
	return slices.Insert(cells, 4, corpus.Cell{Text: a.Language})[:len(columns(a.Proposals))]
}

// Keywords implements export.Labels: the concepts with their URIs, then the phrases that match none.
func (a Concepts) Keywords() (all []corpus.Keyword) {
	for _, c := range a.Concepts {
		all = append(all, corpus.Keyword{Text: c.Label, URI: c.Concept})
	}
	for _, p := range a.Unmatched {
		all = append(all, corpus.Keyword{Text: p.Phrase})
	}
	return all
}

// Review implements export.Labels. Phrases that match no concept are not in it.
func (a Concepts) Review() *export.Reviewed {
	r := &export.Reviewed{Title: a.Title, Digest: a.Digest}
	for _, c := range a.Concepts {
		r.Phrases = append(r.Phrases, export.ReviewedPhrase{Text: c.Label, Concept: c.Concept, Score: c.Score})
	}
	return r
}

// list joins values by ";", by the rules of CSV: a value with a ;, a quote or a line end stands in quotes, and its quotes are
// doubled. Readers of CSV cut the list into the same values.
func list(values []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = ';'
	w.Write(values) // a strings.Builder does not fail
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
