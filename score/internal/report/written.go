package report

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// rendering is a document in the words in which the page or the summary shows it.
type rendering struct {
	title         string
	body          passage // title and body
	gold, guessed []string
	tokens        bool // the text is not known, only its tokens
}

// passage is a text with the place of each token, start and end in bytes.
type passage struct {
	text   string
	places []int
}

// asTokens shows the tokens that are compared.
func asTokens(row *join.Row) (w rendering) {
	title := row.Document.Title
	if n := len(title); n > 0 && title[n-1] == "." {
		title = title[:n-1]
	}
	if w.title = strings.Join(title, " "); strings.TrimSpace(w.title) == "" {
		w.title = strings.Join(row.Document.Body[:min(len(row.Document.Body), maxTitle)], " ")
	}
	for _, words := range slices.Concat(row.Document.Present, row.Document.Absent) {
		w.gold = append(w.gold, strings.Join(words, " "))
	}
	for i := range row.Prediction.Phrases {
		w.guessed = append(w.guessed, strings.Join(row.Prediction.Phrases[i].Tokens, " "))
	}
	return w
}

// asWritten shows texts and phrases as people wrote them, without markup. Where only tokens are known, it joins them by the
// rules of detokenised.
func asWritten(row *join.Row) (w rendering) {
	d, cut := &row.Document, text.NewTokenizer(text.Fold)
	w.tokens = d.TitleText == "" && d.BodyText == ""
	title := read(d.Title, d.TitleText, d.TitleSpans, cut.TitleSpans)
	body := read(d.Body, d.BodyText, d.BodySpans, cut.Spans)
	w.body = title
	if title.text != "" {
		w.body.text += "\n"
	}
	for _, at := range body.places {
		w.body.places = append(w.body.places, len(w.body.text)+at)
	}
	w.body.text += body.text
	if w.title = strings.TrimSpace(title.text); w.tokens {
		w.title = strings.TrimSuffix(w.title, ".") // preprocess adds it to every title
	}
	if w.title == "" {
		w.title = strings.TrimSpace(body.text)
	}
	gold := slices.Concat(d.Present, d.Absent)
	switch len(gold) {
	case len(row.Spelt):
		w.gold = row.Spelt
	case len(d.Spellings):
		w.gold = d.Spellings
	default:
		for _, words := range gold {
			w.gold = append(w.gold, detokenised(words).text)
		}
	}
	for i := range row.Prediction.Phrases {
		p := &row.Prediction.Phrases[i]
		if p.Phrase != "" && p.Phrase != strings.Join(p.Tokens, " ") {
			w.guessed = append(w.guessed, p.Phrase)
		} else {
			w.guessed = append(w.guessed, detokenised(p.Tokens).text)
		}
	}
	return w
}

// read returns a field of a document. steps are the places of its tokens in the given text; without them cut finds these.
func read(tokens []string, given string, steps []int32, cut func(string) ([]string, []int32)) (p passage) {
	if given == "" {
		return detokenised(tokens)
	}
	spans := schemas.Spans(steps)
	if len(spans) == 0 {
		_, spans = cut(given)
	}
	if len(spans) != 2*len(tokens) {
		return detokenised(tokens)
	}
	m := markup.Of(given)
	for i := 0; i < len(spans); i += 2 {
		from, to := m.Inside(int(spans[i]), int(spans[i+1]))
		p.places = append(p.places, from, to)
	}
	p.text = m.Plain
	return p
}

// detokenised joins tokens by blanks, but sets none before a mark or a clitic ('s, n't) and none after an opening parenthesis.
// Case and numbers, which the tokens lack, stay unknown.
func detokenised(tokens []string) (p passage) {
	var b strings.Builder
	for i, w := range tokens {
		if i > 0 && tokens[i-1] != "(" && w != "n't" && !strings.HasPrefix(w, "'") && !slices.Contains([]string{",", ".", ")", "%"}, w) {
			b.WriteByte(' ')
		}
		p.places = append(p.places, b.Len(), b.Len()+len(w))
		b.WriteString(w)
	}
	p.text = b.String()
	return p
}
