package export

import (
	"io"
	"strings"
	"testing"

	"wrone2set/schemas"
)

func phrase(s string, score float32, present bool) schemas.Phrase {
	return schemas.Phrase{Phrase: s, Tokens: strings.Fields(s), Score: score, Present: present}
}

func TestFormats(t *testing.T) {
	rows := []schemas.Prediction{
		{ID: "a<b>", Phrases: []schemas.Phrase{
			phrase("graph cut", .5, true),
			{Phrase: "graph cuts", Tokens: []string{"graph", "cuts"}, Score: .25, Duplicate: true},
			phrase("c ; d", 1./3, false),
			phrase(",", .3, false), phrase(". .", .3, false), phrase("a , b", .3, true), phrase("u.s. <unk>", .3, false),
			phrase("<digit>", .3, true), phrase("<digit> <digit>", .3, true), phrase("<digit> b.c", .25, true),
		}},
		{ID: "é", Phrases: []schemas.Phrase{phrase(".", .3, false)}},
	}
	for _, c := range []struct {
		name   string
		format func(io.Writer, schemas.Prediction) error
		want   string
	}{
		{"json", JSON, `{"id":"a<b>","keyphrases":["graph cut","c ; d","<digit> b.c"],"scores":[0.5,0.33333334,0.25],"present":[true,false,true]}
{"id":"é","keyphrases":[],"scores":[],"present":[]}
`},
		{"text", Text, "graph cut;c , d;<digit> b.c\n\n"},
	} {
		var b strings.Builder
		for _, p := range rows {
			if err := c.format(&b, p); err != nil {
				t.Fatal(err)
			}
		}
		if b.String() != c.want {
			t.Errorf("%s:\n%s\n%s", c.name, b.String(), c.want)
		}
	}
}
