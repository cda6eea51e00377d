package object

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// quoted returns a string.
func quoted(name string, v *jsonlite.Value) (string, error) {
	s, ok := unquoted(v)
	if !ok {
		return "", fmt.Errorf("%s must be a text, it is %.40s", name, v.JSON())
	}
	return s, nil
}

// text returns a string, the only one of a list, the first one of a list of titles, as Crossref has them, or the text of an inverted
// index.
func text(of record.Field, name string, v *jsonlite.Value) (string, error) {
	if strings.EqualFold(name, invertedIndex) {
		return inverted(v)
	}
	if list, ok := texts(v); ok && (len(list) < 2 || of == record.Title) {
		return record.First(list), nil
	}
	s, err := quoted(name, v)
	if v.Kind() == jsonlite.Array || v.Kind() == jsonlite.Object { // perhaps a column of a whole table
		err = fmt.Errorf("%w; give one text per document, as pandas does with orient=\"records\"", err)
	}
	if err != nil {
		err = fmt.Errorf("%w; %s", err, of.Another())
	}
	return s, err
}

// wrapped are the keys by which MongoDB marks the type of a value, {"$oid": "…"}, if the value can be an id.
var wrapped = []string{"$oid", "$numberLong", "$numberInt", "$uuid", "$symbol"}

// id returns a text or a whole number, also as MongoDB exports it or in a list of one. It drops a zero fraction: pandas writes
// integer columns with missing values as floats.
func id(name string, v *jsonlite.Value) (string, error) {
	if v.Kind() == jsonlite.Array && v.Len() == 1 {
		v = v.Index(0)
	}
	if v.Kind() == jsonlite.Object && v.Len() == 1 {
		for key, only := range v.Object {
			if slices.Contains(wrapped, key) {
				v = only
			}
		}
	}
	if v.Kind() == jsonlite.Number {
		whole, zeros, _ := strings.Cut(v.JSON(), ".")
		if strings.Trim(zeros, "0") == "" && strings.Trim(whole, "-0123456789") == "" {
			return whole, nil
		}
	}
	s, err := quoted(name, v)
	if err != nil {
		err = fmt.Errorf("%w; %s", err, record.ID.Another())
	}
	return s, err
}

// keyphrases reads keyphrases from a list of texts, from one text that joins them by mark or is a printed list, or from a list of
// objects that name their keyphrases.
func keyphrases(r *record.Record, name, mark string, v *jsonlite.Value) (err error) {
	if s, ok := unquoted(v); ok {
		return r.SetKeyphrases(s, mark)
	}
	var ok bool
	if r.Keyphrases, ok = texts(v); ok {
		return nil
	}
	if v.Kind() == jsonlite.Array && v.Index(0).Kind() == jsonlite.Object {
		if r.Keyphrases, ok = named(v); ok {
			return nil
		}
		return fmt.Errorf("%s is a list of objects, and none of their keys is the one with the phrase; %s", name, record.Keyphrases.Another())
	}
	if _, ok := record.Items(v.JSON()); ok {
		return r.SetKeyphrases(v.JSON(), mark)
	}
	return fmt.Errorf("%s must be a list of texts, or one text joined by %q; %s", name, mark, record.Keyphrases.Another())
}

// named returns the keyphrases of a list of objects: the texts of one key, see record.PhraseKey, which must be the same
// in all objects.
func named(list *jsonlite.Value) (phrases []string, ok bool) {
	var key string
	for o := range list.Array {
		if o.Kind() != jsonlite.Object {
			return nil, false
		}
		texts := map[string]string{}
		for k, v := range o.Object {
			if text, ok := unquoted(v); ok {
				texts[k] = text
			}
		}
		own, ok := record.PhraseKey(slices.Collect(maps.Keys(texts)))
		if !ok || len(phrases) > 0 && own != key {
			return nil, false
		}
		key, phrases = own, append(phrases, texts[own])
	}
	return phrases, true
}
