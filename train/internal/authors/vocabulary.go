package authors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/pickle"
	"github.com/wrone2set/wrone2set/train/internal/torch"
)

// Limits of a vocabulary: bytes of a JSON or text file, and words.
const (
	mostVocabulary = 1 << 26
	mostWords      = 1 << 23
)

// OfVocabulary is the remedy for files that are no vocabulary.
const OfVocabulary = "give vocab.pt of the authors' preprocess.py, its word2idx as JSON, or a text file with one word per line, in the order of their ids"

// Vocabulary reads a vocabulary: vocab.pt, which is a dict with the ids of the words under "word2idx"; a list that begins with
// these ids, as earlier code wrote; either or the ids alone as JSON; or a text file with one word per line. The ids must be all from
// 0 on. The rows have no counts. Errors are *schemas.FileErrors.
func Vocabulary(path string) ([]schemas.VocabRow, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	rows, err := vocabulary(disk)
	if err == nil {
		rows, err = inOrder(rows)
	}
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: OfVocabulary}
	}
	return rows, nil
}

var errNoWords = errors.New(`has no dict "word2idx" of words and their ids`)

// vocabulary reads a vocabulary of any form. The rows are in no order.
func vocabulary(disk *os.File) ([]schemas.VocabRow, error) {
	f, err := torch.Read(disk)
	if err == nil {
		return fromPickle(f.Value)
	}
	if !errors.Is(err, torch.ErrForm) {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(disk, mostVocabulary+1))
	switch {
	case err != nil:
		return nil, err
	case len(b) > mostVocabulary:
		return nil, fmt.Errorf("has more than %d bytes", mostVocabulary)
	case bytes.HasPrefix(b, []byte("{")), bytes.HasPrefix(b, []byte("[")):
		return fromJSON(b)
	}
	var rows []schemas.VocabRow
	for line := range strings.Lines(string(b)) {
		word := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		rows = append(rows, schemas.VocabRow{ID: int32(len(rows)), Token: word})
	}
	return rows, nil
}

func fromPickle(value any) (rows []schemas.VocabRow, err error) {
	if list, ok := value.(*pickle.List); ok {
		value = pickle.Tuple(list.Items)
	}
	if list, ok := value.(pickle.Tuple); ok && len(list) > 0 {
		value = list[0]
	} else if dict, ok := value.(*pickle.Dict); ok {
		value = dict.Get("word2idx")
	}
	d, ok := value.(*pickle.Dict)
	if !ok {
		return nil, errNoWords
	}
	for i, key := range d.Keys {
		word, isText := key.(string)
		id, isNumber := d.Values[i].(int64)
		if !isText || !isNumber {
			return nil, errNoWords
		}
		rows = append(rows, schemas.VocabRow{ID: int32(min(max(id, -1), mostWords)), Token: word})
	}
	return rows, nil
}

func fromJSON(b []byte) (rows []schemas.VocabRow, err error) {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil && len(list) > 0 {
		b = list[0]
	}
	var dict struct {
		IDs json.RawMessage `json:"word2idx"`
	}
	if json.Unmarshal(b, &dict) == nil && dict.IDs != nil {
		b = dict.IDs
	}
	var ids map[string]int32
	if err := json.Unmarshal(b, &ids); err != nil {
		return nil, errNoWords
	}
	for word, id := range ids {
		rows = append(rows, schemas.VocabRow{ID: id, Token: word})
	}
	return rows, nil
}

// inOrder returns the rows in the order of their ids, which must be all from 0 on.
func inOrder(rows []schemas.VocabRow) ([]schemas.VocabRow, error) {
	if len(rows) > mostWords {
		return nil, fmt.Errorf("has %d words, more than %d", len(rows), mostWords)
	}
	sorted, taken := make([]schemas.VocabRow, len(rows)), make([]bool, len(rows))
	for _, r := range rows {
		switch id := int(r.ID); {
		case id < 0 || id >= len(rows):
			return nil, fmt.Errorf("%q has the id %d, and the ids of %d words are 0 to %d", r.Token, id, len(rows), len(rows)-1)
		case taken[id]:
			return nil, fmt.Errorf("%q and %q have the id %d", sorted[id].Token, r.Token, id)
		case !utf8.ValidString(r.Token):
			return nil, fmt.Errorf("word %d, %q, is not UTF-8", id, r.Token)
		default:
			sorted[id], taken[id] = r, true
		}
	}
	return sorted, nil
}
