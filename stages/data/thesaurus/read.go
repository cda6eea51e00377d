package thesaurus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Of names what a thesaurus can be, in errors about a file that is none.
const Of = "SKOS, or a list of terms"

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
	remedy, err := b.read(ctx, path, r)
	if err == nil {
		err = b.finish()
	}
	if err == nil && len(b.concepts) == 0 {
		text := "holds no concept with a label of SKOS"
		if len(b.Notes) > 0 {
			text = "holds no term; " + b.Notes[0]
		}
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

// stream is a file for package corpus that is read once, until a context ends.
type stream struct {
	schemas.File // nil
	ctx          context.Context
	from         io.Reader
}

func (s stream) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.from.Read(p)
}
func (stream) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (stream) Close() error               { return nil }

// open opens a file that is read from r.
func open(ctx context.Context, path string, r io.Reader) (*corpus.Foreign, error) {
	return corpus.OpenForeign(path, func(string) (schemas.File, error) { return stream{ctx: ctx, from: r}, nil })
}

// read adds the statements of a file. It returns the remedy of bad syntax.
func (b *builder) read(ctx context.Context, path string, r io.Reader) (remedy string, err error) {
	in, err := open(ctx, path, r)
	if err != nil {
		return "", err
	}
	defer in.Close()
	head, err := in.Text.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	for _, f := range foreign {
		if f.begin.Match(head) {
			return f.remedy, badRow(0, errors.New("is "+f.kind))
		}
	}
	switch {
	case xmlStart.Match(head) && !bytes.Contains(head, []byte("22-rdf-syntax-ns")) && !bytes.Contains(head, []byte("<!DOCTYPE rdf:RDF")):
		return formats, badRow(0, errors.New("is XML, but not RDF/XML"))
	case xmlStart.Match(head):
		return mend, rdf.XML(in.Text, b.triple)
	case !isTurtle(path, head):
		if printed.Match(head) {
			return printedRemedy, badRow(0, errors.New("is a thesaurus in print, with lines or signs such as UF, BT, USE and ="))
		}
		return header, b.readTerms(in)
	}
	remedy = formats
	err = rdf.Turtle(in.Text, func(t rdf.Triple) error {
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
	{regexp.MustCompile(`^\s*(?:\[\s*["{]|\{\s*")`), "JSON", formats},
	{regexp.MustCompile(`^(?:#.*\n|\s)*\S+\s+<[^>\s]*>\s+(?:<[^>\s]*>|_:\S+|"(?:[^"\\\n]|\\.)*"\S*)\s+(?:<[^>\s]*>|_:\S+)\s*\.`), "N-Quads", "write it as N-Triples, such as by rdfpipe -i nquads -o nt, or riot --output=nt"},
	{regexp.MustCompile(`(?m)^\s*(?:(?i:GRAPH)\s+)?<[^>\s]*>\s*\{`), "TriG", "write it as Turtle, such as by rdfpipe -i trig -o turtle, or riot --output=turtle"},
	{regexp.MustCompile(`(?i)^\s*<(?:!doctype )?html`), "HTML, a page of the web", "download the file that the page links to"},
	{regexp.MustCompile(`^(?:\x00[^\x00]|[^\x00]\x00)`), "in UTF-16 without its mark", "save it in UTF-8"},
	{regexp.MustCompile(`^\s*format-version:`), "OBO", "convert it to SKOS: robot convert makes OWL of it"},
}

// printed matches two lines of UF and the like, or two first lines that give one term for another.
var printed = regexp.MustCompile(`(?m:^\s*(?:UF|BT|NT|RT|USE|SN)\b:?[ \t]+\S[^\t;|]*$)(?s:.*)(?m:^\s*(?:UF|BT|NT|RT|USE|SN)\b:?[ \t]+\S[^\t;|]*$)|` +
	`\A(?:[^\t;|,\n]+ (?:USE|=>|=|->) [^\t;|\n]+(?:\n|\z)){2}|\A\*NEWRECORD`)

const printedRemedy = "make a table of it with a header: term,synonyms,broader, with ; between synonyms in one cell"

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
	if whole := (*schemas.FileError)(nil); errors.As(err, &whole) {
		return whole
	}
	e := &schemas.FileError{File: path, Err: err, Remedy: remedy}
	if bad := (*rdf.SyntaxError)(nil); errors.As(err, &bad) {
		e.Err = errors.New(bad.Msg)
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

// xmlStart is the beginning of RDF/XML: Turtle cannot begin like a tag, since an IRI has no blank or question mark.
var xmlStart = regexp.MustCompile(`^\s*<(\?xml|!DOCTYPE|!--|[A-Za-z][\w.-]*:[A-Za-z][\w.-]*\s|[A-Za-z][\w.-]*\s+xmlns)`)
