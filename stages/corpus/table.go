package corpus

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"wrone2set/schemas"
)

// table reads CSV and TSV by the rules of encoding/csv: cells may stand in
// quotes and then hold delimiters, line ends and quotes, which are doubled.
type table struct {
	file    *file
	in      *csv.Reader
	left    *leash
	at      [parts]int // the column of each part, -1 for none
	missing []string
	width   int // columns of the header
	stem    string
	line    int64 // where the last record begins
}

func openTable(f *file, comma rune, c *columns) (Records, error) {
	t := &table{file: f, left: &leash{from: f.text, left: MaxLine}, stem: stem(f.path)}
	t.in = csv.NewReader(t.left)
	t.in.Comma = comma
	header, err := t.in.Read()
	if err == io.EOF {
		return t, nil
	}
	if err == nil {
		if t.at, err = c.choose(header); err == nil {
			t.width = len(header)
			t.missing = missing(t.at[titlePart] < 0, t.at[bodyPart] < 0, t.at[keyphrasesPart] < 0)
			return t, nil
		}
	}
	var broken *schemas.FileError
	if errors.As(err, &broken) {
		return nil, err
	}
	return nil, &schemas.FileError{File: f.path, Place: "header", Err: err, Remedy: "name the columns in the first line: " +
		c.every()}
}

func (t *table) Close() error { return t.file.Close() }

// Next reads a record. A bad one is rejected where it is certain that only its
// own lines are lost with it. A quote that is closed in a wrong place lines
// later may have swallowed any number of records: that ends the file.
func (t *table) Next(u *Unparsed) error {
	// Before each record and not after: what is read ahead then counts for the record before, never twice.
	t.left.left = MaxLine
	row, err := t.in.Read()
	var broken *schemas.FileError
	var bad *csv.ParseError
	switch {
	case err == nil:
		*u = *t.record(row)
		t.line = u.Row
	case errors.As(err, &broken):
		broken.Place = fmt.Sprintf("after line %d", t.line)
		return err
	case errors.Is(err, errLeash):
		return &schemas.FileError{File: t.file.path, Place: fmt.Sprintf("after line %d", t.line),
			Err: fmt.Errorf("a record of more than %d bytes", MaxLine), Remedy: "look for a quote that is not closed"}
	case !errors.As(err, &bad):
		return err
	case errors.Is(err, csv.ErrQuote) && bad.Line > bad.StartLine:
		return &schemas.FileError{File: t.file.path, Place: fmt.Sprintf("lines %d to %d", bad.StartLine, bad.Line),
			Err: errors.New("a quote is not closed, or one within a cell is not doubled"), Remedy: "write the file again with quotes doubled"}
	default:
		t.line = int64(bad.StartLine)
		*u = Unparsed{Row: t.line, Err: t.reason(bad, len(row))}
	}
	return nil
}

// reason says what is wrong in the user's words.
func (t *table) reason(bad *csv.ParseError, width int) error {
	if errors.Is(bad, csv.ErrFieldCount) {
		return fmt.Errorf("has %d columns, the header has %d", width, t.width)
	}
	return fmt.Errorf("at byte %d: %w", bad.Column, bad.Err)
}

func (t *table) record(row []string) *Unparsed {
	line, _ := t.in.FieldPos(0)
	r := &Record{File: t.file.path, Row: int64(line), Missing: t.missing}
	cell := func(p part) string {
		if t.at[p] < 0 {
			return ""
		}
		return row[t.at[p]]
	}
	r.ID, r.Title, r.Body = strings.TrimSpace(cell(idPart)), cell(titlePart), cell(bodyPart)
	if r.ID == "" {
		r.ID = rowID(t.stem, r.Row)
	}
	var err error
	r.Keyphrases, err = cellPhrases(cell(keyphrasesPart))
	return &Unparsed{Row: r.Row, Record: r, Err: err}
}

func (t *table) Parse(u *Unparsed) (Record, error) { return parseWhole(u, t.file.path) }

// parseWhole looks into a record whose parts are raw text and known already.
func parseWhole(u *Unparsed, path string) (Record, error) {
	if u.Err != nil {
		return Record{File: path, Row: u.Row}, u.Err
	}
	for _, s := range append([]string{u.Record.ID, u.Record.Title, u.Record.Body}, u.Record.Keyphrases...) {
		if !utf8.ValidString(s) {
			return Record{File: path, Row: u.Row}, errUTF8
		}
	}
	return *u.Record, nil
}

// cellPhrases takes keyphrases joined by ";", or a JSON list of them.
func cellPhrases(cell string) ([]string, error) {
	cell = strings.TrimSpace(cell)
	var texts []string
	switch {
	case cell == "":
		return nil, nil
	case strings.HasPrefix(cell, `[`) && json.Unmarshal([]byte(cell), &texts) == nil:
		return texts, nil
	case strings.HasPrefix(cell, "['") && strings.HasSuffix(cell, "']"):
		return nil, errors.New(`the keywords are a list as Python prints it; join them by ";", or write a JSON list`)
	}
	return strings.Split(cell, ";"), nil
}

// leash lets so many bytes through and then fails, so that a quote which is
// never closed does not draw the whole file into memory.
type leash struct {
	from io.Reader
	left int
}

var errLeash = errors.New("too long")

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLeash
	}
	n, err := l.from.Read(p)
	l.left -= n
	return n, err
}
