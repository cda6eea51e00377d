package wordpiece

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// VocabularyFile lists the pieces, one per line; a piece's id is its line number, from 0.
const VocabularyFile = "vocab.txt"

// Load reads the tokenizer of a model folder; files are its files, dir is its name in errors. It returns a
// *schemas.FileError for a damaged vocab.txt and for a folder that asks for another tokenisation than this package's.
func Load(dir string, files fs.FS) (*Tokenizer, error) {
	f := folder{dir, files}
	t, err := f.vocabulary()
	if err != nil {
		return nil, err
	}
	return t, f.check(t)
}

// folder is the model folder being read.
type folder struct {
	dir   string
	files fs.FS
}

// fail returns an error about one of its files.
func (f folder) fail(name, place string, err error) error {
	return &schemas.FileError{File: filepath.Join(f.dir, name), Place: place, Err: err, Remedy: "take the folder of an uncased BERT model"}
}

// vocabulary reads vocab.txt.
func (f folder) vocabulary() (*Tokenizer, error) {
	file, err := f.files.Open(VocabularyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, f.fail(VocabularyFile, "", errors.New("there is no such file"))
	}
	if err != nil {
		return nil, fmt.Errorf("wordpiece: %w", err)
	}
	defer file.Close()
	t := newTokenizer()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if err := t.add(lines.Text()); err != nil {
			return nil, f.fail(VocabularyFile, fmt.Sprintf("line %d", t.Size()+1), err)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, f.fail(VocabularyFile, fmt.Sprintf("line %d", t.Size()+1), lines.Err())
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("wordpiece: read %s: %w", filepath.Join(f.dir, VocabularyFile), err)
	}
	if err := t.specials(); err != nil {
		return nil, f.fail(VocabularyFile, "", err)
	}
	return t, nil
}

// New returns the tokenizer of these pieces, written as in vocab.txt. An empty piece, a piece that occurs twice and a
// missing special piece are errors.
func New(pieces []string) (*Tokenizer, error) {
	t := newTokenizer()
	for i, piece := range pieces {
		if err := t.add(piece); err != nil {
			return nil, fmt.Errorf("piece %d: %w", i, err)
		}
	}
	return t, t.specials()
}

func newTokenizer() *Tokenizer {
	return &Tokenizer{first: make(map[string]int32), inner: make(map[string]int32)}
}

// specials finds the special pieces.
func (t *Tokenizer) specials() error {
	for _, s := range []struct {
		name string
		id   *int32
	}{{padding, new(int32)}, {unknown, &t.unk}, {start, &t.start}, {separator, &t.separate}} {
		n, ok := t.first[s.name]
		if !ok {
			return fmt.Errorf("it has no piece %s", s.name)
		}
		*s.id = n
	}
	return nil
}

// add appends the next line of vocab.txt.
func (t *Tokenizer) add(piece string) error {
	if piece == "" {
		return errors.New("the piece is empty")
	}
	pieces, key := t.kept(piece)
	if n, ok := pieces[key]; ok {
		return fmt.Errorf("the piece %q repeats line %d", piece, n+1)
	}
	pieces[key] = int32(t.Size())
	t.longest = max(t.longest, len(key))
	t.pieces = append(t.pieces, piece)
	return nil
}

// id returns the id of a piece by its name in vocab.txt.
func (t *Tokenizer) id(piece string) (int32, bool) {
	pieces, key := t.kept(piece)
	id, ok := pieces[key]
	return id, ok
}

// kept returns the pieces among which a piece of vocab.txt is, and its key there.
func (t *Tokenizer) kept(piece string) (pieces map[string]int32, key string) {
	if rest, ok := strings.CutPrefix(piece, continued); ok {
		return t.inner, rest
	}
	return t.first, piece
}
