package phrase

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestCases: how a text writes its tokens. A capital is not within a name behind a mark, at the beginning of a field, a sentence or a
// paragraph; what has most words in capitals says nothing.
func TestCases(t *testing.T) {
	for _, c := range []struct{ title, body, want string }{
		{"", "Then Dr. Ann Lee spoke of it to them in Bonn.", "O C C C s s s s s s C ?"},
		{"", "it was -- Ann said: \"Bob left\" - in tears; Eve (Max) stayed", "s s O s O s s s O ? O ? s"},
		{"", "the firm Ort-Rau, Lee & Poe's heirs and the rest\n\nWhen the wind", "s s C O ? O C ? s s s s O s s"},
		{"", "they say NASA sent J. R. Lee and the AI of IBM Research to them there", "s s ? s C C C s s ? s ? C s s s"},
		{"", "they met Ann\nLee there", "s s C C s"},
		{"Ann Lee Speaks of Bonn", "then Ann left", "? ? ? ? ? ? s C s"},
		{"ANN LEE SPEAKS", "THE WHOLE TEXT SHOUTS", "? ? ? ? ? ? ? ?"},
		{"why Ann left the city", "", "s C s s s ?"},
		{"", "", ""},
	} {
		d, err := document.NewMaker(text.NewTokenizer(text.Fold), true, false).Make(&corpus.Record{Title: c.title, Body: c.body})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, is := range (Document{Given: &d}).Cases() {
			got = append(got, string("?sCO"[is]))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%q, %q: %s, want %s; %q", c.title, c.body, got, c.want, d.Body)
		}
	}
	if got := (Document{Given: &schemas.Document{Body: []string{"ann"}}}).Cases(); got != nil {
		t.Errorf("without a text: %v", got)
	}
}
