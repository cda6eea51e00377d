package corpus

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Record is one document as the corpus gives it: raw text, or tokens that are kept unchanged.
type Record = record.Record

// Unparsed is one record, cut out of its file but not parsed.
type Unparsed = record.Unparsed

// Records reads the records of one file, or one pair of files, in order.
type Records = record.Records

// Item is a phrase of a printed list. Score is nil if the list has only the phrase.
type Item = record.Item

// Items reads a list as JSON, Python or NumPy prints it. Its elements are phrases, or pairs of a phrase and a score in either
// order. ok is false for any other text.
func Items(text string) (items []Item, ok bool) { return record.Items(text) }

// Predicted tells which keys of an object are those of an id and of predictions; "" for none.
func Predicted(keys []string) (id, phrases string) {
	names, _ := record.PredictedColumns().Ready() // its names are sound
	return names.First(keys, record.ID), names.First(keys, record.Keyphrases)
}

// PhraseKey returns the key of an object that holds its keyphrase, among the keys that have texts.
func PhraseKey(keys []string) (key string, ok bool) { return record.PhraseKey(keys) }

// MadeUp reports whether an id was made from the file's stem and the row because the record has none.
func MadeUp(id, path string, row int64) bool { return record.MadeUp(id, path, row) }

// Lines is a text file cut into lines.
type Lines = file.Lines

// OpenLines opens a text file, plain or compressed, to read its lines. For ended see Options.
func OpenLines(path string, by schemas.Opener, ended func() error) (*Lines, error) {
	return file.OpenLines(path, by, ended)
}

// MaxLine is the longest line or text record that is accepted, in bytes.
const MaxLine = file.MaxLine
