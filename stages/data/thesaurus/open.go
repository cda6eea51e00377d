package thesaurus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/wrone2set/wrone2set/schemas"
)

// Options determine how a thesaurus is read.
type Options struct {
	// Untagged is the language of labels without a tag.
	Untagged string
}

// Opened is a vocabulary and its origin.
type Opened struct {
	*Vocabulary
	Digest     string // sha256 of the thesaurus, in hexadecimal digits
	Deprecated int    // number of concepts left out
	Unlabelled int
	Long       int // number of labels and notations left out
}

// Only returns the one file of an input, whose folder is dir or "". It refuses a folder.
func Only(dir string, files []string) (string, error) {
	if dir != "" || len(files) != 1 {
		return "", errors.New("want the name of one file: SKOS as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label")
	}
	return files[0], nil
}

// Open reads a thesaurus and compiles it. The digest is that of the bytes that it read.
func Open(ctx context.Context, path string, o Options) (*Opened, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	in := io.TeeReader(until{ctx, f}, sum)
	t, err := Read(path, in, o)
	if ctx.Err() != nil {
		return nil, ctx.Err() // Read takes the end of ctx for damage of the file
	}
	if err != nil {
		return nil, err
	}
	// A reader of compressed bytes may stop before the end of the file.
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	v, err := Compile(ctx, t)
	if errors.Is(err, errFull) {
		err = &schemas.FileError{File: path, Err: err, Remedy: smaller}
	}
	if err != nil {
		return nil, err
	}
	return &Opened{Vocabulary: v, Digest: hex.EncodeToString(sum.Sum(nil)), Deprecated: t.Deprecated, Unlabelled: t.Unlabelled, Long: t.Long}, nil
}

// until is a reader that fails when a context ends.
type until struct {
	ctx  context.Context
	from io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.from.Read(p)
}
