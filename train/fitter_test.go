package main

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// TestFitterRuns: runs of words of the text are candidates if the setting says so and the known phrases have words.
func TestFitterRuns(t *testing.T) {
	words, err := choose.NewKnown([]schemas.KnownPhrase{{Stems: "graph", Documents: 5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		extract string
		known   *choose.Known
		want    bool
	}{{"on", words, true}, {"off", words, false}, {"on", nil, false}} {
		settings := defaults().choiceSettings
		settings.Extract = c.extract
		if got := newFitter(slots.Network{Companions: phrase.Companions{Known: c.known}}, settings).Network.Runs; got != c.want {
			t.Errorf("extract %s, known %v: %v, want %v", c.extract, c.known != nil, got, c.want)
		}
	}
}
