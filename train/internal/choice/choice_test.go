package choice

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestBatchesEvenly: the documents are read evenly out of all, since files are often sorted, and each once.
func TestBatchesEvenly(t *testing.T) {
	const total = 100
	var docs []schemas.Document
	for i := range total {
		docs = append(docs, schemas.Document{ID: fmt.Sprint(i), Body: []string{"word"}})
	}
	for _, most := range []int64{1, 7, 20, 99, 100} {
		_, next, _, _ := Documents{Memory: docs}.open()
		var got []string
		for b := (&batches{read: next, total: total, most: most}); ; {
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
		var want []string
		for k := range most { // the last of each of most parts
			want = append(want, fmt.Sprint(((k+1)*total+most-1)/most-1))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d of %d: %v, want %v", most, total, got, want)
		}
	}
}

// TestTitle: a keyphrase that only the title contains counts as present.
func TestTitle(t *testing.T) {
	d := schemas.Document{ID: "x", Title: []string{"graph", "cuts"}, Body: []string{"of", "trees"}, Present: [][]string{{"graph", "cuts"}, {"trees"}}, Absent: [][]string{{"more"}}}
	asked, err := new(Fitter).labeller((*Fitter).textCandidates, nil)([]schemas.Document{d})
	if err != nil {
		t.Fatal(err)
	}
	if present, absent := asked[0].Present.Targets, asked[0].Absent.Targets; present != 2 || absent != 1 {
		t.Errorf("%d present keyphrases and %d absent, want 2 and 1", present, absent)
	}
}
