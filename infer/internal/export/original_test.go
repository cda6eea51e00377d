package export

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestOriginalOf: exports have the text as it was given, also where there is only a title or only a body; of a document that was given
// as tokens they have these.
func TestOriginalOf(t *testing.T) {
	tokens := schemas.Document{Title: []string{"a", "title"}, Body: []string{"some", "text"}}
	title, body := tokens, tokens
	title.TitleText, body.BodyText = "A Title", "Some text"
	for _, c := range []struct {
		d           schemas.Document
		title, text string
	}{{tokens, "a title", "some text"}, {title, "A Title", ""}, {body, "", "Some text"}} {
		if got := OriginalOf(&c.d); got.Title != c.title || got.Text != c.text {
			t.Errorf("%+v, want %+v", got, Original{Title: c.title, Text: c.text})
		}
	}
}
