package text

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// whole reads a file as one document.
type whole struct {
	file *file.File
	id   string
	by   schemas.Opener
	keys string // path of the files with its keyphrases, without .key or .tsv; "" for none
	uris bool   // the URIs of a .tsv are read, not the labels
	done bool
}

// NewWhole reads a file as one document, whose id is its name below folder without .txt. Its first line is the title if it looks
// like one. With keys, the keyphrases are the lines of the file of the same name that ends in .key, or the labels of the one in
// .tsv, in which each stands behind a URI and a tab; with uris, they are the URIs.
func NewWhole(f *file.File, folder string, by schemas.Opener, keys, uris bool) record.Records {
	w := &whole{file: f, by: by, id: nameOf(f.Path, folder), uris: uris}
	if name, ok := withoutTxt(f.Path); ok && keys {
		w.keys = name
	}
	return w
}

// nameOf is the id of a file.
func nameOf(path, folder string) string {
	if path == file.StandardInput {
		return record.Stem(path)
	}
	name, below := strings.CutPrefix(filepath.ToSlash(path), strings.TrimSuffix(filepath.ToSlash(folder), "/")+"/")
	if !below || folder == "" {
		name = filepath.Base(path)
	}
	name, _ = withoutTxt(name)
	return name
}

// withoutTxt removes .txt and the ending of a compressed file. ok reports whether .txt was there.
func withoutTxt(path string) (name string, ok bool) {
	name = path
	for _, end := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, end)
	}
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".txt") {
		return strings.TrimSuffix(name, ext), true
	}
	return path, false
}

func (w *whole) Close() error { return w.file.Close() }

func (w *whole) Next(u *record.Unparsed) error {
	if w.done {
		return io.EOF
	}
	w.done = true
	text, err := io.ReadAll(io.LimitReader(w.file.Text, file.MaxLine+1))
	if err != nil {
		return err
	}
	*u = record.Unparsed{Row: 1, Text: text}
	if len(text) > file.MaxLine {
		*u = record.Unparsed{Row: 1, Err: fmt.Errorf("the file has more than the limit of %d bytes for a document", file.MaxLine)}
		return nil
	}
	if w.keys == "" {
		return nil
	}
	if u.Target, err = w.readKeys(w.keys + ".key"); u.Target == nil && err == nil {
		u.Target, err = w.readKeys(w.keys + ".tsv")
	}
	return err
}

// readKeys reads a file of keyphrases; nil if there is none.
func (w *whole) readKeys(path string) ([]byte, error) {
	f, err := file.Open(path, w.by)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Decode(""); err != nil {
		return nil, err
	}
	if _, err := f.Start(); err != nil {
		return nil, err
	}
	keys, err := io.ReadAll(io.LimitReader(f.Text, maxKeys+1))
	if err == nil && len(keys) > maxKeys {
		err = &schemas.FileError{File: path, Err: fmt.Errorf("has more than %d bytes of keyphrases", maxKeys)}
	}
	return append([]byte{}, keys...), err
}

// maxKeys is the largest size of the keyphrases of a document in bytes.
const maxKeys = 1 << 20

func (w *whole) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: w.file.Path, Row: u.Row, ID: w.id}
	if u.Err != nil {
		return r, u.Err
	}
	r.Title, r.Body = Split(string(u.Text))
	for line := range strings.Lines(string(u.Target)) {
		uri, label, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if label == "" || w.uris {
			label = strings.Trim(uri, "<>")
		}
		if label != "" {
			r.Keyphrases = append(r.Keyphrases, label)
		}
	}
	r.Missing = record.Missing(r.Title == "", false, u.Target == nil)
	return r, r.Sound()
}

// Limits of a title.
const (
	titleRunes = 250
	titleWords = 40
)

// Split returns the title and the body of a text. Its first line is the title if it looks like one: it is short, does not end like a
// sentence or in a hyphen, and is followed by a blank line or by a longer text.
func Split(text string) (title, body string) {
	text = strings.Trim(text, " \t\r\n\f")
	first, rest, more := strings.Cut(text, "\n")
	title, body = strings.TrimSpace(first), strings.Trim(rest, " \t\r\n\f")
	blank := blankLine(rest)
	if !more || body == "" || !titled(title) || !blank && len(body) <= len(title) {
		return "", text
	}
	return title, body
}

// blankLine reports whether the first line of a text is blank.
func blankLine(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line) == ""
}

// titled reports whether a line could be a title.
func titled(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	return utf8.RuneCountInString(line) <= titleRunes && len(strings.Fields(line)) <= titleWords && !strings.ContainsRune(".。．;,:-\u00ad", last) &&
		strings.ContainsFunc(line, unicode.IsLetter)
}

// Pasted reports whether a whole text is one document: a line that looks like a title, a blank line, and then a text in paragraphs, the
// first of which is longer than the title and ends like a sentence.
func Pasted(text string) bool {
	text = strings.ReplaceAll(strings.Trim(text, " \t\r\n\f"), "\r\n", "\n")
	title, rest, ok := strings.Cut(text, "\n")
	if !ok || !titled(strings.TrimSpace(title)) || !blankLine(rest) {
		return false
	}
	paragraphs := strings.Split(strings.Trim(rest, " \t\n"), "\n\n")
	for _, p := range paragraphs {
		p = strings.TrimSpace(p)
		last, _ := utf8.DecodeLastRuneInString(p)
		if len(p) <= len(title) || !strings.ContainsRune(".。．!?！？)”\"»", last) {
			return false
		}
	}
	return true
}
