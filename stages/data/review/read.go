package review

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// mostBytes is the largest size of the texts of a review, which are all in memory: five sheets of Excel full of long rows.
const mostBytes = 1 << 30

// Read reads the files of a review, each an .xlsx, an .ods or CSV in any delimiter and encoding of a corpus. by opens them; nil: local
// files. Errors about their content are *schemas.FileError with file, row and cell.
func Read(paths []string, by schemas.Opener) (*Review, error) {
	r := &Review{at: map[string]*Document{}}
	for _, path := range paths {
		if err := r.read(path, by); err != nil {
			return nil, err
		}
	}
	return r, nil
}

const again = "give the sheet that --export review wrote, with its hidden columns"

// ReadCorrected is Read for sheets that must correct a document.
func ReadCorrected(paths []string, by schemas.Opener) (*Review, error) {
	r, err := Read(paths, by)
	if err != nil {
		return nil, err
	}
	if c := r.Count(); c.Touched == 0 {
		return nil, &schemas.FileError{File: strings.Join(paths, ", "), Err: fmt.Errorf("none of its %d documents is corrected", c.Documents),
			Remedy: "write yes or no under keep?, or missing phrases into the empty rows"}
	}
	return r, nil
}

// read adds a file.
func (r *Review) read(path string, by schemas.Opener) error {
	in, err := corpus.OpenForeign(path, by)
	if err != nil {
		return err
	}
	defer in.Close()
	next, err := in.Table(delimiter)
	if errors.Is(err, errHeader) {
		return &schemas.FileError{File: path, Err: errHeader, Remedy: again}
	}
	if err != nil {
		return err
	}
	s := &sheet{review: r, path: path}
	for {
		cells, row, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			s.row, s.cells = row, cells
			err = s.add()
		}
		if err != nil {
			return err
		}
	}
	if s.columns == nil {
		return &schemas.FileError{File: path, Err: errHeader, Remedy: again}
	}
	return nil
}

// sheet is a file that is read.
type sheet struct {
	review  *Review
	path    string
	columns columns // nil before the header
	above   int     // rows above the header
	row     int64
	cells   []string
}

// cell returns the cell of a column in the row, without blanks around it; "" if the row or the sheet has none.
func (s *sheet) cell(name string) string {
	if i, ok := s.columns[name]; ok && i < len(s.cells) {
		return strings.TrimFunc(s.cells[i], blank)
	}
	return ""
}

// bad returns the error about a cell of the row.
func (s *sheet) bad(column, remedy, format string, args ...any) error {
	return &schemas.FileError{File: s.path, Row: s.row, Place: fmt.Sprintf("cell %s%d", Letters(s.columns[column]), s.row), Err: fmt.Errorf(format, args...), Remedy: remedy}
}

// add adds the row.
func (s *sheet) add() error {
	if s.columns == nil {
		if s.columns = columnsOf(s.cells); s.columns == nil {
			if s.above++; s.above > within {
				return &schemas.FileError{File: s.path, Err: errHeader, Remedy: again}
			}
		}
		return nil
	}
	id, phrase, shown := s.cell(ID), s.cell(Phrase), s.cell(Shown)
	for _, text := range []string{id, phrase, shown} {
		if !utf8.ValidString(text) {
			return s.bad(Phrase, "save the sheet as .xlsx, or as CSV in UTF-8", "the row is not valid text")
		}
	}
	mark, ok := markOf(s.cell(Keep))
	if !ok {
		return s.bad(Keep, "write yes or no, or leave it empty", "keep? is %.40q", s.cell(Keep))
	}
	switch {
	case id == "" && phrase == "" && shown == "" && mark == Unmarked:
		return nil
	case id == "":
		return s.bad(ID, "write missing phrases into the empty rows of their document; where these are too few, join phrases by ;", "the row names no document")
	case shown == "" && phrase == "" && mark != Unmarked:
		return s.bad(Keep, "empty the cell, or write the missing phrase beside it", "keep? is %.40q, and the row has no phrase", s.cell(Keep))
	case shown != "" && phrase != shown:
		return s.bad(Phrase, "put it back, with no under keep?, and write the better phrase into an empty row of the document", "the phrase was %.100q and is %.100q now", shown, phrase)
	}
	d, err := s.document(id)
	if err != nil {
		return err
	}
	if shown != "" {
		return s.mark(d, Judged{Text: shown, Concept: s.cell(Concept), Words: strings.Fields(s.cell(Words)), Mark: mark})
	}
	if mark == Unmarked {
		mark = Kept
	}
	for text := range strings.FieldsFuncSeq(phrase, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		if text = strings.TrimFunc(text, blank); text != "" {
			if err := s.mark(d, Judged{Text: text, Mark: mark, Added: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// document returns the document of an id, a new one if it is the first row about it.
func (s *sheet) document(id string) (*Document, error) {
	digest := s.cell(Digest)
	d := s.review.at[id]
	if d == nil {
		d = &Document{ID: id, Digest: digest, at: map[string]int{}, file: s.path, row: s.row}
		s.review.at[id], s.review.documents = d, append(s.review.documents, d)
		s.review.bytes += len(id) + len(digest) + 200
	}
	if d.Digest != digest {
		return nil, s.bad(Digest, "give sheets of the same documents, and leave the hidden columns as they are", "document %.100q has another title or text here than in row %d of %s", id, d.row, d.file)
	}
	return d, nil
}

// mark adds what a row says of a phrase.
func (s *sheet) mark(d *Document, p Judged) error {
	p.file, p.row = s.path, s.row
	if s.review.bytes += 2*len(p.Text) + len(p.Concept) + 40*len(p.Words) + 150; s.review.bytes > mostBytes {
		return &schemas.FileError{File: s.path, Row: s.row, Err: errors.New("up to here the reviews take more than 1 GiB of memory"), Remedy: "give fewer or smaller files"}
	}
	key := p.Key()
	i, seen := d.at[key]
	if !seen {
		d.at[key], d.Phrases = len(d.Phrases), append(d.Phrases, p)
		return nil
	}
	switch before := &d.Phrases[i]; {
	case before.Mark == Unmarked:
		before.Mark, before.file, before.row = p.Mark, p.file, p.row
	case p.Mark != Unmarked && p.Mark != before.Mark:
		return s.bad(Keep, "agree on one of the two", "%.100q of document %.100q is kept and struck, see row %d of %s", p.Text, d.ID, before.row, before.file)
	}
	return nil
}
