package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// ErrUTF8 is the reason to reject a record that is not valid text.
var ErrUTF8 = errors.New("not valid UTF-8")

// Whole checks a record that its format read in one piece.
func Whole(u *Unparsed, path string) (Record, error) {
	if u.Err != nil {
		return Record{File: path, Row: u.Row}, u.Err
	}
	for _, s := range append([]string{u.Record.ID, u.Record.Title, u.Record.Body}, u.Record.Keyphrases...) {
		if !utf8.ValidString(s) {
			return Record{File: path, Row: u.Row}, ErrUTF8
		}
	}
	return *u.Record, nil
}

// Phrases splits keyphrases at mark, or parses a JSON list of them.
func Phrases(cell, mark string) ([]string, error) {
	cell = strings.TrimSpace(cell)
	var texts []string
	switch {
	case cell == "":
		return nil, nil
	case strings.HasPrefix(cell, `[`) && json.Unmarshal([]byte(cell), &texts) == nil:
		return texts, nil
	case strings.HasPrefix(cell, "['") && strings.HasSuffix(cell, "']"):
		return nil, fmt.Errorf("the keywords are a list as Python prints it; join them by %q, or write a JSON list", mark)
	}
	return Split(cell, mark), nil
}

// Split splits keyphrases at mark, but not at that of an entity such as &amp;.
func Split(joined, mark string) []string { return strings.Split(markup.Plain(joined), mark) }
