package phrase

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestListing: the answers about a document are its phrases, limited by the rule, also in a labeller alone, which has one thread and
// a stemmer of its own.
func TestListing(t *testing.T) {
	bad, threads := errors.New("bad"), 0
	o := Options{Workers: kernel.NewWorkers(3), Rule: rank.Rule{Name: rank.Total, Top: 2}, Lister: Lister{Stemmer: text.NewStemmer()}}
	l := NewListing(o, func(w *kernel.Workers, documents []Document) (all [][]choose.Answer, err error) {
		threads = w.Count()
		for _, d := range documents {
			var answers []choose.Answer
			for i, word := range d.Given.Body {
				answers = append(answers, choose.Answer{Words: []string{word}, Score: float64(i+1) / 8})
			}
			if all = append(all, answers); len(answers) == 0 {
				err = bad
			}
		}
		return all, err
	})
	one := func(body string) Document { return Document{Given: &schemas.Document{Body: strings.Fields(body)}} }
	for threadsOf, l := range map[int]Labeller{3: l, 1: l.Alone()} {
		labels, err := l.Label([]Document{one("graph cuts"), one("deep neural nets")})
		if err != nil || threads != threadsOf || len(labels) != 2 || len(labels[0].Phrases) != 2 || len(labels[1].Phrases) != 2 ||
			labels[1].Phrases[0].Phrase != "nets" || labels[1].Phrases[1].Phrase != "neural" {
			t.Errorf("%d threads: %+v, %v", threads, labels, err)
		}
		if _, err := l.Label([]Document{one("")}); !errors.Is(err, bad) {
			t.Errorf("error %v", err)
		}
		if s := l.Silent("x"); s.Phrases != nil || s.Slots != nil {
			t.Errorf("%+v about a document without tokens", s)
		}
	}
	if l.Alone().(*Listing).Lister.Stemmer == l.Lister.Stemmer {
		t.Error("two labellers share a stemmer")
	}
}
