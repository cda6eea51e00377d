package rule

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// FuzzRaw holds what any raw record must give: no panic, no empty word, no
// word that would be read as a special token.
func FuzzRaw(f *testing.F) {
	f.Add("A <eos> title", "an abstract (2.0).", "a;b (c);<null>")
	f.Add("", "<pad>ﬃ\x00ø", "[];?|;()")
	f.Fuzz(func(t *testing.T, title, abstract, keywords string) {
		for _, role := range []Role{Train, Valid, Test} {
			o := NewMaker(role, settings).Make(corpus.Record{Title: title, Body: abstract, Keyphrases: []string{keywords}}, nil)
			d := &o.Document
			for _, words := range slices.Concat([][]string{d.Title, d.Body}, d.Present, d.Absent) {
				for _, w := range words {
					if w == "" || strings.Contains(w, " ") || slices.Contains(text.Specials, w) {
						t.Errorf("role %d: word %q", role, w)
					}
				}
			}
		}
	})
}
