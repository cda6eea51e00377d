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
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Only returns the one file of an input, whose folder is dir or "". It refuses a folder.
func Only(dir string, files []string) (string, error) {
	if dir != "" || len(files) != 1 {
		return "", errors.New("want the name of one file: SKOS, or a list of terms")
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
	remedy, err := b.read(path, until{ctx, r})
	if err == nil {
		err = b.finish()
	}
	if err == nil && len(b.concepts) == 0 {
		text := "holds no concept with a label of SKOS"
		if b.other != "" {
			text += fmt.Sprintf(", but <%.200s>", b.other)
		}
		remedy, err = formats, badRow(0, errors.New(text))
	}
	if err == nil {
		err = b.makeForms(ctx)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err() // the end of ctx looks like damage of the file
	}
	if err != nil {
		return nil, fileError(path, err, remedy)
	}
	b.index = sync.OnceValue(b.makeIndex)
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
func (b *builder) read(path string, r io.Reader) (remedy string, err error) {
	plain, err := decompressed(r)
	if err != nil {
		return mend, err
	}
	in := bufio.NewReaderSize(plain, headBytes)
	if mark, _ := in.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		in = bufio.NewReaderSize(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(in), headBytes)
	}
	if mark, _ := in.Peek(len(byteOrder)); string(mark) == byteOrder {
		in.Discard(len(byteOrder)) // never fails for what was peeked
	}
	head, err := in.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return mend, err
	}
	for _, f := range foreign {
		if f.begin.Match(head) {
			return f.remedy, badRow(0, errors.New("is "+f.kind))
		}
	}
	switch {
	case xmlStart.Match(head) && !bytes.Contains(head, []byte("22-rdf-syntax-ns")):
		return formats, badRow(0, errors.New("is XML, but not RDF/XML"))
	case xmlStart.Match(head):
		return mend, rdf.XML(in, b.triple)
	case !isTurtle(path, head):
		return header, b.readTerms(path, in)
	}
	remedy = formats
	err = rdf.Turtle(in, func(t rdf.Triple) error {
		remedy = mend
		return b.triple(t)
	})
	return remedy, err
}

// foreign are formats of vocabularies that are not read, and what to do about them.
var foreign = []struct {
	begin        *regexp.Regexp
	kind, remedy string
}{
	{regexp.MustCompile(`^(?s)\s*[\[{].*"@(?:context|graph|id)"`), "JSON-LD", "write it as Turtle, such as by rdfpipe -i json-ld -o turtle, or riot --output=turtle"},
	{regexp.MustCompile(`^\s*(?:\[\s*)?\{\s*"`), "JSON", formats},
	{regexp.MustCompile(`(?i)^\s*<(?:!doctype )?html`), "HTML, a page of the web", "download the file that the page links to"},
	{regexp.MustCompile(`^(?:\x00[^\x00]|[^\x00]\x00)`), "in UTF-16 without its mark", "save it in UTF-8"},
	{regexp.MustCompile(`^\s*format-version:`), "OBO", "convert it to SKOS: robot convert makes OWL of it"},
}

// isTurtle reports whether a file is Turtle or N-Triples, and not a list of terms: by its name, or since it begins with a directive or
// a node, or mentions SKOS.
func isTurtle(path string, head []byte) bool {
	return rdfName.MatchString(strings.ToLower(path)) || turtleStart.Match(head) && !listStart.Match(head) || turtleLike.Match(head)
}

var (
	rdfName     = regexp.MustCompile(`\.(ttl|nt|n3|turtle|rdf|owl|xml|skos)(\.gz|\.zst|\.zstd)?$`)
	turtleStart = regexp.MustCompile(`^(?:\s|#[^\n]*\n)*(?:@prefix\s|@base\s|(?i:prefix\s+\S*:\s*<|base\s+<)|<[^>\s]*>|_:|\[|\(|$)`)
	listStart   = regexp.MustCompile(`^(?:\s|#[^\n]*\n)*<[^>\s]*>(?:[\t;,|][^<\s]|\r?\n)`)
	turtleLike  = regexp.MustCompile(`\s(?:skos|skosxl):(?:prefLabel|literalForm)\s+["'<]`)
)

// Remedies of a broken statement, of a file that has none, and of one that is too large.
const (
	smaller = "leave out labels in languages of no document, or concepts of no use"
	mend    = "mend that statement"
	formats = "give SKOS with skos:prefLabel or SKOS-XL, as Turtle, N-Triples or RDF/XML, or a list of terms: CSV, TSV, a workbook, or one a line"
)

// headBytes is the number of bytes that detect the format.
const headBytes = 1 << 16

// fileError names the file, the line of an error of syntax, and a remedy.
func fileError(path string, err error, remedy string) error {
	e := &schemas.FileError{File: path, Err: err, Remedy: "copy it again from where it is whole"}
	var whole *schemas.FileError
	var bad *rdf.SyntaxError
	switch {
	case damaged(err):
		e.Err = fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
		return e
	case errors.As(err, &whole):
		return whole
	case errors.As(err, &bad):
		e.Err, e.Remedy = errors.New(bad.Msg), remedy
		if bad.Line > 0 {
			e.Place = fmt.Sprintf("line %d", bad.Line)
		}
	}
	switch {
	case errors.Is(err, errFull):
		e.Remedy = smaller
	case strings.Contains(err.Error(), "not UTF-8"), strings.Contains(err.Error(), "invalid UTF-8"):
		e.Remedy = "save it in UTF-8, or declare its encoding, as XML can"
	}
	return e
}

// damaged reports whether compressed content is damaged.
func damaged(err error) bool {
	return slices.ContainsFunc([]error{gzip.ErrChecksum, gzip.ErrHeader, io.ErrUnexpectedEOF, zstd.ErrMagicMismatch}, func(known error) bool { return errors.Is(err, known) })
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

// xmlStart is the beginning of RDF/XML: Turtle cannot begin like a tag, since an IRI has no blank or question mark.
var xmlStart = regexp.MustCompile(`^\s*<(\?xml|!DOCTYPE|!--|[A-Za-z][\w.-]*:[A-Za-z][\w.-]*\s|[A-Za-z][\w.-]*\s+xmlns)`)
