package choice

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
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

// fitter returns a Fitter with a network of random weights, whose longer phrases have products far below Floor.
func fitter(t *testing.T) *Fitter {
	t.Helper()
	var list []schemas.VocabRow
	for i, w := range append(slices.Clone(text.Specials[:]), strings.Fields("graph cuts of trees and more words that no slot prefers")...) {
		list = append(list, schemas.VocabRow{ID: int32(i), Token: w})
	}
	v, err := text.NewVocabulary(list, len(list))
	if err != nil {
		t.Fatal(err)
	}
	m, err := slots.New[float32](slots.Config{Vocab: v.Size(), Slots: 6, PhraseLen: 6, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	return &Fitter{Network: slots.Network{Model: m, Vocabulary: v, Workers: kernel.NewWorkers(1)}, Branching: choose.Branching{First: 4, Later: 6}}
}

// TestFloor: the candidates are those with a product of at least Floor. Where the network stopped slots below it does not
// matter.
func TestFloor(t *testing.T) {
	f, stemmer := fitter(t), text.NewStemmer()
	d := schemas.Document{ID: "x", Body: strings.Fields("graph cuts of unheard trees")}
	got, err := f.Candidates(stemmer, []schemas.Document{d})
	if err != nil {
		t.Fatal(err)
	}
	asked := phrase.Prepare(f.Network.Vocabulary, &d, text.Encoding{MaxOOV: phrase.MaxOOV})
	said, err := f.Network.Ask([]phrase.Document{asked}, Floor, f.Branching)
	if err != nil {
		t.Fatal(err)
	}
	want, all := said[0].Candidates(stemmer, asked, Floor), said[0].Candidates(stemmer, asked, 0)
	if !reflect.DeepEqual(got[0], want) || len(want) == len(all) {
		t.Errorf("%d candidates, want %d; without a floor %d", len(got[0]), len(want), len(all))
	}
}

// TestTitle: a keyphrase that only the title contains counts as present.
func TestTitle(t *testing.T) {
	d := schemas.Document{ID: "x", Title: []string{"graph", "cuts"}, Body: []string{"of", "trees"}, Present: [][]string{{"graph", "cuts"}, {"trees"}}, Absent: [][]string{{"more"}}}
	asked, err := fitter(t).labeller((*Fitter).Candidates, nil)([]schemas.Document{d})
	if err != nil {
		t.Fatal(err)
	}
	if present, absent := asked[0].Present.Targets, asked[0].Absent.Targets; present != 2 || absent != 1 {
		t.Errorf("%d present keyphrases and %d absent, want 2 and 1", present, absent)
	}
}
