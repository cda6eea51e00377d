package join

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
)

// same fails if a prediction is of another text than the document that its id or its line names. Digests of a text and of
// tokens cannot be compared, and predictions of other programs have none.
func (r *Rows) same(row *Row, digest string) error {
	if !schemas.Differ(row.Prediction.Digest, digest) {
		return nil
	}
	return &schemas.FileError{File: row.File, Place: fmt.Sprintf("row %d", row.At),
		Err:    fmt.Errorf("document %.100q has another title or text than the one that %s is about", row.Document.ID, several(r.from.Predictions)),
		Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
}
