package corpus

import (
	"bytes"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// The row that reaches one of these limits closes its batch.
const (
	batchRows  = 64
	batchBytes = 128 << 10
)

// Batch holds consecutive rows of one file, between two cuts. Any goroutine may parse them at any time.
type Batch struct {
	Cut    int // number of [Batches.Cuts] at or before the rows
	reader Records
	rows   []Unparsed
	from   *Options // of their file
}

// Len is the number of rows.
func (b *Batch) Len() int { return len(b.rows) }

// Parse parses row i; see Records.
func (b *Batch) Parse(i int) (Record, error) {
	r, err := b.reader.Parse(&b.rows[i])
	r.Whole = b.from.Boilerplate == kept
	if err == nil && b.from.KeywordsLine && len(r.Keyphrases) == 0 && !r.Tokenized {
		if r.Keyphrases = boilerplate.Keyphrases(markup.Plain(r.Body)); len(r.Keyphrases) > 0 {
			r.Missing = slices.DeleteFunc(slices.Clone(r.Missing), func(column string) bool { return column == "keywords" })
		}
	}
	if err == nil && !b.from.Predicted {
		b.narrow(&r)
	}
	if b.from.Keep && err == nil {
		placed(&r)
	}
	return r, err
}

// narrow puts the last term in the place of each keyword of a record that is a path, and says so.
func (b *Batch) narrow(r *Record) {
	for i, k := range r.Keyphrases {
		term, path := narrowest(k)
		if path && b.from.Warn != nil {
			b.from.Warn(r.File + ": of keywords that are paths, such as Plants > Mosses, the last term is read")
		}
		r.Keyphrases[i] = term
	}
}

// Batches cuts a set into batches. Rows are numbered from 0 through all files of the set. Only one goroutine may use it.
type Batches struct {
	Set   Set
	Most  int                           // largest number of rows per batch; 0: batchRows
	Limit int64                         // number of the row before which reading stops; 0: none
	Cuts  []int64                       // rows, ascending, at which a new batch begins
	End   func(path string, rows int64) // receives the last row of every file, unless there is a limit; may be nil

	opened func(path string, r *opened) // receives every file that is opened; may be nil
	ended  func(rows, last int64)       // receives the number of rows and the last one of every file read to its end; may be nil

	row    int64 // the next row's number
	cut    int   // number of Cuts passed
	file   int   // index of the next file, or of the open one
	reader Records
	first  int64 // number of the first row of the open file
	last   int64 // line number of the last row that reader gave
}

// Next returns the next batch, and io.EOF after the last.
func (r *Batches) Next() (*Batch, error) {
	for {
		if r.limited() || r.reader == nil && r.file == len(r.Set) {
			return nil, io.EOF
		}
		if err := r.open(); err != nil {
			return nil, err
		}
		b, err := r.fill()
		if err != nil || b.Len() > 0 {
			return b, err
		}
	}
}

// limited reports whether all rows before Limit have been read.
func (r *Batches) limited() bool { return r.Limit > 0 && r.row >= r.Limit }

// open opens the next file, unless one is open.
func (r *Batches) open() error {
	if r.reader != nil {
		return nil
	}
	o, err := r.Set[r.file].open()
	if err != nil {
		return err
	}
	r.reader, r.first, r.last = o.Records, r.row, 0
	if r.opened != nil {
		r.opened(r.Set[r.file].Path, o)
	}
	return nil
}

// fill reads rows up to the end of the batch, the next cut or the end of the file. At the end of the file it closes the file; at the
// limit the file stays open for the part that follows.
func (r *Batches) fill() (*Batch, error) {
	b := &Batch{reader: r.reader, rows: make([]Unparsed, 0, batchRows), from: &r.Set[r.file].options}
	for r.cut < len(r.Cuts) && r.row >= r.Cuts[r.cut] {
		r.cut++
	}
	b.Cut = r.cut
	weight, most := 0, batchRows
	if r.Most > 0 {
		most = min(most, r.Most)
	}
	for len(b.rows) < most && weight < batchBytes && !r.limited() && (r.cut == len(r.Cuts) || r.row < r.Cuts[r.cut]) {
		var row Unparsed
		err := r.reader.Next(&row)
		if err == io.EOF {
			return b, r.endFile()
		}
		if err != nil {
			return nil, err
		}
		r.row++
		r.last = row.Row
		row.Text, row.Target = bytes.Clone(row.Text), append([]byte{}, row.Target...) // the next row overwrites them
		weight += rowBytes(&row)
		b.rows = append(b.rows, row)
	}
	return b, nil
}

// rowBytes estimates the memory of a row in bytes.
func rowBytes(u *Unparsed) int {
	n := len(u.Text) + len(u.Target)
	if r := u.Record; r != nil {
		n += len(r.Title) + len(r.Body) + r.Given.Bytes()
		for _, words := range slices.Concat([][]string{r.Keyphrases, r.TitleTokens, r.BodyTokens}, r.Phrases) {
			for _, w := range words {
				n += 16 + len(w)
			}
		}
		if d := r.Document; d != nil {
			n += len(d.TitleText) + len(d.BodyText) + 4*(len(d.TitleSpans)+len(d.BodySpans))
		}
	}
	return n
}

// endFile closes a file that was read to its end.
func (r *Batches) endFile() error {
	if path := r.Set[r.file].Path; path != "" && r.Limit == 0 && r.End != nil {
		r.End(path, r.last) // with a limit, rows may be left
	}
	if r.ended != nil {
		r.ended(r.row-r.first, r.last)
	}
	r.file++
	return r.Close()
}

// Close closes the file that is open.
func (r *Batches) Close() error {
	if r.reader == nil {
		return nil
	}
	in := r.reader
	r.reader = nil
	return in.Close()
}
