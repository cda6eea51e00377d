package export

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Reviewed are the labels of a document for people to correct.
type Reviewed struct {
	Title, Digest string
	Phrases       []ReviewedPhrase
}

// ReviewedPhrase is a phrase or, with its URI, a concept.
type ReviewedPhrase struct {
	Text, Concept string
	Words         []string // of a phrase: its tokens
	Score         float32
}

// Missing is the number of rows of a document for missing phrases.
const missing = 3

// reviewRow is a row of a review: a phrase that was shown, or an empty one for a missing phrase.
type reviewRow struct {
	ReviewedPhrase
	id    string
	of    *Reviewed
	empty bool
}

// reviewColumn is a column: its name, what the header says behind it, its width in characters, and its style and text in a row.
type reviewColumn struct {
	name, says string
	width      int
	hidden     bool
	style      int
	text       func(reviewRow) string
}

// Styles of a review, in the order of book.xml.tmpl. Behind each is that of rows after the first of a document, which have no line above.
// Cells that people fill in are texts, so that no spreadsheet makes a date or a formula of them.
const (
	titleStyle = ownStyles + 2*iota
	fixedStyle
	scoreStyle
	inputStyle
)

// reviewColumns are the columns of a review.
func reviewColumns(concepts bool) []reviewColumn {
	all := []reviewColumn{
		{review.Title, "", 60, false, titleStyle, func(r reviewRow) string { return r.of.Title }},
		{review.Phrase, " (write missing ones into the empty cells; several joined by ;)", 40, false, fixedStyle, func(r reviewRow) string { return r.Text }},
		{review.Score, "", 8, false, scoreStyle, func(r reviewRow) string {
			if r.empty {
				return ""
			}
			return strconv.FormatFloat(float64(r.Score), 'f', scoreDigits, 32)
		}},
		{review.Keep, " (yes: right, no: wrong, empty: not judged)", 22, false, inputStyle, func(reviewRow) string { return "" }},
		{review.ID, "", 16, false, fixedStyle, func(r reviewRow) string { return r.id }},
		{review.Concept, "", 40, false, fixedStyle, func(r reviewRow) string { return r.Concept }},
		{review.Digest, "", 10, true, fixedStyle, func(r reviewRow) string { return r.of.Digest }},
		{review.Shown, "", 10, true, fixedStyle, func(r reviewRow) string { return r.Text }},
		{review.Words, "", 10, true, fixedStyle, func(r reviewRow) string { return strings.Join(r.Words, " ") }},
	}
	other := review.Concept
	if concepts {
		other = review.Words
	}
	return slices.DeleteFunc(all, func(c reviewColumn) bool { return c.name == other })
}

// Review writes a workbook in which people correct labels; see package review. concepts adds the column of their URIs. No cell is a formula.
// The sheet is protected, without a password, but for the cells that people fill in. Too many rows for a sheet are an error.
func Review(concepts bool, cut *int64) rows.Format[Row] { return reviewOf(concepts, cut, sheetRows) }

// errRows is the error of a review that no sheet can have.
var errRows = errors.New("--export review: a sheet of Excel has at most 1,048,576 rows, and these documents have more: give infer export --review-documents 1000, or fewer documents")

// reviewOf is Review with at most so many rows.
func reviewOf(concepts bool, cut *int64, most int) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		s := &reviewSheet{book: book{zip: zip.NewWriter(w), cut: cut}, columns: reviewColumns(concepts), most: most}
		return &encoder[Row]{begin: s.begin, write: s.document, end: s.close}, nil
	}
}

// reviewSheet writes a review.
type reviewSheet struct {
	book
	columns []reviewColumn
	most    int // largest number of rows
}

// begin begins the sheet with its header.
func (s *reviewSheet) begin() error {
	columns, header := "", []string{}
	for i, c := range s.columns {
		hidden := ""
		if c.hidden {
			hidden = ` hidden="1"`
		}
		columns += fmt.Sprintf(`<col min="%d" max="%[1]d" width="%d" customWidth="1"%s/>`, i+1, c.width, hidden)
		header = append(header, c.name+c.says)
	}
	return s.book.begin(columns, header)
}

// document writes the rows of a document.
func (s *reviewSheet) document(d Row) error {
	of := d.Review()
	if of == nil {
		return nil
	}
	if s.rows+len(of.Phrases)+missing > s.most {
		return errRows
	}
	for i := range len(of.Phrases) + missing {
		r := reviewRow{id: d.ID, of: of, empty: i >= len(of.Phrases)}
		if !r.empty {
			r.ReviewedPhrase = of.Phrases[i]
		}
		cells, styles := make([]corpus.Cell, len(s.columns)), make([]int, len(s.columns))
		for k, c := range s.columns {
			cells[k].Text, styles[k] = c.text(r), c.style
			if c.name == review.Score {
				cells[k].Kind = corpus.NumberCell
			}
			if c.name == review.Phrase && r.empty {
				styles[k] = inputStyle
			}
			styles[k] += min(i, 1)
		}
		if err := s.write(cells, styles...); err != nil {
			return err
		}
	}
	return nil
}

// close ends the sheet: its protection, its filter and the list of keep?, in the order that Excel needs.
func (s *reviewSheet) close() error {
	last := review.Letters(len(s.columns) - 1)
	behind := `<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>` +
		fmt.Sprintf(`<autoFilter ref="A1:%s%d"/>`, last, s.rows)
	if s.rows > 1 {
		keep := slices.IndexFunc(s.columns, func(c reviewColumn) bool { return c.name == review.Keep })
		behind += fmt.Sprintf(`<dataValidations count="1"><dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" `+
			`errorTitle="keep?" error="Write yes or no, or leave the cell empty." promptTitle="keep?" prompt="yes: the phrase is right. no: it is wrong. Empty: you have not judged it, and it does not count." `+
			`sqref="%s2:%[1]s%d"><formula1>"%s,%s"</formula1></dataValidation></dataValidations>`, review.Letters(keep), s.rows, review.Yes[0], review.No[0])
	}
	return s.finish("review", behind, fmt.Sprintf("$%s$%d", last, s.rows))
}
