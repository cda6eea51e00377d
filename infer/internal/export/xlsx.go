package export

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// XLSX writes a workbook: a sheet of texts, numbers, booleans and dates, below a frozen header, and a new sheet whenever one is
// full. No cell is a formula. A text longer than Excel's limit of 32,767 characters ends with an ellipsis; cut counts these.
func (o Wide) XLSX(cut *int64) rows.Format[Row] { return o.xlsx(cut, sheetRows) }

// xlsx is XLSX with at most so many rows in a sheet.
func (o Wide) xlsx(cut *int64, most int) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		b := &book{zip: zip.NewWriter(w), cut: cut}
		begin := func() error {
			names := o.header()
			return b.begin(fmt.Sprintf(`<col min="1" max="%d" width="24" customWidth="1"/>`, len(names)), names)
		}
		write := func(d Row) error {
			if b.rows >= most {
				if err := begin(); err != nil {
					return err
				}
			}
			return b.write(o.cells(d), plainStyle)
		}
		return &encoder[Row]{begin: begin, write: write, end: func() error { return b.finish("documents", "", "") }}, nil
	}
}
