package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

func settings() result.Settings {
	s := result.Settings{TestSet: "made-up", Bins: 10, Sampling: metric.Sampling{Bootstrap: 100}}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5, metric.M}
	}
	return s
}

// put judges a row, and adds it to a page and its result.
func put(p *Page, row *join.Row) {
	d := &row.Document
	in := match.Input{Source: slices.Concat(d.Title, d.Body), Targets: match.Candidates(slices.Concat(d.Present, d.Absent))}
	judged := result.Judged{}
	for _, phrase := range row.Prediction.Phrases {
		in.Predictions, judged.Scores = append(in.Predictions, match.Candidate{Words: phrase.Tokens}), append(judged.Scores, .5)
	}
	var err error
	if judged.Verdict, err = match.New(match.Rules{}, false, text.Stem).Judge(context.Background(), in); err == nil {
		err = p.result.Add(&judged)
	}
	if err != nil {
		panic(err)
	}
	p.Add(row, &judged)
}

// add puts a document of these texts, with phrases joined by semicolons, on a page.
func add(p *Page, at int, title, gold, predicted string) {
	row := join.Row{Document: schemas.Document{ID: fmt.Sprint("d", at), Title: strings.Fields(title), Body: strings.Fields("some text")}}
	for g := range strings.SplitSeq(gold, ";") {
		row.Document.Present = append(row.Document.Present, strings.Fields(g))
	}
	for g := range strings.SplitSeq(predicted, ";") {
		row.Prediction.Phrases = append(row.Prediction.Phrases, schemas.Phrase{Tokens: strings.Fields(g)})
	}
	put(p, &row)
}

// paged returns a page of at most so many best documents, to which documents of gold and predicted phrases were added.
func paged(most int, documents ...[2]string) *Page {
	p := New(result.New(settings()), most, nil)
	for i, d := range documents {
		add(p, i, "a title .", d[0], d[1])
	}
	return p
}

func TestBestAndWorst(t *testing.T) {
	p := paged(2, [][2]string{
		{"a", "x;y"},       // 0 of 2
		{"a", "a"},         // all of 1
		{"a;b", "a;b"},     // all of 2: before the document above
		{"a", "a;b"},       // half
		{"a", "x;y;z;y;x"}, // 0 of 3, which two repeat: the worst
		{"a;b;c", "a;b"},   // most
	}...)
	ids := func(list []example) (s string) {
		for _, e := range list {
			s += e.ID + " "
		}
		return s
	}
	if got := ids(p.best.kept); got != "d2 d1 " {
		t.Errorf("best %s", got)
	}
	if got := ids(p.worst.kept); got != "d4 d0 " {
		t.Errorf("worst %s", got)
	}
	if e := p.worst.kept[0]; e.Dropped != 2 || len(e.Guessed[1].Phrases) != 3 {
		t.Errorf("%d left out, %v", e.Dropped, e.Guessed)
	}
	if e := p.best.kept[0]; e.Title != "a title" || e.Hits != 2 || e.F1 != 1 || len(e.Gold[0].Phrases)+len(e.Gold[1].Phrases) != 2 {
		t.Errorf("the best document %+v", e)
	}
}

// TestManyPhrases: documents with as many phrases as there are bins, or more, are in the last one.
func TestManyPhrases(t *testing.T) {
	words := func(n int) [2]string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint("w", i))
		}
		return [2]string{strings.Join(all, ";"), strings.Join(all, ";")}
	}
	p := paged(1, words(countBins-2), words(countBins-1), words(countBins+1))
	for name, h := range map[string][countBins]int64{"predictions": p.predictions, "targets": p.targets} {
		if h[countBins-2] != 1 || h[countBins-1] != 2 {
			t.Errorf("%s: %v", name, h)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	p := paged(1)
	many := make([]string, 200)
	for i := range many {
		many[i] = fmt.Sprint("w", i)
	}
	add(p, 0, strings.Repeat("äb ", 500), strings.Repeat("z", 1000), strings.Join(many, ";"))
	e := p.best.kept[0]
	if n := len([]rune(e.Title)); n > maxTitle {
		t.Errorf("the title has %d letters", n)
	}
	if g := e.Gold[1].Phrases[0].Text; len([]rune(g)) > maxPhrase {
		t.Errorf("a phrase has %d letters", len([]rune(g)))
	}
	if g := e.Guessed[1]; len(g.Phrases) != maxPhrases || g.More != 200-maxPhrases {
		t.Errorf("%d phrases and %d more", len(g.Phrases), g.More)
	}
}

// TestPageWithoutScores: parts that need scores, slots or samples are left out, no number is missing, and no document is among both
// the best and the worst.
func TestPageWithoutScores(t *testing.T) {
	for samples, want := range map[int]bool{0: false, 1: true} {
		s := settings()
		s.Bootstrap = samples
		r := result.New(s)
		p := New(r, 3, nil)
		add(p, 0, "<i>one</i>", "a", "b")
		r.Finish(t.Context(), 1)
		var b strings.Builder
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		for _, no := range []string{"Calibration", "Over-estimation", "<i>one", "NaN", "Inf", "<no value>", "Worst documents"} {
			if strings.Contains(page, no) {
				t.Errorf("the page holds %q", no)
			}
		}
		if !strings.Contains(page, "&lt;i&gt;one") || strings.Contains(page, "95 % interval") != want {
			t.Errorf("%d samples: no title, or intervals without samples:\n%s", samples, page)
		}
	}
}

func TestF1Bin(t *testing.T) {
	for f1, want := range map[float64]int{0: 0, 0.01: 1, 0.1: 1, 0.11: 2, 0.5: 5, 0.95: 10, 1: 10} {
		if got := f1Bin(f1); got != want {
			t.Errorf("%v falls into bin %d, want %d", f1, got, want)
		}
	}
}
