package object

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parquet-go/jsonlite"
)

// isInverted reports whether a key is that of the abstracts of OpenAlex (https://docs.openalex.org/api-entities/works/work-object), or of
// Microsoft's and AMiner's, which have the index beside its length.
func isInverted(key string) bool {
	if !strings.Contains(key, "ndex") { // as most
		return false
	}
	key = strings.ToLower(key)
	return strings.HasSuffix(key, "abstract_inverted_index") || strings.HasSuffix(key, "indexed_abstract") || strings.HasSuffix(key, "indexedabstract")
}

// inverted returns the text of an inverted index, {"word":[position,…],…}: the words in order of position, joined by
// blanks. The n positions must be 0 to n-1, each once. With a gap or a duplicate, the published text cannot be
// recovered.
func inverted(name string, index *jsonlite.Value) (string, error) {
	fail := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("%s %s; get the work again, or leave it out", name, fmt.Sprintf(format, args...))
	}
	if text, ok := unquoted(index); ok { // JSON within JSON
		if v, _, err := value(text); err == nil {
			index = v
		}
	}
	if index.Kind() == jsonlite.Object && index.Lookup("InvertedIndex") != nil {
		index = index.Lookup("InvertedIndex")
	}
	if index.Kind() != jsonlite.Object {
		return fail("must be an object of words and their positions, it is %.40s", index.JSON())
	}
	n := 0
	for word, positions := range index.Object {
		if positions.Kind() != jsonlite.Array {
			return fail("must have a list of positions for %q, it has %.40s", word, positions.JSON())
		}
		n += positions.Len()
	}
	words, taken := make([]string, n), make([]bool, n)
	for word, positions := range index.Object { // a file may have a word twice
		for position := range positions.Array {
			switch at, err := strconv.ParseUint(position.JSON(), 10, 31); {
			case err != nil:
				return fail("has %.40s as a position of %q; it must be a whole number from 0 on", position.JSON(), word)
			case int(at) >= n:
				return fail("has %d positions, which must be 0 to %d, but has %q at %d", n, n-1, word, at)
			case taken[at]:
				return fail("has both %q and %q at position %d", words[at], word, at)
			default:
				words[at], taken[at] = word, true
			}
		}
	}
	return strings.Join(words, " "), nil
}
