package object

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/jsonlite"
)

// pair is a key of an object and its value, which shares memory with the object.
type pair struct{ key, raw string }

// pairs returns the keys and values of an object in order. NaN and the infinities, which JSON does not have, are null; changed
// says that an infinity is. The list takes the room that is given, if it has enough. Its errors are reasons to reject a record.
func pairs(object string, room []pair) (list []pair, changed bool, err error) {
	if list, ok := cutPairs(object, room); ok {
		return list, false, nil
	}
	clean, changed := nulled(object)
	if list, ok := cutPairs(clean, room); ok {
		return list, changed, nil
	}
	if !json.Valid([]byte(clean)) {
		clean = object
	}
	return nil, false, jsonError(json.Unmarshal([]byte(clean), new(struct{})))
}

// cutPairs cuts an object at the quotes and brackets of its values, and returns false unless each of them is valid JSON. Nested values
// are checked by the standard library, which bounds their depth.
func cutPairs(object string, list []pair) ([]pair, bool) {
	i := blanks(object, 0)
	if !strings.HasPrefix(object[i:], "{") {
		return nil, false
	}
	for i = blanks(object, i+1); !strings.HasPrefix(object[i:], "}"); i = blanks(object, i) {
		if len(list) > 0 {
			if !strings.HasPrefix(object[i:], ",") {
				return nil, false
			}
			i = blanks(object, i+1)
		}
		end := valueEnd(object, i)
		quoted := object[i:end]
		if i = blanks(object, end); !validValue(quoted) || !strings.HasPrefix(object[i:], ":") {
			return nil, false
		}
		i = blanks(object, i+1)
		end = valueEnd(object, i)
		raw := object[i:end]
		if !validValue(raw) {
			return nil, false
		}
		key, ok := unquoted(quoted)
		if !ok {
			return nil, false
		}
		list, i = append(list, pair{key, raw}), end
	}
	return list, blanks(object, i+1) == len(object)
}

func validValue(raw string) bool {
	if raw != "" && (raw[0] == '{' || raw[0] == '[') {
		return json.Valid([]byte(raw))
	}
	return name(raw) || jsonlite.Valid(raw)
}

// name reports whether a value is a string as keys and short texts are: of ASCII, with nothing escaped. It saves the other checks.
func name(raw string) bool {
	if len(raw) < 2 || len(raw) > 64 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return false
	}
	for _, c := range []byte(raw[1 : len(raw)-1]) {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// blanks returns the place of the next byte that is not white space, or the end of the text.
func blanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
		i++
	}
	return i
}

// valueEnd returns the place behind the value that begins at i, if it is valid JSON.
func valueEnd(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = stringEnd(text, i) - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + min(depth, 0) // a number or a word ends before the bracket of its object
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// stringEnd returns the place behind the string that begins at i, or the end of the text.
func stringEnd(text string, i int) int {
	for from := i + 1; ; {
		next := strings.IndexByte(text[from:], '"')
		if next < 0 {
			return len(text)
		}
		from += next + 1
		escapes := 0
		for k := from - 2; k > i && text[k] == '\\'; k-- {
			escapes++
		}
		if escapes%2 == 0 {
			return from
		}
	}
}

// noNumber returns the length of a word for what is not a number, as programs write it that write no valid JSON, with its sign, at the
// beginning of text, or 0; and whether it is infinite.
func noNumber(text string) (length int, infinite bool) {
	for i, word := range []string{"NaN", "nan", "Infinity", "inf"} {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "-"), word)
		if ok && (rest == "" || strings.IndexByte(",]} \t\r\n", rest[0]) >= 0) {
			return len(text) - len(rest), i >= 2
		}
	}
	return 0, false
}

// nulled returns a text in which null stands for what is not a number, outside strings, and whether one is infinite. It returns the
// text itself if there is nothing to replace.
func nulled(text string) (clean string, infinite bool) {
	var b strings.Builder
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case 'N', 'n', 'I', 'i', '-':
			if n, endless := noNumber(text[i:]); n > 0 {
				b.WriteString(text[from:i] + "null")
				infinite = infinite || endless
				from, i = i+n, i+n-1
			}
		}
	}
	return b.String() + text[from:], infinite
}
