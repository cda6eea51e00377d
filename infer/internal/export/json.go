package export

import (
	"encoding/json"
	"io"
)

// line is a line of the JSON export. Its lists have equal lengths, best phrase first, so that pandas can explode them
// and score can read them. The place of an absent phrase is null.
type line struct {
	ID         string    `json:"id"`
	Title      *string   `json:"title,omitempty"`
	Text       *string   `json:"text,omitempty"`
	Keyphrases []string  `json:"keyphrases"`
	Scores     []float32 `json:"scores"`
	Present    []bool    `json:"present"`
	Field      []*string `json:"field"`
	Start      []*int32  `json:"start"`
	End        []*int32  `json:"end"`
	Surface    []*string `json:"surface"`
	StartChar  []*int32  `json:"start_char"`
	StartUTF16 []*int32  `json:"start_utf16"`
	Truncated  bool      `json:"truncated"`
	Language   string    `json:"language"`
	Doubtful   string    `json:"doubtful"`
	Digest     string    `json:"digest,omitempty"` // by which score knows that it has the document that was labelled
}

// JSON writes {"id":…,"keyphrases":[…],"scores":[…],"present":[…],"field":[…], "start":[…],"end":[…],"surface":[…],
// "start_char":[…],"start_utf16":[…],"truncated":…,"language":…,"doubtful":…,"digest":…},
// with "title" and "text" after the id if the text is written. It calls w's Write once.
func JSON(w io.Writer, d Row) error {
	l := line{ID: d.ID, Keyphrases: []string{}, Scores: []float32{}, Present: []bool{},
		Field: []*string{}, Start: []*int32{}, End: []*int32{}, Surface: []*string{},
		StartChar: []*int32{}, StartUTF16: []*int32{},
		Truncated: d.Truncated, Language: d.Language, Doubtful: d.Doubtful, Digest: d.Digest}
	if d.Given != nil {
		l.Title, l.Text = &d.Given.Title, &d.Given.Text
	}
	for _, k := range d.phrases() {
		l.Keyphrases = append(l.Keyphrases, k.Phrase)
		l.Scores = append(l.Scores, k.Score)
		l.Present = append(l.Present, k.Present)
		l.Field, l.Surface = append(l.Field, nil), append(l.Surface, nil)
		l.Start, l.End = append(l.Start, k.Start), append(l.End, k.End)
		l.StartChar, l.StartUTF16 = append(l.StartChar, k.StartChar), append(l.StartUTF16, k.StartUTF16)
		if n := len(l.Field) - 1; k.Start != nil {
			l.Field[n], l.Surface[n] = &k.Field, &k.Surface
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(l)
}
