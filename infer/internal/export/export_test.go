package export

import (
	"io"
	"strings"
	"testing"

	"wrone2set/schemas"
)

func TestFormats(t *testing.T) {
	rows := []schemas.Prediction{
		{ID: "a<b>", Phrases: []schemas.Phrase{
			{Phrase: "graph cut", Score: .5, Present: true},
			{Phrase: "graph cuts", Score: .25, Duplicate: true},
			{Phrase: "c ; d", Score: 1. / 3},
		}},
		{ID: "é"},
	}
	for _, c := range []struct {
		name   string
		format func(io.Writer, schemas.Prediction) error
		want   string
	}{
		{"json", JSON, `{"id":"a<b>","keyphrases":["graph cut","c ; d"],"scores":[0.5,0.33333334],"present":[true,false]}
{"id":"é","keyphrases":[],"scores":[],"present":[]}
`},
		{"text", Text, "graph cut;c , d\n\n"},
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
