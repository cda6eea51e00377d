package review

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
)

// Meet returns the document of an id, as Find does, and notes that it was met at a row of a file. It fails if its text, by the digest, is
// another one than the one that was corrected.
func (r *Review) Meet(id, digest, file string, row int64) (*Document, error) {
	d := r.Find(id)
	if d == nil {
		return nil, nil
	}
	if d.met = true; schemas.Differ(d.Digest, digest) {
		return nil, &schemas.FileError{File: file, Row: row, Err: fmt.Errorf("document %.100q has another title or text than the one that was corrected, row %d of %s", d.ID, d.row, d.file),
			Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding"}
	}
	return d, nil
}

// Met fails if a document that the review corrects was not met. Call it after the last document.
func (r *Review) Met() error {
	for _, d := range r.Documents() {
		if !d.met {
			return &schemas.FileError{File: d.file, Row: d.row, Err: fmt.Errorf("document %.100q is not in --documents", d.ID),
				Remedy: "give the documents that were labelled, with the same ids; a spreadsheet that opens CSV can change ids that look like numbers: save .xlsx"}
		}
	}
	return nil
}
