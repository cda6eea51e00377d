package object

import (
	"encoding/json"
	"fmt"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// list reads keyphrases from a list of texts, from one text that joins them by mark or is a printed list, or from a list of
// objects that name their keyphrases.
func list(r *record.Record, name, mark, raw string) error {
	if s, ok := unquoted(raw); ok {
		return r.SetKeyphrases(s, mark)
	}
	if list, ok := texts(raw); ok {
		r.Keyphrases = list
		return nil
	}
	if json.Unmarshal([]byte(raw), &r.Keyphrases) == nil {
		return nil
	}
	r.Keyphrases = nil
	var objects []map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &objects) == nil {
		if texts, ok := named(objects); ok {
			r.Keyphrases = texts
			return nil
		}
		return fmt.Errorf("%s is a list of objects, and none of their keys is the one with the phrase; %s", name, record.Keyphrases.Another())
	}
	if _, ok := record.Items(raw); ok {
		return r.SetKeyphrases(raw, mark)
	}
	return fmt.Errorf("%s must be a list of texts, or one text joined by %q; %s", name, mark, record.Keyphrases.Another())
}

// texts returns the texts of a list, if it has nothing but texts. encoding/json takes five times as long for it.
func texts(list string) (texts []string, ok bool) {
	t := jsonlite.Tokenize(list)
	if token, _ := t.Next(); token != "[" {
		return nil, false
	}
	texts = make([]string, 0, 8)
	for token, more := t.Next(); more && token != "]"; token, more = t.Next() {
		if token == "," {
			continue
		}
		text, ok := unquoted(token)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// named returns the keyphrases of a list of objects: the texts of one key, see record.PhraseKey, which must be the same
// in all objects.
func named(objects []map[string]json.RawMessage) (texts []string, ok bool) {
	if len(objects) == 0 {
		return nil, true
	}
	key, ok := phraseKey(objects[0])
	for _, o := range objects {
		var text *string
		if !ok || o == nil || json.Unmarshal(o[key], &text) != nil || text == nil {
			return nil, false
		}
		if own, one := phraseKey(o); !one || own != key {
			return nil, false
		}
		texts = append(texts, *text)
	}
	return texts, true
}

// phraseKey returns the key of an object that holds its keyphrase.
func phraseKey(object map[string]json.RawMessage) (key string, ok bool) {
	var texts []string
	for k, v := range object {
		if len(v) > 0 && v[0] == '"' {
			texts = append(texts, k)
		}
	}
	return record.PhraseKey(texts)
}
