package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// shown returns the text of a document with the words of its first target in brackets.
func shown(t *testing.T, row *join.Row, target ...string) string {
	t.Helper()
	words := slices.Concat(row.Document.Title, row.Document.Body)
	v, err := match.New(match.Rules{}, false, text.Stem).Judge(t.Context(), match.Input{Source: words, Targets: []match.Candidate{{Words: target}}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range marked(words, row.Stems, asWritten(row).body, v.Targets, nil) {
		if s.Class == "" {
			b.WriteString(s.Text)
		} else {
			fmt.Fprintf(&b, "[%s]", s.Text)
		}
	}
	return b.String()
}

// TestAsWritten: title, text and phrases of a raw document appear as they were given, without markup, whether the places of
// its tokens are known or not.
func TestAsWritten(t *testing.T) {
	const title, body = "Parkinson's <i>disease</i> (PD)", "In 2021, <b>COVID-19</b> &amp; PD\u00a0met Müller."
	cut := text.NewTokenizer(text.Fold)
	row := join.Row{Document: schemas.Document{TitleText: title, BodyText: body}}
	d := &row.Document
	var titleSpans, bodySpans []int32
	d.Title, titleSpans = cut.TitleSpans(title)
	d.Body, bodySpans = cut.Spans(body)
	d.Present = [][]string{{"parkinson", "'s", "disease"}, {"covid", "<digit>"}}
	row.Prediction.Phrases = []schemas.Phrase{{Phrase: "COVID-19", Tokens: []string{"covid", "<digit>"}}, {Phrase: "meta 's", Tokens: []string{"meta", "'s"}}, {Tokens: []string{"pd"}}}
	for name, spelt := range map[string]func(){
		"raw": func() { row.Spelt = []string{"Parkinson's disease", "COVID-19"} },
		"of ours": func() {
			row.Spelt, d.Spellings = nil, []string{"Parkinson's disease", "COVID-19"}
			d.TitleSpans, d.BodySpans = schemas.Steps(titleSpans), schemas.Steps(bodySpans)
		},
	} {
		row.Spelt, d.Spellings, d.TitleSpans, d.BodySpans = nil, nil, nil, nil
		spelt()
		w := asWritten(&row)
		if w.title != "Parkinson's disease (PD)" || w.tokens {
			t.Errorf("%s: title %q", name, w.title)
		}
		if !slices.Equal(w.gold, []string{"Parkinson's disease", "COVID-19"}) || !slices.Equal(w.guessed, []string{"COVID-19", "meta's", "pd"}) {
			t.Errorf("%s: gold %q, guessed %q", name, w.gold, w.guessed)
		}
		const want = "[Parkinson's disease] (PD)\nIn 2021, COVID-19 & PD\u00a0met Müller."
		if got := shown(t, &row, "parkinson", "'s", "disease"); got != want {
			t.Errorf("%s: %q", name, got)
		}
		if got := shown(t, &row, "covid", "<digit>"); got != strings.Replace(strings.NewReplacer("[", "", "]", "").Replace(want), "COVID-19", "[COVID-19]", 1) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if w := asTokens(&row); w.title != "parkinson 's disease ( pd )" || w.gold[0] != "parkinson 's disease" || w.guessed[0] != "covid <digit>" {
		t.Errorf("as tokens %+v", w)
	}
	row.Document.TitleText, row.Document.Title, row.Document.TitleSpans = "", nil, nil
	if w := asWritten(&row); !strings.HasPrefix(w.title, "In 2021,") || strings.Contains(w.body.text, "\n") {
		t.Errorf("without a title: %q", w.title)
	}
}

// TestDetokenised: of tokens alone, blanks around marks are set by rule, and the page says so.
func TestDetokenised(t *testing.T) {
	row := join.Row{Document: schemas.Document{Title: strings.Fields("parkinson 's disease ."), Body: strings.Fields("it is n't ( yet ) known , by <digit> % ."),
		Present: [][]string{{"parkinson", "'s", "disease"}}}}
	w := asWritten(&row)
	if !w.tokens || w.title != "parkinson's disease" || w.body.text != "parkinson's disease.\nit isn't (yet) known, by <digit>%." || w.gold[0] != "parkinson's disease" {
		t.Errorf("%+v", w)
	}
	if got := shown(t, &row, "yet", ")", "known"); got != "parkinson's disease.\nit isn't ([yet) known], by <digit>%." {
		t.Errorf("%q", got)
	}
	// Places that do not belong to the tokens count for nothing.
	if p := read([]string{"a", "b"}, "other text with words", nil, text.NewTokenizer(text.Fold).Spans); p.text != "a b" {
		t.Errorf("%q", p.text)
	}
}
