package label

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
)

// TestKnown: the limits tell the language of what is read only if that is the text as it was given, which the detector would find the
// same for.
func TestKnown(t *testing.T) {
	const body = "Die Bibliotheken verändern die Ausleihe, und wir beschreiben, wie sich das auswirkt."
	for _, c := range []struct {
		name, title, body string
		want              string
	}{
		{"as given", "Ausleihe", body, "de"},
		{"markup", "Ausleihe", "Die <b>Bibliotheken</b> verändern die Ausleihe.", ""},
		{"markup of the title", "Die <i>Ausleihe</i>", body, ""},
		{"no title", "", body, ""},
		{"a title after a blank", " Ausleihe", body, ""},
		{"tokens", "", "", ""},
	} {
		i := &Item{Document: schemas.Document{TitleText: c.title, BodyText: c.body}, limits: schemas.Limits{Language: "de"}}
		title, read := written(&i.Document, false)
		got := known(i, title, read)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if tag, _ := language.Detect(c.title + "\n" + c.body); got != "" && got != tag {
			t.Errorf("%s: %q, detected %q", c.name, got, tag)
		}
	}
}
