package export

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// XLSX writes a workbook: a sheet of texts, numbers, booleans and dates, below a frozen header, and a new sheet whenever one is
// full. No cell is a formula. A text longer than Excel's limit of 32,767 characters ends with an ellipsis; cut counts these.
func (o Wide) XLSX(cut *int64) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		return &workbook{wide: o, book: book{zip: zip.NewWriter(w), cut: cut}, most: sheetRows}, nil
	}
}

// FitsXLSX fails if the columns are more than a sheet of Excel has. Call it before there is anything to write.
func (o Wide) FitsXLSX() error {
	if n, ours := len(o.Layout.Columns), len(o.Ours); n+ours > sheetColumns {
		return fmt.Errorf("the documents have %d columns, and a sheet of Excel has at most %d beside keywords: export csv-wide or parquet-wide instead", n, sheetColumns-ours)
	}
	return nil
}

// workbook writes wide tables.
type workbook struct {
	book
	wide Wide
	most int // largest number of rows of a sheet
}

func (b *workbook) Write(documents ...Row) error {
	for _, d := range documents {
		if b.sheet == nil || b.rows >= b.most {
			if err := b.begin(); err != nil {
				return err
			}
		}
		if err := b.write(b.wide.cells(d), func(int) int { return plainStyle }); err != nil {
			return err
		}
	}
	return nil
}

// begin begins a sheet with the header.
func (b *workbook) begin() error {
	if b.sheet != nil {
		if err := b.end(""); err != nil {
			return err
		}
	}
	names := b.wide.header()
	if err := b.book.begin(frozen + fmt.Sprintf(`<cols><col min="1" max="%d" width="24" customWidth="1"/></cols>`, len(names))); err != nil {
		return err
	}
	header := make([]corpus.Cell, len(names))
	for i, name := range names {
		header[i].Text = name
	}
	return b.write(header, func(int) int { return headStyle })
}

// frozen keeps the header in view.
const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

// Close writes the files that list the sheets.
func (b *workbook) Close() error {
	if b.sheet == nil {
		if err := b.begin(); err != nil {
			return err
		}
	}
	if err := b.end(""); err != nil {
		return err
	}
	return b.finish("documents", styles{}, "")
}
