package export

import (
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Phrases are the labels of a prediction. They lack duplicates; phrases without a spelling, as those with <digit>; phrases with a
// comma, a full stop or <unk> as a word, which score does not count either; and phrases of numbers only.
type Phrases struct {
	schemas.Prediction
	Absent Absent
	Text   *Original // nil if the text is not written
	Scores bool      // tables have a column scores
	Merged Merged    // not nil: phrases have the spelling and the id of their concept
	Title  string    // of the document in a review
	Beyond bool      // the document is not in the review
}

// Answer converts a prediction into the answer to a row of an Arrow stream, with the same phrases as the other
// exports.
func Answer(p schemas.Prediction, absent Absent) schemas.Answer {
	return schemas.Answer{Limits: p.Limits, Phrases: Phrases{Prediction: p, Absent: absent}.Written()}
}

// Written returns the phrases that exports write, best first.
func (p Phrases) Written() (list []schemas.Phrase) {
	unsure := p.Absent.Sure && p.Doubtful != ""
	for _, k := range p.Phrases {
		if exported(k) && (k.Present || k.Score >= p.Absent.Least && !unsure) {
			list = append(list, k)
		}
	}
	return p.Merged.merge(list)
}

func exported(k schemas.Phrase) bool {
	numbers := 0
	for _, w := range k.Tokens {
		switch w {
		case ",", ".", text.Specials[text.Unk]:
			return false
		case text.Digit:
			numbers++
		}
	}
	return k.Phrase != "" && !k.Duplicate && numbers < len(k.Tokens)
}

// line is a line of the JSON export. Its lists have equal lengths, best phrase first, so that pandas can explode them
// and score can read them. The place of an absent phrase is null.
type line struct {
	ID         string     `json:"id"`
	Title      *string    `json:"title,omitempty"`
	Text       *string    `json:"text,omitempty"`
	Keyphrases []string   `json:"keyphrases"`
	Scores     []float32  `json:"scores"`
	Present    []bool     `json:"present"`
	Field      []*string  `json:"field"`
	Start      []*int32   `json:"start"`
	End        []*int32   `json:"end"`
	Surface    []*string  `json:"surface"`
	StartChar  []*int32   `json:"start_char"`
	StartUTF16 []*int32   `json:"start_utf16"`
	Truncated  bool       `json:"truncated"`
	Language   string     `json:"language"`
	Doubtful   string     `json:"doubtful"`
	PhraseIDs  *[]*string `json:"phrase_ids,omitempty"` // of their concepts, null for a phrase that is not merged
	Digest     string     `json:"digest,omitempty"`     // by which score knows that it has the document that was labelled
}

// JSON implements Labels.
func (p Phrases) JSON() any {
	l := line{ID: p.ID, Keyphrases: []string{}, Scores: []float32{}, Present: []bool{},
		Field: []*string{}, Start: []*int32{}, End: []*int32{}, Surface: []*string{},
		StartChar: []*int32{}, StartUTF16: []*int32{},
		Truncated: p.Truncated, Language: p.Language, Doubtful: p.Doubtful, Digest: p.Digest}
	if p.Text != nil {
		l.Title, l.Text = &p.Text.Title, &p.Text.Text
	}
	ids := []*string{}
	for _, k := range p.Written() {
		var field, surface, id *string
		if k.Start != nil {
			field, surface = &k.Field, &k.Surface
		}
		if c := p.Merged[k.Phrase]; c != nil {
			id = &c.ID
		}
		l.Keyphrases, l.Scores, l.Present = append(l.Keyphrases, k.Phrase), append(l.Scores, k.Score), append(l.Present, k.Present)
		l.Field, l.Surface, ids = append(l.Field, field), append(l.Surface, surface), append(ids, id)
		l.Start, l.End = append(l.Start, k.Start), append(l.End, k.End)
		l.StartChar, l.StartUTF16 = append(l.StartChar, k.StartChar), append(l.StartUTF16, k.StartUTF16)
	}
	if p.Merged != nil {
		l.PhraseIDs = &ids
	}
	return l
}

// phraseHeader returns the header of Lines.
func phraseHeader() []string {
	return []string{"id", "rank", "phrase", "score", "present", "field", "start", "end", "surface", "doubtful", "start_char", "start_utf16"}
}

// Lines implements Labels: one line per phrase. The rank counts from 1 within a document. The place of an absent phrase is empty. A
// document without phrases has no line. Of a document's limits, the lines have only the reason why it is doubtful.
func (p Phrases) Lines(cell func(string) string) (lines [][]string) {
	for i, k := range p.Written() {
		line := []string{cell(p.ID), strconv.Itoa(i + 1), cell(k.Phrase), Score(k.Score), strconv.FormatBool(k.Present),
			k.Field, Number(k.Start), Number(k.End), cell(k.Surface), p.Doubtful, Number(k.StartChar), Number(k.StartUTF16)}
		if p.Merged != nil {
			line = append(line, p.Merged.id(k.Phrase))
		}
		lines = append(lines, line)
	}
	return lines
}

// phraseColumns returns the columns of Table.
func phraseColumns(scores bool) []corpus.Column {
	columns := []corpus.Column{{Name: "keywords"}}
	if scores {
		columns = append(columns, corpus.Column{Name: "scores"})
	}
	return append(columns, corpus.Column{Name: "doubtful"}, corpus.Column{Name: "language"}, corpus.Column{Name: "truncated", Kind: corpus.BooleanCell})
}

// scoreDigits is the number of decimals in the column scores.
const scoreDigits = 3

// Table implements Labels: the phrases joined by "; ", with p.Scores as many numbers, and the limits of the document.
func (p Phrases) Table() []corpus.Cell {
	var phrases, scores, ids []string
	for _, k := range p.Written() {
		phrases, ids = append(phrases, separators.Replace(k.Phrase)), append(ids, p.Merged.id(k.Phrase))
		scores = append(scores, strconv.FormatFloat(float64(k.Score), 'f', scoreDigits, 32))
	}
	cells := []corpus.Cell{{Text: strings.Join(phrases, "; ")}}
	if p.Scores {
		cells = append(cells, corpus.Cell{Text: strings.Join(scores, "; ")})
	}
	cells = append(cells, corpus.Cell{Text: p.Doubtful}, corpus.Cell{Text: p.Language}, corpus.Cell{Text: strconv.FormatBool(p.Truncated), Kind: corpus.BooleanCell})
	if p.Merged != nil {
		cells = append(cells, corpus.Cell{Text: strings.Join(ids, "; ")})
	}
	return cells
}

// Keywords implements Labels.
func (p Phrases) Keywords() (all []corpus.Keyword) {
	for _, k := range p.Written() {
		all = append(all, corpus.Keyword{Text: k.Phrase})
	}
	return all
}

// Review implements Labels.
func (p Phrases) Review() *Reviewed {
	if p.Beyond {
		return nil
	}
	r := &Reviewed{Title: p.Title, Digest: p.Digest}
	for _, k := range p.Written() {
		r.Phrases = append(r.Phrases, ReviewedPhrase{Text: k.Phrase, Words: k.Tokens, Score: k.Score})
	}
	return r
}
