package slots

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestEnded: Label returns the error of Ended before the next document of the batch.
func TestEnded(t *testing.T) {
	v := vocabulary(t, "graph", "cuts")
	m, err := New[float32](Config{Vocab: v.Size(), Slots: 4, PhraseLen: 3, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	l := NewLabeller(m, phrase.Options{Vocabulary: v, Workers: kernel.NewWorkers(1), Rule: rank.Rule{Name: rank.Slots},
		Lister: phrase.Lister{Stemmer: text.NewStemmer()},
		Ended: func() error {
			if asked++; asked == 2 {
				return context.Canceled
			}
			return nil
		}})
	d := phrase.Prepare(v, &schemas.Document{ID: "x", Body: strings.Fields("graph cuts")}, text.Encoding{})
	if _, err := l.Label([]phrase.Document{d, d, d}); !errors.Is(err, context.Canceled) || asked != 2 {
		t.Errorf("%v after %d documents", err, asked)
	}
}
