//go:build !nomodel

package label_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// TestWhy: with Why every phrase has a reason, whether the network or the text gave it, and the phrases are those without.
func TestWhy(t *testing.T) {
	items := func(why bool) []label.Item {
		o := label.DefaultOptions()
		o.Why = why
		l := open(t, o)
		maker := l.Maker()
		var all []label.Item
		for _, r := range []corpus.Record{{ID: "de", Title: "Ausleihe", Body: german},
			{ID: "en", Title: "Query expansion", Body: "We expand queries by the nearest words in an embedding space, and improve retrieval."}} {
			i, err := maker.Make(&r, nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, i)
		}
		if err := l.Items(context.Background(), all, func(int) {}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	with, without := items(true), items(false)
	for i := range with {
		if !reflect.DeepEqual(with[i].Prediction, without[i].Prediction) || without[i].Reasons != nil || len(with[i].Prediction.Phrases) == 0 {
			t.Errorf("%+v, without Why %+v", with[i].Prediction, without[i])
		}
		for _, p := range with[i].Prediction.Phrases {
			r, ok := with[i].Reasons[strings.Join(p.Tokens, " ")]
			if !ok || len(r.Effects) == 0 || (r.Places > 0) != p.Present || (r.Slots > 0) != (p.Slot >= 0) {
				t.Errorf("%s: %v %+v", p.Phrase, ok, r)
			}
		}
	}
}
