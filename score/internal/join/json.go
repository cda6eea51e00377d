package join

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// jsonPredictions reads predictions from JSON lines:
//
//	{"id": "a", "keyphrases": ["graph cut", "tree"], "scores": [0.9, 0.2]}
//	{"id": "a", "phrases": [{"phrase": "graph cut", "score": 0.9}]}
//
// The list may also be called predictions. Either all lines have ids and scores or none has.
type jsonPredictions struct {
	*corpus.Lines
	tokens *text.Tokenizer
	scored *bool // nil until the first line that has phrases
}

// jsonLine is one line.
type jsonLine struct {
	ID                               json.RawMessage
	Keyphrases, Predictions, Phrases []jsonPhrase
	Scores                           []float32
}

// jsonPhrase is a phrase, with or without a score.
type jsonPhrase struct {
	Phrase string
	Score  *float32
}

func (p *jsonPhrase) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, &p.Phrase)
	}
	type object jsonPhrase // has no methods, so Unmarshal does not recurse
	return json.Unmarshal(b, (*object)(p))
}

func (j *jsonPredictions) Rows() int64 { return -1 }

func (j *jsonPredictions) Place() (string, int64) { return j.Path(), j.Row() }

func (j *jsonPredictions) Next() (schemas.Prediction, error) {
	for {
		line, err := j.Lines.Next()
		var file *schemas.FileError
		switch {
		case err == io.EOF, errors.As(err, &file):
			return schemas.Prediction{}, err
		case err == nil && len(bytes.TrimSpace(line)) == 0:
			continue
		case err == nil && !utf8.Valid(line):
			err = errNotUTF8
		}
		var p schemas.Prediction
		if err == nil {
			p, err = j.parse(line)
		}
		if err != nil {
			return p, j.Fail(err)
		}
		return p, nil
	}
}

func (j *jsonPredictions) parse(line []byte) (p schemas.Prediction, err error) {
	var l jsonLine
	if err := json.Unmarshal(line, &l); err != nil {
		return p, fmt.Errorf("not the predictions of a document: %w", err)
	}
	if p.ID, err = jsonID(l.ID); err != nil {
		return p, err
	}
	var list []jsonPhrase
	switch {
	case l.Keyphrases != nil:
		list = l.Keyphrases
	case l.Predictions != nil:
		list = l.Predictions
	case l.Phrases != nil:
		list = l.Phrases
	default:
		return p, errors.New("has no list called keyphrases, predictions or phrases")
	}
	if err := tooMany(len(list)); err != nil {
		return p, err
	}
	if l.Scores != nil && len(l.Scores) != len(list) {
		return p, fmt.Errorf("has %d scores for %d phrases", len(l.Scores), len(list))
	}
	for i, phrase := range list {
		score := phrase.Score
		if l.Scores != nil {
			score = &l.Scores[i]
		}
		scored := score != nil
		if j.scored == nil {
			j.scored = &scored
		}
		if scored != *j.scored {
			return p, errors.New("some phrases have scores, others have none")
		}
		if score == nil {
			score = new(float32)
		}
		p.Phrases = appendPhrase(p.Phrases, j.tokens, phrase.Phrase, *score)
	}
	return p, nil
}

// jsonID reads a string or a whole number; "" means no id.
func jsonID(raw json.RawMessage) (id string, err error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		err = json.Unmarshal(raw, &id)
		return strings.TrimSpace(id), err
	case strings.Trim(strings.TrimPrefix(string(raw), "-"), "0123456789") == "":
		return string(raw), nil
	}
	return "", fmt.Errorf("id must be a text or a whole number, it is %.40s", raw)
}
