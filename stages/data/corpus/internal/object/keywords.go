package object

import (
	"encoding/json"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// list reads keyphrases from a list of texts, from one text that joins them by mark or is a printed list, or from a list of
// objects that name their keyphrases.
func list(r *record.Record, name, mark string, raw json.RawMessage) error {
	if raw == nil || string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		s, err := quoted(name, raw)
		if err != nil {
			return err
		}
		return r.SetKeyphrases(s, mark)
	}
	var texts []string
	if json.Unmarshal(raw, &texts) == nil {
		r.Keyphrases = texts
		return nil
	}
	var objects []map[string]json.RawMessage
	if json.Unmarshal(raw, &objects) == nil {
		if texts, ok := named(objects); ok {
			r.Keyphrases = texts
			return nil
		}
		return fmt.Errorf("%s is a list of objects, and none of their keys is the one with the phrase; %s", name, record.Keyphrases.Another())
	}
	if _, ok := record.Items(string(raw)); ok {
		return r.SetKeyphrases(string(raw), mark)
	}
	return fmt.Errorf("%s must be a list of texts, or one text joined by %q; %s", name, mark, record.Keyphrases.Another())
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
