package join

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
// The names of id and list are those of package corpus, and the list may be a text as Python prints it. Either all lines have ids and
// scores or none has.
type jsonPredictions struct {
	scores
	path string
	say  func(line string) // receives what is read of the first object; may be nil
}

// jsonLine is what a line has beside id and phrases.
type jsonLine struct {
	Scores []float64
	Digest string // of infer
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
	joined = separators.Replace(joined)
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

// measures are the keys of a phrase that hold its score.
var measures = []string{"score", "probability", "confidence", "weight"}

func (p *jsonPhrase) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case 'n': // null
		return nil
	case '"':
		return json.Unmarshal(b, &p.Phrase)
	case '[':
		if items, ok := corpus.Items("[" + string(b) + "]"); ok && len(items) == 1 {
			p.Phrase, p.Score = items[0].Phrase, items[0].Score
			return nil
		}
		return fmt.Errorf("%.60s is no pair of a phrase and a score", b)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	texts := map[string]string{}
	for key, v := range members {
		var text string
		if json.Unmarshal(v, &text) == nil && v[0] == '"' {
			texts[key] = text
		}
	}
	key, ok := corpus.PhraseKey(slices.Collect(maps.Keys(texts)))
	if !ok {
		return fmt.Errorf("%.60s has no key that is known as that of a phrase; call it phrase", b)
	}
	p.Phrase = texts[key]
	if tokens, ok := members["tokens"]; ok {
		if err := json.Unmarshal(tokens, &p.Tokens); err != nil {
			return err
		}
	}
	for _, key := range measures {
		if score, ok := members[key]; ok {
			return json.Unmarshal(score, &p.Score)
		}
	}
	return nil
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
	var members map[string]json.RawMessage
	var list jsonPhrases
	if err = json.Unmarshal(line, &members); err == nil {
		err = json.Unmarshal(line, &l)
	}
	keys := slices.Sorted(maps.Keys(members))
	id, name := corpus.Predicted(keys)
	if err == nil && name != "" {
		err = json.Unmarshal(members[name], &list)
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		err = fmt.Errorf("%s cannot be a %s", cmp.Or(strings.ToLower(kind.Field), name), kind.Value)
	}
	if err != nil {
		return p, fmt.Errorf("not the predictions of a document: %w", err)
	}
	if p.ID, err = jsonID(members[id]); err != nil {
		return p, err
	}
	p.Digest = l.Digest
	if name == "" {
		return p, errors.New("has no list called keyphrases, predictions or phrases")
	}
	j.described(keys, id, name)
	if l.Scores != nil && len(l.Scores) != len(list) {
		return p, fmt.Errorf("has %d scores for %d phrases", len(l.Scores), len(list))
	}
	for i := range l.Scores {
		list[i].Score = &l.Scores[i]
	}
	return p, j.list(&p, list)
}

// described says once which keys are read.
func (j *jsonPredictions) described(keys []string, id, phrases string) {
	if j.say == nil {
		return
	}
	other := slices.DeleteFunc(keys, func(key string) bool {
		return key == id || key == phrases || strings.EqualFold(key, "scores") || strings.EqualFold(key, "digest")
	})
	read := fmt.Sprintf("%s: read keyphrases=%s", j.path, phrases)
	if id != "" {
		read += " id=" + id
	}
	if len(other) > 0 {
		read += "; not read: " + strings.Join(other, ", ")
	}
	j.say(read)
	j.say = nil
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
