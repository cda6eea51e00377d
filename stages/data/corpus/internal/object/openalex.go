package object

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parquet-go/jsonlite"
)

// invertedIndex is the key of the abstracts of OpenAlex (https://docs.openalex.org/api-entities/works/work-object).
const invertedIndex = "abstract_inverted_index"

// inverted returns the text of an inverted index, {"word":[position,…],…}: the words in order of position, joined by
// blanks. The n positions must be 0 to n-1, each once. With a gap or a duplicate, the published text cannot be
// recovered.
func inverted(index *jsonlite.Value) (string, error) {
	placed, err := placedWords(index)
	words, taken := make([]string, len(placed)), make([]bool, len(placed))
	for _, p := range placed {
		switch {
		case err != nil:
		case p.at >= len(placed):
			err = fmt.Errorf("has %d positions, which must be 0 to %d, but has %q at %d", len(placed), len(placed)-1, p.word, p.at)
		case taken[p.at]:
			err = fmt.Errorf("has both %q and %q at position %d", words[p.at], p.word, p.at)
		default:
			words[p.at], taken[p.at] = p.word, true
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s %w; get the work from OpenAlex again, or leave it out", invertedIndex, err)
	}
	return strings.Join(words, " "), nil
}

// placed is a word and its position.
type placed struct {
	word string
	at   int
}

// placedWords returns the words of an index, of which the file may have one twice.
func placedWords(index *jsonlite.Value) (all []placed, err error) {
	if index.Kind() != jsonlite.Object {
		return nil, fmt.Errorf("must be an object of words and their positions, it is %.40s", index.JSON())
	}
	for word, positions := range index.Object {
		if positions.Kind() != jsonlite.Array {
			return nil, fmt.Errorf("must have a list of positions for %q, it has %.40s", word, positions.JSON())
		}
		for position := range positions.Array {
			at, err := strconv.ParseUint(position.JSON(), 10, 31)
			if err != nil {
				return nil, fmt.Errorf("has %.40s as a position of %q; it must be a whole number from 0 on", position.JSON(), word)
			}
			all = append(all, placed{word, int(at)})
		}
	}
	return all, nil
}
