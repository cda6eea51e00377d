package join

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Paths lists the files to read.
type Paths struct {
	Documents   []string // Parquet files in order, or source and target text file if Pair
	Folder      string   // in which the documents were found; "" for none
	Pair        bool
	Predictions []string       // Parquet files in order, or one text file
	Slots       []string       // Parquet files in order; empty for none
	Released    bool           // read text as the authors' script does; see openPair
	Column      string         // column of the documents, a raw corpus, from which rows have Values; "" for none
	Review      *review.Review // has the keyphrases; documents that it does not correct are passed over; nil: the documents have them
	Raw         bool           // do not cut raw text: documents have TitleText, BodyText and Gold, and phrases of others no tokens

	Corpus corpus.Settings   // how to read documents that are a raw corpus; the zero value suits most
	Say    func(line string) // receives a line about the columns read; may be nil
	Warn   func(line string) // receives a line about columns and rows that may be read in a wrong way; may be nil
	By     schemas.Opener    // opens the files; nil opens local files
	Ended  func() error      // ends the reading of a raw corpus and of text with its error; may be nil
}

// Row is one document with its predictions.
type Row struct {
	File     string // documents file, for messages
	At       int64  // row in it, from 1
	Document schemas.Document
	Gold     []string // keyphrases as given, before they are cut into phrases; nil for documents that have tokens
	Spelt    []string // spelling of each phrase of Document.Present; nil if it is not known
	Values   []string // of the column Paths.Column, each once; nil without any
	// Prediction holds the phrases in predicted order. Their Phrase is what the predictions have. In a text file they
	// have no score and no mark, and the prediction has no id.
	Prediction schemas.Prediction
	Foreign    bool           // another system made the prediction, or an export of infer has it, so that join made its Tokens
	Slots      []schemas.Slot // nil without a slots file
	Opinion    *Opinion       // of a review; nil without one
	Stems      []string       // of the words of title and body, where they are not those of package text

	digest string // of the document
}

// Rows reads rows in step. It reads ahead on goroutines of its own, but Next is not safe for concurrent use.
type Rows struct {
	// Scored tells whether predictions have scores, Ours whether infer wrote them.
	Scored, Ours bool
	// Spelt tells whether the spelling of keyphrases is known.
	Spelt bool

	documents   rows.Reader[Row]
	predictions rows.Reader[schemas.Prediction]
	slots       rows.Reader[schemas.Slot]
	open        []io.Closer
	slot        *schemas.Slot // read but not returned yet
	pairs       *pairs
	read        int64
	named       bool  // documents have ids
	begins      int64 // predictions that begin with the id of their document
	from        Paths
	phrases     phraseCutter
	reviewing   *reviewing // nil without a review
}

// Open opens all files. If the numbers of rows are known, it compares them before any work.
func Open(from Paths) (r *Rows, err error) {
	r = &Rows{from: from, phrases: phraseCutter{text.NewTokenizer(text.Fold), from.Raw}}
	if from.Review != nil {
		r.reviewing = &reviewing{from.Review, text.NewTokenizer(text.Fold)}
	}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	documents, named, err := openDocuments(from)
	if err != nil {
		return r, err
	}
	if raw, ok := documents.(*begun[Row]); ok {
		r.Spelt = raw.first[0].Gold != nil
	}
	r.documents = rows.ReadAhead(documents)
	r.open = append(r.open, r.documents)
	predictions, err := openPredictions(from)
	if err != nil {
		return r, err
	}
	r.predictions, r.Scored, r.Ours = rows.ReadAhead(predictions.Reader), predictions.scored, predictions.ours
	r.open = append(r.open, r.predictions)
	r.named = named
	if named && !predictions.ids && predictions.named && from.Warn != nil {
		from.Warn(fmt.Sprintf("%s: no column of ids is read, so row i belongs to document i", several(from.Predictions)))
	}
	r.pairs = &pairs{predictions: r.predictions, named: named && predictions.ids, waiting: map[string]schemas.Prediction{}, documents: map[string]bool{}, seen: map[string]bool{}}
	if len(from.Slots) > 0 {
		slots, err := rows.Open(schemas.Slots, from.Slots, from.By)
		if err != nil {
			return r, err
		}
		r.slots = rows.ReadAhead[schemas.Slot](slots)
		r.open = append(r.open, r.slots)
	}
	if d, p := documents.Rows(), predictions.Rows(); !r.pairs.named && d >= 0 && p >= 0 && d != p {
		return r, r.uneven(d, p, "")
	}
	return r, nil
}

// Rows returns the number of documents if it is known before reading, else -1.
func (r *Rows) Rows() int64 { return max(r.documents.Rows(), r.predictions.Rows()) }

// Next returns the next row, and io.EOF after the last.
func (r *Rows) Next() (Row, error) {
	for {
		row, err := r.next()
		if r.reviewing == nil {
			return row, err
		}
		if err == io.EOF {
			return row, cmp.Or(r.reviewing.Met(), io.EOF)
		}
		if err != nil {
			return row, err
		}
		if ok, err := r.reviewing.give(&row, r.from.Raw); ok || err != nil {
			return row, err
		}
	}
}

// next returns the next row, also of a document that a review does not correct.
func (r *Rows) next() (Row, error) {
	row, err := r.joined()
	if err != nil {
		return Row{}, err
	}
	if row.Foreign = !r.Ours; row.Foreign {
		if err := r.labels(&row); err != nil {
			return Row{}, err
		}
		r.phrases.cut(&row)
	}
	row.Slots, err = r.slotsOf(row.Document.ID)
	return row, err
}

// joined returns the next document that has a prediction, with its prediction. It fails if the prediction is of another text than the
// document that its id or its line names. Digests of a text and of tokens cannot be compared, and predictions of other programs have
// none.
func (r *Rows) joined() (row Row, err error) {
	for found := false; !found; {
		if row, err = r.documents.Next(); err == io.EOF {
			return row, r.end()
		}
		if err == nil {
			row.Prediction, found, err = r.pairs.find(row.Document.ID)
		}
		if err != nil {
			return row, err
		}
		r.read++ // without a prediction, too
	}
	row.File, row.At = r.documents.Place()
	if schemas.Differ(row.Prediction.Digest, row.digest) {
		return row, AnotherText(row.File, row.At, row.Document.ID, several(r.from.Predictions))
	}
	return row, nil
}

// AnotherText is the error that a document is not the one that the labels of a file are about.
func AnotherText(file string, row int64, id, labels string) error {
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row),
		Err:    fmt.Errorf("document %.100q has another title or text than the one that %s is about", id, labels),
		Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
}

// labels fails if the predictions of most documents, which have no ids of their own, begin with the id of their document.
func (r *Rows) labels(row *Row) error {
	if r.pairs.named || !r.named || len(row.Prediction.Phrases) == 0 {
		return nil
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(row.Prediction.Phrases[0].Phrase), row.Document.ID)
	if next, _ := utf8.DecodeRuneInString(rest); !ok || unicode.IsLetter(next) || unicode.IsDigit(next) {
		return nil
	}
	if r.begins++; r.begins < leastIDs || 2*r.begins <= r.read {
		return nil
	}
	return &schemas.FileError{File: several(r.from.Predictions), Place: fmt.Sprintf("row %d", r.read),
		Err:    fmt.Errorf("begins with the id of its document, %.100q, as %d rows before it do", row.Document.ID, r.begins-1),
		Remedy: "leave the ids out, or give a table with a header id and keyphrases, whose name ends in .csv or .tsv"}
}

// leastIDs is the number of predictions that have to begin with an id.
const leastIDs = 3

// slotsOf reads the slots of a document: rows of its id, up to the next slot 0.
func (r *Rows) slotsOf(id string) ([]schemas.Slot, error) {
	if r.slots == nil {
		return nil, nil
	}
	var own []schemas.Slot
	for {
		if r.slot == nil {
			s, err := r.slots.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			r.slot = &s
		}
		if r.slot.ID != id || len(own) > 0 && r.slot.Slot == 0 {
			break
		}
		own = append(own, *r.slot)
		r.slot = nil
	}
	if len(own) > 0 {
		return own, nil
	}
	found := "the file ends"
	if r.slot != nil {
		found = fmt.Sprintf("it holds %q", r.slot.ID)
	}
	return nil, r.badSlot("document %d is %q, but %s", r.read, id, found)
}

// end returns io.EOF, or an error if documents and predictions differ in their numbers or ids, or if slots are left over.
func (r *Rows) end() error {
	if err := r.pairs.rest(); err != nil {
		return err
	}
	if more, wrong := r.pairs.wrong(r.read); wrong {
		return r.uneven(r.read, r.pairs.read, more)
	}
	if r.slots == nil {
		return io.EOF
	}
	if _, err := r.slots.Next(); r.slot == nil && err != nil {
		return err
	}
	return r.badSlot("the file has slots of more than the %d documents", r.read)
}

// badSlot is an error about the last slot read.
func (r *Rows) badSlot(format string, args ...any) error {
	file, at := r.slots.Place()
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", at), Err: fmt.Errorf(format, args...),
		Remedy: "give the slots of the same documents in the same order"}
}

// uneven returns the error that numbers or ids of documents and predictions differ; more is appended to it.
func (r *Rows) uneven(documents, predictions int64, more string) error {
	return &schemas.FileError{File: several(r.from.Predictions),
		Err:    fmt.Errorf("%d predictions for %d documents of %s%s", predictions, documents, several(r.from.Documents), more),
		Remedy: "give predictions of exactly these documents, one row per document"}
}

// several names a list of files by its first.
func several(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return fmt.Sprintf("%s and %d more", files[0], len(files)-1)
}

// Close stops reading and closes all files.
func (r *Rows) Close() error {
	var err error
	for _, in := range r.open {
		err = errors.Join(err, in.Close())
	}
	return err
}
