package export

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
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

// Review writes a workbook in which people correct labels; see package review. concepts adds the column of their URIs. No cell is a formula.
// The sheet is protected, without a password, but for the cells that people fill in. Too many rows for a sheet are an error.
func Review(concepts bool, cut *int64) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		s := &reviewSheet{book: book{zip: zip.NewWriter(w), cut: cut}, most: sheetRows}
		s.columns = []reviewColumn{
			{review.Title, "", 60, false}, {review.Phrase, " (write missing ones into the empty cells; several joined by ;)", 40, false}, {review.Score, "", 8, false},
			{review.Keep, " (yes: right, no: wrong, empty: not judged)", 22, false}, {review.ID, "", 16, false}}
		if concepts {
			s.columns = append(s.columns, reviewColumn{review.Concept, "", 40, false})
		}
		s.columns = append(s.columns, reviewColumn{review.Digest, "", 10, true}, reviewColumn{review.Shown, "", 10, true})
		if !concepts {
			s.columns = append(s.columns, reviewColumn{review.Words, "", 10, true})
		}
		return s, nil
	}
}

// reviewColumn is a column: its name, what the header says behind it, and its width in characters.
type reviewColumn struct {
	name, says string
	width      int
	hidden     bool
}

// Styles of a review, in the order of reviewStyles: those of the first row of a document have a line above.
const (
	firstTitle = ownStyles + iota
	laterTitle
	firstFixed
	laterFixed
	firstScore
	laterScore
	firstInput
	laterInput
)

// reviewStyles are the styles of a review. Cells that people fill in are texts, so that no spreadsheet makes a date or a formula of them.
func reviewStyles() styles {
	s := styles{
		fonts:   `<font><sz val="11"/><color rgb="FF808080"/><name val="Calibri"/></font>`,
		fills:   `<fill><patternFill patternType="solid"><fgColor rgb="FFFFF8DC"/></patternFill></fill>`,
		borders: `<border><left/><right/><top style="thin"><color rgb="FFA0A0A0"/></top><bottom/><diagonal/></border>`,
		numbers: `<numFmt numFmtId="166" formatCode="0.00"/>`,
	}
	for _, x := range []struct {
		number, font, fill int
		open               bool
	}{{0, 1, 0, false}, {0, 2, 0, false}, {0, 0, 0, false}, {0, 0, 0, false}, {166, 0, 0, false}, {166, 0, 0, false}, {49, 0, 2, true}, {49, 0, 2, true}} {
		border := (1 + strings.Count(s.cells, "<xf ")) % 2
		s.cells += fmt.Sprintf(`<xf numFmtId="%d" fontId="%d" fillId="%d" borderId="%d" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyProtection="1">`+
			`<protection locked="%d"/></xf>`, x.number, x.font, x.fill, border, map[bool]int{false: 1}[x.open])
	}
	return s
}

// reviewSheet writes a review.
type reviewSheet struct {
	book
	columns []reviewColumn
	most    int // largest number of rows
}

// Write writes the rows of documents.
func (s *reviewSheet) Write(documents ...Row) error {
	for _, d := range documents {
		if r := d.Review(); r != nil {
			if err := s.document(d.ID, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// errRows is the error of a review that no sheet can have.
var errRows = errors.New("--export review: a sheet of Excel has at most 1,048,576 rows, and these documents have more: give infer export --review-documents 1000, or fewer documents")

func (s *reviewSheet) document(id string, r *Reviewed) error {
	if err := s.begin(); err != nil {
		return err
	}
	if s.rows+len(r.Phrases)+missing > s.most {
		return errRows
	}
	for i := range len(r.Phrases) + missing {
		p, shown, later := ReviewedPhrase{}, "", min(i, 1)
		values := map[string]corpus.Cell{review.Title: {Text: r.Title}, review.ID: {Text: id}, review.Digest: {Text: r.Digest}}
		style := map[string]int{review.Title: firstTitle, review.Keep: firstInput, review.Score: firstScore}
		if i < len(r.Phrases) {
			p = r.Phrases[i]
			shown = p.Text
			values[review.Score] = corpus.Cell{Text: strconv.FormatFloat(float64(p.Score), 'f', scoreDigits, 32), Kind: corpus.NumberCell}
		} else {
			style[review.Phrase] = firstInput
		}
		values[review.Phrase], values[review.Shown], values[review.Concept] = corpus.Cell{Text: p.Text}, corpus.Cell{Text: shown}, corpus.Cell{Text: p.Concept}
		values[review.Words] = corpus.Cell{Text: strings.Join(p.Words, " ")}
		cells := make([]corpus.Cell, len(s.columns))
		for k, c := range s.columns {
			cells[k] = values[c.name]
		}
		err := s.write(cells, func(k int) int {
			of, ok := style[s.columns[k].name]
			if !ok {
				of = firstFixed
			}
			return of + later
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// begin begins the sheet with its header, once.
func (s *reviewSheet) begin() error {
	if s.sheet != nil {
		return nil
	}
	var columns strings.Builder
	header := make([]corpus.Cell, len(s.columns))
	for i, c := range s.columns {
		header[i].Text = c.name + c.says
		hidden := ""
		if c.hidden {
			hidden = ` hidden="1"`
		}
		fmt.Fprintf(&columns, `<col min="%d" max="%[1]d" width="%d" customWidth="1"%s/>`, i+1, c.width, hidden)
	}
	if err := s.book.begin(frozen + `<cols>` + columns.String() + `</cols>`); err != nil {
		return err
	}
	return s.write(header, func(int) int { return headStyle })
}

// Close ends the sheet: its protection, its filter and the list of keep?, in the order that Excel needs.
func (s *reviewSheet) Close() error {
	if err := s.begin(); err != nil {
		return err
	}
	last, keep := columnName(len(s.columns)-1), 0
	for i, c := range s.columns {
		if c.name == review.Keep {
			keep = i
		}
	}
	behind := `<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>` +
		fmt.Sprintf(`<autoFilter ref="A1:%s%d"/>`, last, s.rows)
	if s.rows > 1 {
		behind += fmt.Sprintf(`<dataValidations count="1"><dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" `+
			`errorTitle="keep?" error="Write yes or no, or leave the cell empty." promptTitle="keep?" prompt="yes: the phrase is right. no: it is wrong. Empty: you have not judged it, and it does not count." `+
			`sqref="%s2:%[1]s%d"><formula1>"%s,%s"</formula1></dataValidation></dataValidations>`, columnName(keep), s.rows, review.Yes[0], review.No[0])
	}
	if err := s.end(behind); err != nil {
		return err
	}
	// Excel sorts and filters by this name, and repairs a file without it.
	defined := fmt.Sprintf(`<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'review 1'!$A$1:$%s$%d</definedName></definedNames>`, last, s.rows)
	return s.finish("review", reviewStyles(), defined)
}
