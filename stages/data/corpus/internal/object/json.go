package object

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/jsonlite"
)

// maxValues bounds the memory of an object, which takes some for each value.
const maxValues = 1 << 20

// An object with more brackets is checked by the standard library, which bounds its depth: the parser recurses into lists within each
// other, and leaves objects within more than so many others unchecked.
const (
	safeLists   = 10_000
	safeObjects = 100
)

// value parses a value. NaN and the infinities, which JSON does not have, are null; changed says that an infinity is. Its errors are
// reasons to reject a record.
func value(text string) (v *jsonlite.Value, changed bool, err error) {
	if strings.Count(text, ",") > maxValues {
		return nil, false, fmt.Errorf("has more than %d values", maxValues)
	}
	if v, err = bounded(text); err != nil {
		var clean string
		clean, changed = nulled(text)
		v, err = bounded(clean)
	}
	if err != nil {
		if strings.HasPrefix(strings.TrimSpace(text), "{'") {
			return nil, false, errors.New("not valid JSON, but a dict as Python prints it; write it by json.dumps")
		}
		if known := json.Unmarshal([]byte(text), new(any)); known != nil { // it says the place
			err = known
		}
		return nil, false, fmt.Errorf("not valid JSON: %w", err)
	}
	return v, changed, nil
}

// kinds are the names of the kinds of values.
var kinds = [...]string{"null", "bool", "bool", "number", "string", "object", "array"}

// bounded parses a text after the standard library has checked it if it may be deep.
func bounded(text string) (*jsonlite.Value, error) {
	if (strings.Count(text, "[") > safeLists || strings.Count(text, "{") > safeObjects) && !json.Valid([]byte(text)) {
		return nil, errors.New("too deep or malformed")
	}
	return jsonlite.Parse(text)
}

// nulled returns a text in which null stands for what is not a number, as programs write it that write no valid JSON, and whether one
// is infinite.
func nulled(text string) (clean string, infinite bool) {
	var b strings.Builder
	tokens := jsonlite.Tokenize(text)
	for token, more := tokens.Next(); more; token, more = tokens.Next() {
		switch strings.TrimPrefix(token, "-") {
		case "NaN", "nan":
			token = "null"
		case "Infinity", "inf":
			token, infinite = "null", true
		}
		b.WriteString(token)
		b.WriteByte(' ')
	}
	return b.String(), infinite
}

// unquoted returns the text of a value that is a string, with which it shares memory if nothing is escaped.
func unquoted(v *jsonlite.Value) (s string, ok bool) {
	if v.Kind() != jsonlite.String {
		return "", false
	}
	raw := v.JSON()
	if strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1], true
	}
	return s, json.Unmarshal([]byte(raw), &s) == nil // unlike the parser's own, it reads halves of a pair of \u
}

// texts returns the texts of a list of nothing else; null is an empty one.
func texts(v *jsonlite.Value) (list []string, ok bool) {
	if v.Kind() != jsonlite.Array {
		return nil, false
	}
	list = make([]string, 0, v.Len())
	for e := range v.Array {
		text, ok := unquoted(e)
		if !ok && e.Kind() != jsonlite.Null {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}
