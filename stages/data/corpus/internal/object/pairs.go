package object

import (
	"bytes"
	"encoding/json"
)

// pair is a key of an object and its value, which shares memory with the object.
type pair struct {
	key string
	raw json.RawMessage
}

// pairs returns the keys and values of an object in order. NaN and the infinities, which JSON does not have, are null; changed
// says that an infinity is. Its errors are reasons to reject a record.
func pairs(object []byte) (list []pair, changed bool, err error) {
	if !json.Valid(object) {
		clean, infinite := nulled(object)
		if clean == nil || !json.Valid(clean) {
			return nil, false, jsonError(json.Unmarshal(object, new(json.RawMessage)))
		}
		object, changed = clean, infinite
	}
	i := blanks(object, 0)
	if object[i] != '{' {
		return nil, false, jsonError(json.Unmarshal(object, new(struct{})))
	}
	for i = blanks(object, i+1); object[i] != '}'; i = blanks(object, i) {
		if object[i] == ',' {
			i = blanks(object, i+1)
		}
		end := valueEnd(object, i)
		var p pair
		if p.key, err = unquoted(object[i:end]); err != nil {
			return nil, false, jsonError(err)
		}
		i = blanks(object, blanks(object, end)+1) // behind the colon
		end = valueEnd(object, i)
		p.raw, i = object[i:end:end], end
		list = append(list, p)
	}
	return list, changed, nil
}

// blanks returns the place of the next byte that is not white space.
func blanks(text []byte, i int) int {
	for text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r' {
		i++
	}
	return i
}

// valueEnd returns the place behind the value that begins at i, in valid JSON.
func valueEnd(text []byte, i int) int {
	if text[i] == '"' {
		return stringEnd(text, i)
	}
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
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
func stringEnd(text []byte, i int) int {
	for from := i + 1; ; {
		next := bytes.IndexByte(text[from:], '"')
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

// noNumbers are the words for what is not a number, as programs write it that write no valid JSON.
var noNumbers = [][]byte{[]byte("NaN"), []byte("nan"), []byte("Infinity"), []byte("inf")}

// noNumber returns the length of such a word, with its sign, at the beginning of text, or 0; and whether it is infinite.
func noNumber(text []byte) (length int, infinite bool) {
	unsigned := bytes.TrimPrefix(text, []byte("-"))
	for i, word := range noNumbers {
		if rest, ok := bytes.CutPrefix(unsigned, word); ok && (len(rest) == 0 || bytes.IndexByte([]byte(",]} \t\r\n"), rest[0]) >= 0) {
			return len(text) - len(rest), i >= 2
		}
	}
	return 0, false
}

// nulled returns a copy of a text in which null stands for what is not a number, outside strings; nil if there is nothing to
// replace.
func nulled(text []byte) (clean []byte, infinite bool) {
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case 'N', 'n', 'I', 'i', '-':
			n, endless := noNumber(text[i:])
			if n == 0 {
				continue
			}
			clean = append(append(clean, text[from:i]...), "null"...)
			infinite = infinite || endless
			from, i = i+n, i+n-1
		}
	}
	if clean == nil {
		return nil, false
	}
	return append(clean, text[from:]...), infinite
}

// valid returns an object as valid JSON if it can be made so; see nulled.
func valid(object []byte) []byte {
	if !json.Valid(object) {
		if clean, _ := nulled(object); clean != nil {
			return clean
		}
	}
	return object
}
