package text

import (
	"fmt"
	"strconv"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
)

// VocabularyFile is the content of vocab.parquet.
type VocabularyFile struct {
	Rows    []schemas.VocabRow
	Unicode Unicode // how raw text is cut into words
	Pieces  int     // see Vocabulary.Pieces
	Sample  bool    // see Vocabulary.Sample
}

// ReadVocabulary reads vocab.parquet.
func ReadVocabulary(path string) (VocabularyFile, error) {
	r, err := schemas.Vocab.Open(path)
	if err != nil {
		return VocabularyFile{}, err
	}
	defer r.Close()
	return VocabularyIn(path, r)
}

// VocabularyIn is ReadVocabulary for an open file; path is its name in errors. A vocabulary made by hand may lack metadata: it is of
// words that were cut out of raw text with Fold, the default of preprocess.
func VocabularyIn(path string, r *schemas.TableReader[schemas.VocabRow]) (f VocabularyFile, err error) {
	bad := func(format string, args ...any) error {
		return &schemas.FileError{File: path, Err: fmt.Errorf(format, args...), Remedy: "run preprocess again"}
	}
	if f.Rows, err = r.All(); err != nil {
		return f, err
	}
	if value, ok := r.Metadata(schemas.PiecesKey); ok {
		if f.Pieces, err = strconv.Atoi(value); err != nil || f.Pieces < 1 {
			return f, bad("the number of pieces read per document is %q: expected an integer above 0", value)
		}
	}
	sample, _ := r.Metadata(schemas.SampleKey)
	f.Sample, f.Unicode = sample == "true", Fold
	if value, ok := r.Metadata(schemas.UnicodeKey); ok {
		f.Unicode = Unicode(value)
	}
	if f.Unicode != Fold && f.Unicode != Strip {
		return f, bad("unknown treatment %q of characters outside ASCII: expected %s or %s", f.Unicode, Fold, Strip)
	}
	return f, nil
}

// leastPieces is a document's start, its end and one piece between them.
const leastPieces = 3

// Metadata returns what the file stores beside the rows.
func (f VocabularyFile) Metadata() map[string]string {
	m := map[string]string{schemas.UnicodeKey: string(f.Unicode)}
	if f.Pieces > 0 {
		m[schemas.PiecesKey] = strconv.Itoa(f.Pieces)
	}
	if f.Sample {
		m[schemas.SampleKey] = "true"
	}
	return m
}

// Vocabulary is NewVocabulary of the rows. A vocabulary of word pieces must contain them all.
func (f VocabularyFile) Vocabulary(size int) (*Vocabulary, error) {
	v, err := NewVocabulary(f.Rows, size)
	if err != nil {
		return nil, err
	}
	if v.sample = f.Sample; f.Pieces == 0 {
		return v, nil
	}
	if f.Pieces < leastPieces {
		return nil, fmt.Errorf("vocabulary with %d pieces read per document: want at least %d, its start, its end and one more", f.Pieces, leastPieces)
	}
	if size != len(f.Rows) || size <= int(FirstPiece) || v.words[FirstWord] != Digit {
		return nil, fmt.Errorf("vocabulary of %d words: want the %d special tokens, %s and all pieces of the file", size, FirstWord, Digit)
	}
	tokenizer, err := wordpiece.New(v.words[FirstPiece:])
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	v.cutter = cutter{tokenizer, f.Pieces}
	return v, nil
}
