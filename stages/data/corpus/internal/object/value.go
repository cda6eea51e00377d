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
func quoted(name string, part record.Field, v *jsonlite.Value) (string, error) {
	s, ok := unquoted(v)
	if ok {
		return s, nil
	}
	err := fmt.Errorf("%s must be a text, it is %.40s", name, v.JSON())
	if part != record.ID && (v.Kind() == jsonlite.Array || v.Kind() == jsonlite.Object) { // perhaps a column of a whole table
		err = fmt.Errorf("%w; give one text per document, as pandas does with orient=\"records\"", err)
	}
	return "", fmt.Errorf("%w; %s", err, part.Another())
}

// text returns a string, the only one of a list, the first one of a list of titles, as Crossref has them, the text of an inverted index,
// or that of an object or a list of objects.
func text(c *record.Names, of record.Field, name string, v *jsonlite.Value) (string, error) {
	if isInverted(name) {
		return inverted(name, v)
	}
	if isPassages(name) && v.Kind() == jsonlite.Array {
		return passages(v, of), nil
	}
	if list, ok := texts(v); ok && (len(list) < 2 || of == record.Title) {
		return record.First(list), nil
	}
	abstract := strings.Contains(strings.ToLower(name), "abstract")
	if s, ok := labelled(c, of, v); ok && (of == record.Title || abstract || !titled(c, v)) {
		return s, nil
	}
	return quoted(name, of, v)
}

// labelled returns the text of an object that holds one beside its language or type, as in {"value": "…", "lang": "en"}. Of a list of
// such objects it returns the first title that is no translation, with its subtitle, and the texts whose types say that they are abstracts,
// the first of several languages or sources, or else all.
func labelled(c *record.Names, of record.Field, v *jsonlite.Value) (string, bool) {
	if v.Kind() != jsonlite.Array {
		own := textsOf(v)
		if key := c.First(slices.Sorted(maps.Keys(own)), of); key != "" {
			for lesser, text := range own {
				if of == record.Title && c.Subtitle(lesser) {
					return record.Titled(own[key], text), true
				}
			}
			return own[key], true
		}
		key, ok := record.PhraseKey(slices.Collect(maps.Keys(own)))
		return own[key], ok && strings.Trim(key, "0123456789") != "" // the number of a row is that of pandas
	}
	var all, main []string
	subtitle := ""
	same := of == record.Title // they say the same
	for e := range v.Array {
		text, ok := labelled(c, of, e)
		if !ok || e.Kind() == jsonlite.Array || of == record.Body && titled(c, e) {
			return "", false
		}
		kind := ""
		for key, value := range textsOf(e) {
			same = same || slices.Contains([]string{"lang", "language", "source"}, record.Fold(key))
			if strings.HasSuffix(record.Fold(key), "type") {
				kind = strings.ToLower(value)
			}
		}
		switch {
		case of == record.Title && kind == "subtitle":
			subtitle = text
			continue
		case of == record.Title && (kind == "" || kind == "item"), of == record.Body && strings.Contains(kind, "abstract"):
			main = append(main, text)
		}
		all = append(all, text)
	}
	if len(main) > 0 {
		all = main
	}
	if same {
		all = all[:min(1, len(all))]
	}
	if subtitle != "" {
		return record.Titled(strings.Join(all, "\n"), subtitle), true
	}
	return strings.Join(all, "\n"), len(all) > 0
}

// isPassages reports whether a key is that of the parts of a document of BioC (https://bioc.sourceforge.net).
func isPassages(key string) bool { return key == "passages" || strings.HasSuffix(key, ".passages") }

// passages returns the parts of a document that are its title or its abstract.
func passages(v *jsonlite.Value, of record.Field) string {
	var all []string
	for p := range v.Array {
		var kind string
		if infons := p.Lookup("infons"); infons != nil {
			kind = strings.ToLower(textsOf(infons)["type"])
		}
		if wanted := map[string]record.Field{"title": record.Title, "front": record.Title, "abstract": record.Body, "": record.Body}; wanted[kind] == of {
			all = append(all, textsOf(p)["text"])
		}
	}
	return strings.Join(all, "\n")
}

// titled reports whether an object has a title, as a document has.
func titled(c *record.Names, v *jsonlite.Value) bool {
	return c.First(slices.Collect(maps.Keys(textsOf(v))), record.Title) != ""
}

// textsOf returns the members of an object that are texts; none for another value.
func textsOf(object *jsonlite.Value) map[string]string {
	own := map[string]string{}
	if object.Kind() == jsonlite.Object {
		for key, v := range object.Object {
			if text, ok := unquoted(v); ok {
				own[key] = text
			}
		}
	}
	return own
}

// wrapped are the keys by which MongoDB marks the type of a value, {"$oid": "…"}, if the value can be an id.
var wrapped = []string{"$oid", "$numberLong", "$numberInt", "$uuid", "$symbol"}

// id returns a text or a whole number, also as MongoDB exports it or in a list of one. It drops a zero fraction: pandas writes
// integer columns with missing values as floats.
func id(name string, v *jsonlite.Value) (string, error) {
	if v.Kind() == jsonlite.Array && v.Len() == 1 {
		v = v.Index(0)
	}
	if key, only := single(v); slices.Contains(wrapped, key) {
		v = only
	}
	if v.Kind() == jsonlite.Number {
		whole, zeros, _ := strings.Cut(v.JSON(), ".")
		if strings.Trim(zeros, "0") == "" && strings.Trim(whole, "-0123456789") == "" {
			return whole, nil
		}
	}
	return quoted(name, record.ID, v)
}

// single returns the key and the value of an object with one member; nil for another value.
func single(object *jsonlite.Value) (key string, v *jsonlite.Value) {
	if object.Kind() == jsonlite.Object && object.Len() == 1 {
		for key, v = range object.Object {
		}
	}
	return key, v
}

// keyphrases reads keyphrases from a list of texts, from one text that joins them by mark or is a printed list, or from a list of
// objects that name their keyphrases, which may stand in an object of their own, {"keyword": […]}.
func keyphrases(r *record.Record, name, mark string, v *jsonlite.Value) (err error) {
	if _, list := single(v); list != nil && list.Kind() == jsonlite.Array {
		v = list
	}
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
		texts := textsOf(o)
		own, ok := record.PhraseKey(slices.Collect(maps.Keys(texts)))
		if !ok || len(phrases) > 0 && own != key {
			return nil, false
		}
		key, phrases = own, append(phrases, texts[own])
	}
	return phrases, true
}
