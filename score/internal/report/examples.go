package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/page"
)

// key orders documents. Keys are never equal, because at differs.
type key struct {
	f1                   float64 // of all phrases, @M
	targets, predictions int
	at                   int64 // position among the documents
}

// better puts high F1 first, then documents with more targets, which are harder, then earlier ones.
func better(a, b key) int {
	return cmp.Or(cmp.Compare(b.f1, a.f1), cmp.Compare(b.targets, a.targets), cmp.Compare(a.at, b.at))
}

// worse puts low F1 first, then documents with more predictions, which show more errors, then those with more
// targets, then earlier ones.
func worse(a, b key) int {
	return cmp.Or(cmp.Compare(a.f1, b.f1), cmp.Compare(b.predictions, a.predictions), cmp.Compare(b.targets, a.targets), cmp.Compare(a.at, b.at))
}

// examples keeps the first documents by an order.
type examples struct {
	most  int
	order func(a, b key) int
	kept  []example
}

// example is a document as the page shows it.
type example struct {
	key     key
	ID      string
	Title   string
	Text    []span // title and body
	Tokens  bool   // these come from tokens
	F1      float64
	Hits    int
	Gold    []group
	Guessed []group
	Dropped int // predictions that do not count
}

// group is the phrases of one kind.
type group struct {
	Kind    string
	Phrases []phrase // at most maxPhrases
	More    int      // number of phrases left out
}

// add adds a phrase, or counts it in More if the group is full.
func (g *group) add(p phrase) {
	if len(g.Phrases) == maxPhrases {
		g.More++
		return
	}
	p.Text = page.Cut(p.Text, maxPhrase)
	g.Phrases = append(g.Phrases, p)
}

// phrase is a phrase as the document or the predictor wrote it.
type phrase struct {
	Text   string
	Hit    bool
	Score  float64
	Scored bool
}

// offer keeps the document if it is among the first.
func (e *examples) offer(k key, row *join.Row, d *result.Judged) {
	i, _ := slices.BinarySearchFunc(e.kept, k, func(a example, k key) int { return e.order(a.key, k) })
	if i == e.most {
		return
	}
	e.kept = slices.Insert(e.kept, i, show(k, asWritten(row), row, d))
	e.kept = e.kept[:min(len(e.kept), e.most)]
}

// Limits of what the page shows of a document, in letters, and in phrases per kind.
const (
	maxID      = 260
	maxTitle   = 260
	maxPhrase  = 120
	maxPhrases = 30
)

// show returns a document in the given words.
func show(k key, w rendering, row *join.Row, d *result.Judged) example {
	doc := &row.Document
	e := example{key: k, ID: page.Cut(doc.ID, maxID), F1: k.f1, Title: strings.Clone(page.Cut(w.title, maxTitle)), Tokens: w.tokens, Dropped: len(d.Verdict.Predictions)}
	e.Text = marked(slices.Concat(doc.Title, doc.Body), row.Stems, w.body, d.Verdict.Targets, d.Verdict.Predictions)
	for _, kind := range []metric.Kind{metric.Present, metric.Absent} {
		gold, guessed := group{Kind: kind.String()}, group{Kind: kind.String()}
		for i, text := range w.gold {
			if t := &d.Verdict.Targets[i]; t.Counts() && t.Kind() == kind {
				gold.add(phrase{Text: text, Hit: t.Hit})
			}
		}
		for i := range d.Verdict.Predictions {
			p := &d.Verdict.Predictions[i]
			if !p.Counts() || p.Kind() != kind {
				continue
			}
			guess := phrase{Text: w.guessed[i], Hit: p.Hit}
			if d.Scores != nil {
				guess.Score, guess.Scored = d.Scores[i], true
			}
			guessed.add(guess)
			if p.Hit {
				e.Hits++
			}
			e.Dropped--
		}
		e.Gold, e.Guessed = append(e.Gold, gold), append(e.Guessed, guessed)
	}
	return e
}

// apart returns the examples that are not in other.
func apart(of, other []example) []example {
	return slices.DeleteFunc(slices.Clone(of), func(e example) bool {
		return slices.ContainsFunc(other, func(o example) bool { return o.key.at == e.key.at })
	})
}
