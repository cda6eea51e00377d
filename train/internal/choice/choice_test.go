package choice

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// TestBatchesEvenly: the documents are read evenly out of all, since files are often sorted, and each once.
func TestBatchesEvenly(t *testing.T) {
	const total = 100
	var docs []schemas.Document
	for i := range total {
		docs = append(docs, schemas.Document{ID: fmt.Sprint(i), Body: []string{"word"}})
	}
	path := saved(t, docs)
	for _, most := range []int64{1, 7, 20, 99, 100} {
		files, err := rows.Open(schemas.Documents, []string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for b := (&batches{files: files, total: total, most: most}); ; {
			batch, err := b.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || len(batch) > batchDocuments {
				t.Fatalf("%d documents: %v", len(batch), err)
			}
			for _, d := range batch {
				got = append(got, d.ID)
			}
		}
		files.Close()
		var want []string
		for k := range most { // the last of each of most parts
			want = append(want, fmt.Sprint(((k+1)*total+most-1)/most-1))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d of %d: %v, want %v", most, total, got, want)
		}
	}
}
