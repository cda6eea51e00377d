package object

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parquet-go/jsonlite"
)

// inverted returns the text of an inverted index, {"word":[position,…],…}: the words in order of position, joined by
// blanks. The n positions must be 0 to n-1, each once. With a gap or a duplicate, the published text cannot be
// recovered. raw is valid JSON.
func inverted(_, raw string) (string, error) {
	placed, err := placedWords(raw)
	if err != nil {
		return "", fmt.Errorf("abstract_inverted_index %w; get the work from OpenAlex again, or leave it out", err)
	}
	words, taken := make([]string, len(placed)), make([]bool, len(placed))
	for _, p := range placed {
		if p.at >= len(placed) {
			return "", fmt.Errorf("abstract_inverted_index has %d positions, which must be 0 to %d, but has %q at %d; get the work from OpenAlex again, or leave it out",
				len(placed), len(placed)-1, p.word, p.at)
		}
		if taken[p.at] {
			return "", fmt.Errorf("abstract_inverted_index has both %q and %q at position %d; get the work from OpenAlex again, or leave it out", words[p.at], p.word, p.at)
		}
		words[p.at], taken[p.at] = p.word, true
	}
	return strings.Join(words, " "), nil
}

// placed is a word and its position.
type placed struct {
	word string
	at   int
}

// placedWords reads an index token by token. A map would silently drop one of two equal keys.
func placedWords(index string) (all []placed, err error) {
	t := jsonlite.Tokenize(index)
	token, _ := t.Next()
	if token != "{" {
		return nil, fmt.Errorf("must be an object of words and their positions, it is %.40s", index)
	}
	for token, _ = t.Next(); token != "}"; token, _ = t.Next() {
		if token == "," {
			token, _ = t.Next()
		}
		word, ok := unquoted(token)
		t.Next() // the colon
		if token, _ = t.Next(); !ok || token != "[" {
			return nil, fmt.Errorf("must have a list of positions for %q, it has %.40s", word, token)
		}
		for token, _ = t.Next(); token != "]"; token, _ = t.Next() {
			if token == "," {
				token, _ = t.Next()
			}
			at, err := strconv.ParseUint(token, 10, 31)
			if err != nil {
				return nil, fmt.Errorf("has %.40s as a position of %q; it must be a whole number from 0 on", token, word)
			}
			all = append(all, placed{word, int(at)})
		}
	}
	return all, nil
}
