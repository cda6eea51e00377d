package join

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// maxPhrases is the largest number of keyphrases or predictions of a document. A phrase of one letter takes 400 bytes while
// it is judged, so a line of 8 MiB, which is 8 KiB of gzip, would take 1.5 GB.
const maxPhrases = 1 << 20

// tooMany fails if a document has more than maxPhrases.
func tooMany(phrases int) error {
	if phrases > maxPhrases {
		return fmt.Errorf("has %d phrases, more than the limit of %d", phrases, maxPhrases)
	}
	return nil
}

// linePredictions reads predictions from the lines of a text file. parse gets each line.
type linePredictions struct {
	*corpus.Lines
	parse func(line []byte) (schemas.Prediction, error)
	skip  bool // blank lines are no documents
}

func (l linePredictions) Rows() int64 { return -1 }

func (l linePredictions) Place() (string, int64) { return l.Path(), l.Row() }

func (l linePredictions) Next() (p schemas.Prediction, err error) {
	line, err := l.Lines.Next()
	for err == nil && l.skip && len(bytes.TrimSpace(line)) == 0 {
		line, err = l.Lines.Next()
	}
	var file *schemas.FileError
	switch {
	case err == io.EOF, errors.As(err, &file):
		return p, err
	case err == nil && !utf8.Valid(line):
		err = errors.New("not valid UTF-8")
	case err == nil:
		p, err = l.parse(line)
	}
	if err != nil {
		return p, l.Fail(err)
	}
	return p, nil
}

// separators replaces what networks write between and around phrases: semicolons part phrases.
var separators = strings.NewReplacer("<sep>", ";", "<SEP>", ";", "[SEP]", ";", "<peos>", ";", "<eos>", ";", "<s>", "", "</s>", "", "<pad>", "")

// phraseLine reads a "phrase;phrase" line, which phraseCutter cuts at semicolons.
func phraseLine(line []byte) (p schemas.Prediction, err error) {
	p.Phrases = []schemas.Phrase{{Phrase: separators.Replace(string(line))}}
	return p, tooMany(1 + strings.Count(p.Phrases[0].Phrase, ";"))
}

// releasedLine reads a "phrase;phrase" line as the authors' evaluation script does.
func releasedLine(line []byte) (p schemas.Prediction, err error) {
	if err := tooMany(1 + bytes.Count(line, []byte(";"))); err != nil {
		return p, err
	}
	for i, w := range phrases(string(line)) {
		p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: strings.Join(w, " "), Tokens: w, Slot: int32(i)})
	}
	return p, nil
}

// phrases cuts a line at its semicolons; a blank line has no phrases. A blank phrase between semicolons is one empty
// word, as in the authors' script.
func phrases(line string) [][]string {
	line = trim(line)
	if line == "" {
		return nil
	}
	var out [][]string
	for p := range strings.SplitSeq(line, ";") {
		out = append(out, words(p))
	}
	return out
}

// words cuts at single blanks, so two blanks in a row give an empty word.
func words(s string) []string { return strings.Split(trim(s), " ") }

// trim removes white space at both ends, as Python's strip does, including the four information separators.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}

// apart ends the reading if the phrases of most documents look like one that another mark joins.
type apart struct {
	rows.Reader[schemas.Prediction]
	corpus.Separators
}

func (a *apart) Next() (schemas.Prediction, error) {
	p, err := a.Reader.Next()
	file, _ := a.Place()
	if err == io.EOF {
		return p, cmp.Or(a.End(file), err)
	}
	if err == nil {
		var record corpus.Record
		for i := range p.Phrases {
			record.Keyphrases = append(record.Keyphrases, strings.Split(p.Phrases[i].Phrase, ";")...)
		}
		mark, some := corpus.Joined(&record)
		err = a.Count(file, mark, some)
	}
	return p, err
}

// rawPredictions reads predictions in foreign formats.
type rawPredictions struct {
	*records
	scores
}

func (r *rawPredictions) Next() (schemas.Prediction, error) {
	record, err := r.next()
	if err != nil {
		return schemas.Prediction{}, err
	}
	p := schemas.Prediction{ID: record.ID}
	for i, phrase := range record.Keyphrases {
		var score *float64
		if record.Scores != nil {
			score = &record.Scores[i]
		}
		if p.Phrases, err = r.add(p.Phrases, phrase, score); err != nil {
			return p, r.bad(err)
		}
	}
	return p, nil
}

// scores knows whether the phrases of an input have scores, nil before the first phrase. All have one or none has.
type scores struct{ scored *bool }

// add appends a phrase without tokens.
func (s *scores) add(to []schemas.Phrase, phrase string, score *float64) ([]schemas.Phrase, error) {
	scored := score != nil
	if s.scored == nil {
		s.scored = &scored
	}
	if scored != *s.scored {
		return to, errors.New("some phrases have scores, others have none")
	}
	p := schemas.Phrase{Phrase: separators.Replace(phrase)}
	if scored {
		p.Score = float32(*score)
	}
	return append(to, p), nil
}
