package join

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// jsonPredictions reads predictions from JSON lines:
//
//	{"id": "a", "keyphrases": ["graph cut", "tree"], "scores": [0.9, 0.2]}
//	{"id": "a", "phrases": [{"phrase": "graph cut", "score": 0.9}]}
//	{"id": "a", "keyphrases": [["graph cut", 0.9], ["tree", 0.2]]}
//	[["graph cut", 0.9], ["tree", 0.2]]
//	[('graph cut', 0.9), ('tree', 0.2)]
//
// The list may also be called predictions, and may be a text as Python prints it. Either all lines have ids and scores or
// none has.
type jsonPredictions struct{ scores }

// jsonLine is one line.
type jsonLine struct {
	ID                               json.RawMessage
	Keyphrases, Predictions, Phrases jsonPhrases
	Scores                           []float64
	Digest                           string // of infer
}

// jsonPhrases are phrases as a list, or as one text: a printed list, or phrases joined by semicolons. nil is no list.
type jsonPhrases []jsonPhrase

func (p *jsonPhrases) UnmarshalJSON(b []byte) error {
	if b[0] != '"' {
		return json.Unmarshal(b, (*[]jsonPhrase)(p))
	}
	var joined string
	if err := json.Unmarshal(b, &joined); err != nil {
		return err
	}
	if items, ok := corpus.Items(joined); ok {
		*p = ofItems(items)
		return nil
	}
	if mark, _ := corpus.Joined(&corpus.Record{Keyphrases: []string{joined}}); mark != "" && mark != ";" {
		return fmt.Errorf("the phrases look joined by %q; give a list, or join them by %q", mark, ";")
	}
	*p = jsonPhrases{{Phrase: joined}}
	return nil
}

// jsonPhrase is a phrase, with or without a score and tokens.
type jsonPhrase struct {
	Phrase string
	Tokens []string
	Score  *float64
}

func (p *jsonPhrase) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		return json.Unmarshal(b, &p.Phrase)
	case '[':
		if items, ok := corpus.Items("[" + string(b) + "]"); ok && len(items) == 1 {
			p.Phrase, p.Score = items[0].Phrase, items[0].Score
			return nil
		}
		return fmt.Errorf("%.60s is no pair of a phrase and a score", b)
	}
	type object jsonPhrase // has no methods, so Unmarshal does not recurse
	return json.Unmarshal(b, (*object)(p))
}

func ofItems(items []corpus.Item) jsonPhrases {
	list := make(jsonPhrases, len(items))
	for i, item := range items {
		list[i] = jsonPhrase{Phrase: item.Phrase, Score: item.Score}
	}
	return list
}

// parse reads a line that is not blank.
func (j *jsonPredictions) parse(line []byte) (p schemas.Prediction, err error) {
	line = bytes.TrimSpace(line)
	if line[0] == '{' {
		return j.object(line)
	}
	items, ok := corpus.Items(string(line))
	if !ok {
		return p, errors.New("is no list of phrases as JSON or Python print it")
	}
	return p, j.list(&p, ofItems(items))
}

// object reads a line that is an object.
func (j *jsonPredictions) object(line []byte) (p schemas.Prediction, err error) {
	var l jsonLine
	err = json.Unmarshal(line, &l)
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		err = fmt.Errorf("%s cannot be a %s", strings.ToLower(kind.Field), kind.Value)
	}
	if err != nil {
		return p, fmt.Errorf("not the predictions of a document: %w", err)
	}
	if p.ID, err = jsonID(l.ID); err != nil {
		return p, err
	}
	p.Digest = l.Digest
	all := []jsonPhrases{l.Keyphrases, l.Predictions, l.Phrases}
	i := slices.IndexFunc(all, func(list jsonPhrases) bool { return list != nil })
	if i < 0 {
		return p, errors.New("has no list called keyphrases, predictions or phrases")
	}
	list := all[i]
	if l.Scores != nil && len(l.Scores) != len(list) {
		return p, fmt.Errorf("has %d scores for %d phrases", len(l.Scores), len(list))
	}
	for i := range l.Scores {
		list[i].Score = &l.Scores[i]
	}
	return p, j.list(&p, list)
}

// list adds phrases to a prediction.
func (j *jsonPredictions) list(p *schemas.Prediction, list jsonPhrases) (err error) {
	if err := tooMany(len(list)); err != nil {
		return err
	}
	for _, phrase := range list {
		if p.Phrases, err = j.add(p.Phrases, phrase.Phrase, phrase.Score); err != nil {
			return err
		}
		p.Phrases[len(p.Phrases)-1].Tokens = phrase.Tokens
	}
	return nil
}

// jsonID reads a string or a whole number, by the rule of package corpus; "" means no id. White space is part of an id.
func jsonID(raw json.RawMessage) (id string, err error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		err = json.Unmarshal(raw, &id)
		return id, err
	}
	number := string(raw)
	if whole, zeros, ok := strings.Cut(number, "."); ok && strings.Trim(zeros, "0") == "" {
		number = whole
	}
	if strings.Trim(strings.TrimPrefix(number, "-"), "0123456789") == "" {
		return number, nil
	}
	return "", fmt.Errorf("id must be a text or a whole number, it is %.40s", raw)
}
