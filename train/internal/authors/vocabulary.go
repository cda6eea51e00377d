package authors

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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
	start, err := startOf(path)
	if err != nil {
		return nil, err
	}
	read := fromText
	switch {
	case torch.Recognises(start):
		read = fromTorch
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")):
		read = fromJSON
	}
	rows, err := read(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: OfVocabulary}
	}
	return rows, nil
}

var errNoWords = errors.New(`has no dict "word2idx" of words and their ids`)

func fromTorch(path string) ([]schemas.VocabRow, error) {
	f, err := torch.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var ids any
	switch v := f.Value.(type) {
	case *pickle.Dict:
		ids = v.Get("word2idx")
	case *pickle.List:
		ids = first(v.Items)
	case pickle.Tuple:
		ids = first(v)
	}
	d, ok := ids.(*pickle.Dict)
	if !ok {
		return nil, errNoWords
	}
	rows := make([]schemas.VocabRow, 0, len(d.Keys))
	for i, key := range d.Keys {
		word, isText := key.(string)
		id, isNumber := d.Values[i].(int64)
		if !isText || !isNumber {
			return nil, errNoWords
		}
		rows = append(rows, schemas.VocabRow{ID: int32(min(max(id, -1), mostWords)), Token: word})
	}
	return inOrder(rows)
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func fromJSON(path string) ([]schemas.VocabRow, error) {
	b, err := whole(path)
	if err != nil {
		return nil, err
	}
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
	var rows []schemas.VocabRow
	for word, id := range ids {
		rows = append(rows, schemas.VocabRow{ID: id, Token: word})
	}
	return inOrder(rows)
}

func fromText(path string) (rows []schemas.VocabRow, err error) {
	b, err := whole(path)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, mostVocabulary)
	for lines.Scan() {
		rows = append(rows, schemas.VocabRow{ID: int32(len(rows)), Token: lines.Text()})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return inOrder(rows)
}

// whole reads a file that may not be larger than mostVocabulary.
func whole(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostVocabulary+1))
	if err == nil && len(b) > mostVocabulary {
		err = fmt.Errorf("has more than %d bytes", mostVocabulary)
	}
	return b, err
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
