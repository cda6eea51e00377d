package thesaurus

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Only returns the one file of an input, whose folder is dir or "". It refuses a folder.
func Only(dir string, files []string) (string, error) {
	if dir != "" || len(files) != 1 {
		return "", errors.New("want the name of one file: SKOS as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label")
	}
	return files[0], nil
}

// Open reads the thesaurus in a file, see Read. The digest is that of the bytes of the file.
func Open(ctx context.Context, path, untagged string) (*Vocabulary, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	v, err := Read(ctx, path, io.TeeReader(f, sum), untagged) // which reads every format to the end of the file
	if err != nil {
		return nil, err
	}
	v.Digest = hex.EncodeToString(sum.Sum(nil))
	return v, nil
}

// Read reads a thesaurus from r, plain, gzip or zstd, and detects its format. Labels without a language get the untagged one. Bad
// content is a *schemas.FileError with path and line.
func Read(ctx context.Context, path string, r io.Reader, untagged string) (*Vocabulary, error) {
	b := &builder{untagged: untagged}
	remedy, err := b.read(until{ctx, r})
	if ctx.Err() != nil {
		return nil, ctx.Err() // the end of ctx looks like damage of the file
	}
	if err != nil {
		return nil, fileError(path, err, remedy)
	}
	if b.finish(); len(b.concepts) == 0 {
		return nil, &schemas.FileError{File: path, Err: errors.New("holds no concept with a label"), Remedy: formats}
	}
	if err := b.makeForms(ctx); errors.Is(err, errFull) {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: smaller}
	} else if err != nil {
		return nil, err
	}
	return &b.Vocabulary, nil
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

// read adds the statements of a file. It returns the remedy of bad syntax.
func (b *builder) read(r io.Reader) (remedy string, err error) {
	plain, err := decompressed(r)
	if err != nil {
		return mend, err
	}
	in := bufio.NewReaderSize(plain, headBytes)
	if mark, _ := in.Peek(len(byteOrder)); string(mark) == byteOrder {
		in.Discard(len(byteOrder)) // never fails for what was peeked
	}
	head, err := in.Peek(headBytes)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return mend, err
	case isUTF16(head):
		return "save it in UTF-8", &rdf.SyntaxError{Line: 1, Msg: "is in UTF-16"}
	case xmlStart.Match(head):
		return mend, rdf.XML(in, b.triple)
	case isList(head):
		return mend, b.readList(in)
	}
	remedy = formats
	err = rdf.Turtle(in, func(t rdf.Triple) error {
		remedy = mend
		return b.triple(t)
	})
	return remedy, err
}

// Remedies of a broken statement, of a file that has none, and of one that is too large.
const (
	smaller = "leave out labels in languages of no document, or concepts of no use"
	mend    = "mend that statement"
	formats = "give SKOS with skos:prefLabel as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label"
)

// headBytes is the number of bytes that detect the format.
const headBytes = 1 << 16

// fileError names the file. An error of syntax has the line and the remedy.
func fileError(path string, err error, remedy string) error {
	var bad *rdf.SyntaxError
	if errors.As(err, &bad) {
		if errors.Is(err, errFull) {
			remedy = smaller
		}
		return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", bad.Line), Err: errors.New(bad.Msg), Remedy: remedy}
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zstd.ErrMagicMismatch) {
		err = fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	return &schemas.FileError{File: path, Err: err, Remedy: "copy it again from where it is whole"}
}

// decompressed returns the content of r, without gzip or zstd.
func decompressed(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	switch magic, _ := in.Peek(4); {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzip.NewReader(in)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return in, nil
}

// byteOrder is the mark that some editors write at the beginning of UTF-8.
const byteOrder = "\ufeff"

// isUTF16 reports whether a file begins with the byte order mark of UTF-16, or with a letter or tag in it.
func isUTF16(head []byte) bool {
	return len(head) > 1 && (head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff || head[0] == 0 || head[1] == 0)
}

// xmlStart is the beginning of RDF/XML: Turtle cannot begin like a tag, since an IRI has no blank or question mark.
var xmlStart = regexp.MustCompile(`^\s*<(\?xml|!DOCTYPE|!--|[A-Za-z][\w.-]*:[A-Za-z][\w.-]*\s|[A-Za-z][\w.-]*\s+xmlns)`)
