package wording

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
)

// TestPlaces: each word of a row in another language has its place in the text as it was given; a mark between phrases is empty.
func TestPlaces(t *testing.T) {
	r := join.Row{Document: schemas.Document{ID: "a", TitleText: "Über <b>Häuser</b>", BodyText: "Alt; neu."}, Gold: []string{"Haus; Bau (neu)"}}
	if tag := NewCutter("de").Cut(&r); tag != "de" {
		t.Fatal(tag)
	}
	d := &r.Document
	for _, f := range []struct {
		text         string
		tokens, want []string
		steps        []int32
	}{
		{d.TitleText, d.Title, []string{"Über", "Häuser", ""}, d.TitleSpans}, {d.BodyText, d.Body, []string{"Alt", "", "neu"}, d.BodySpans},
	} {
		var got []string
		spans := schemas.Spans(f.steps)
		for i := 0; i+1 < len(spans); i += 2 {
			got = append(got, f.text[spans[i]:spans[i+1]])
		}
		if !slices.Equal(got, f.want) || len(got) != len(f.tokens) {
			t.Errorf("%q of %q", got, f.tokens)
		}
	}
	if !slices.Equal(d.Title, []string{"über", "häuser", ","}) || !slices.Equal(r.Spelt, []string{"Haus", "Bau (neu)"}) || len(r.Stems) != 6 {
		t.Errorf("%q, %q, %q", d.Title, r.Spelt, r.Stems)
	}
}
