package join

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestDigests: a prediction belongs to the document that was labelled, wherever either comes from. The first other one ends the
// reading, with its file and row. What cannot be compared is joined as before.
func TestDigests(t *testing.T) {
	digest := func(title, body string) string { return (&schemas.Document{TitleText: title, BodyText: body}).Digest() }
	tokens := func(title, body string) string {
		return (&schemas.Document{Title: strings.Fields(title), Body: strings.Fields(body)}).Digest()
	}
	predicted := func(ids string, digests ...string) string {
		var all []schemas.Prediction
		for i, id := range strings.Fields(ids) {
			all = append(all, schemas.Prediction{ID: id, Digest: digests[i]})
		}
		return table(t, schemas.Predictions, all...)
	}
	lines := func(ids string, digests ...string) string {
		var b strings.Builder
		for i, id := range strings.Fields(ids) {
			fmt.Fprintf(&b, `{"id":%q,"keyphrases":["w"],"scores":[1],"digest":%q}`+"\n", id, digests[i])
		}
		return put(t, "predictions.jsonl", b.String())
	}
	raw := put(t, "gold.jsonl", `{"id":"a","title":"Tea","abstract":"A leaf.","keywords":["w"]}`+"\n"+`{"id":"b","title":"Salt","abstract":"Type 1.","keywords":["w"]}`+"\n")
	nameless := put(t, "gold.csv", "title,abstract,keywords\nTea,A leaf.,w\nSalt,Type 1.,w\n")
	made := table(t, schemas.Documents, schemas.Document{ID: "a", Title: []string{"tea", "."}, Body: []string{"a", "leaf", "."}, TitleText: "Tea", BodyText: "A leaf.", TitleSpans: []int32{0, 3, 0, 0}, BodySpans: []int32{0, 1, 1, 4, 0, 1}},
		schemas.Document{ID: "b", Title: []string{"salt"}, TitleText: "Salt", BodyText: "Type 1.", TitleSpans: []int32{0, 4}})
	training := table(t, schemas.Documents, schemas.Document{ID: "a", Title: []string{"tea", "."}}, schemas.Document{ID: "b", Title: []string{"salt"}})
	tea, salt := digest("Tea", "A leaf."), digest("Salt", "Type 1.")
	for _, c := range []struct {
		name, documents, predictions, want string
	}{
		{"the corpus", raw, predicted("a b", tea, salt), ""},
		{"the corpus, in another order", raw, predicted("b a", salt, tea), ""},
		{"ids changed places", raw, predicted("a b", salt, tea), `row 1: document "a" has another title or text`},
		{"another number", raw, predicted("a b", tea, digest("Salt", "Type 2.")), `row 2: document "b" has another title or text`},
		{"of preprocess", made, predicted("a b", tea, salt), ""},
		{"of preprocess, another text", made, predicted("a b", tea, digest("Salz", "Type 1.")), `row 2: document "b" has another title or text`},
		{"for training, which have no text", training, predicted("a b", tea, digest("", "")), `row 2: document "b" has another title or text`},
		{"tokens for training", training, predicted("a b", tokens("tea .", ""), tokens("pepper", "")), `row 2: document "b" has another title or text`},
		{"text for training", training, predicted("a b", tea, salt), ""},
		{"of others", raw, predicted("a b", "", ""), ""},
		{"JSON lines", raw, lines("a b", tea, salt), ""},
		{"JSON lines of other texts", raw, lines("a b", tea, tea), `row 2: document "b" has another title or text`},
		{"without ids", nameless, predicted("gold-2 gold-3", tea, salt), ""},
		{"without ids, shifted", nameless, predicted("gold-2 gold-3", salt, digest("Rye", "Bread.")), `row 2: document "gold-2" has another title or text`},
		{"without ids, JSON lines", nameless, lines("gold-2 gold-3", tea, digest("Rye", "Bread.")), `row 3: document "gold-3" has another title or text`},
	} {
		for _, language := range []bool{false, true} {
			_, err := shown(Paths{Documents: []string{c.documents}, Predictions: []string{c.predictions}, Raw: language})
			file := (*schemas.FileError)(nil)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", c.name, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &file) || file.File != c.documents):
				t.Errorf("%s: %v, want %s: %s", c.name, err, c.documents, c.want)
			}
		}
	}
	pair := []string{put(t, "s.txt", "tea <eos> a leaf\nsalt\n"), put(t, "t.txt", "w\nw\n")}
	for want, predictions := range map[string]string{"": predicted("s-1 s-2", tokens("tea", "a leaf"), tokens("", "salt")), "row 2": predicted("s-1 s-2", tokens("tea", "a leaf"), tokens("", "pepper"))} {
		_, err := shown(Paths{Documents: pair, Pair: true, Predictions: []string{predictions}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("a pair: %v, want %q", err, want)
		}
	}
}
