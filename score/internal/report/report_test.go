package report

import (
	"bytes"
	"fmt"
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
	s := result.Settings{TestSet: "made-up", Bins: 10, Samples: 100}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5, metric.M}
	}
	return s
}

// add puts a document through judge, result and page.
func add(t *testing.T, p *Page, r *result.Result, at int, title, gold, predicted string) {
	t.Helper()
	row := join.Row{Document: schemas.Document{ID: fmt.Sprint("d", at), Title: strings.Fields(title), Body: strings.Fields("some text")}}
	in := match.Input{Source: append(row.Document.Title, row.Document.Body...)}
	for _, g := range strings.Split(gold, ";") {
		row.Document.Present = append(row.Document.Present, strings.Fields(g))
	}
	in.Targets = row.Document.Present
	for _, g := range strings.Split(predicted, ";") {
		w := strings.Fields(g)
		row.Prediction.Phrases = append(row.Prediction.Phrases, schemas.Phrase{Tokens: w})
		in.Predictions = append(in.Predictions, match.Candidate{Words: w})
	}
	verdict, err := match.New(match.Rules{}, text.Stem).Judge(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	d := result.Judged{Verdict: verdict}
	if err := r.Add(&d); err != nil {
		t.Fatal(err)
	}
	p.Add(&row, &d)
}

// paged returns a page of at most so many best documents, to which documents of gold and predicted phrases were added, and its result.
func paged(t *testing.T, most int, documents ...[2]string) (*Page, *result.Result) {
	t.Helper()
	r := result.New(settings())
	p := New(r, most, nil)
	for i, d := range documents {
		add(t, p, r, i, "a title .", d[0], d[1])
	}
	return p, r
}

func TestBestAndWorst(t *testing.T) {
	p, _ := paged(t, 2, [][2]string{
		{"a", "x;y"},     // 0 of 2
		{"a", "a"},       // all of 1
		{"a;b", "a;b"},   // all of 2: before the document above
		{"a", "a;b"},     // half
		{"a", "x;y;z"},   // 0 of 3: the worst
		{"a;b;c", "a;b"}, // most
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
	if e := p.best.kept[0]; e.Title != "a title" || e.Hits != 2 || e.F1 != 1 || len(e.Gold[0].Phrases)+len(e.Gold[1].Phrases) != 2 {
		t.Errorf("the best document %+v", e)
	}
}

// TestDropped counts the predictions of an example that repeat another or are invalid.
func TestDropped(t *testing.T) {
	p, _ := paged(t, 1, [2]string{"x", "x;y;y;x;y"})
	if e := p.best.kept[0]; e.Dropped != 3 || len(e.Guessed[1].Phrases) != 2 {
		t.Errorf("%d left out, %v", e.Dropped, e.Guessed)
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
	p, _ := paged(t, 1, words(countBins-2), words(countBins-1), words(countBins+1))
	for name, h := range map[string]histogram{"predictions": p.predictions, "targets": p.targets} {
		if h[countBins-2] != 1 || h[countBins-1] != 2 {
			t.Errorf("%s: %v", name, h)
		}
	}
}

// TestNoIntervals: without samples there is no interval.
func TestNoIntervals(t *testing.T) {
	for samples, want := range map[int]bool{0: false, 1: true} {
		s := settings()
		s.Samples = samples
		r := result.New(s)
		p := New(r, 1, nil)
		add(t, p, r, 0, "one", "a", "a")
		r.Finish(t.Context(), 1)
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "95 % interval"); got != want {
			t.Errorf("%d samples: intervals %v", samples, got)
		}
	}
}

func TestNoDocumentIsBestAndWorst(t *testing.T) {
	p, r := paged(t, 5, [2]string{"a", "a"})
	r.Finish(t.Context(), 1)
	if v := p.view(); len(v.Best) != 1 || len(v.Worst) != 0 {
		t.Errorf("%d best, %d worst", len(v.Best), len(v.Worst))
	}
}

func TestLongTextsAreCut(t *testing.T) {
	r := result.New(settings())
	p := New(r, 1, nil)
	many := make([]string, 200)
	for i := range many {
		many[i] = fmt.Sprint("w", i)
	}
	add(t, p, r, 0, strings.Repeat("äb ", 500), strings.Repeat("z", 1000), strings.Join(many, ";"))
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

// TestPageWithoutScores: parts that need scores or slots are left out, and no
// number is missing.
func TestPageWithoutScores(t *testing.T) {
	r := result.New(settings())
	p := New(r, 3, nil)
	add(t, p, r, 0, "<i>one</i>", "a", "b")
	r.Finish(t.Context(), 1)
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, no := range []string{"Calibration", "Over-estimation", "<i>one", "NaN", "Inf", "<no value>"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
	if !strings.Contains(page, "&lt;i&gt;one") {
		t.Error("the title is not there")
	}
}

func TestF1Bin(t *testing.T) {
	for f1, want := range map[float64]int{0: 0, 0.01: 1, 0.1: 1, 0.11: 2, 0.5: 5, 0.95: 10, 1: 10} {
		if got := f1Bin(f1); got != want {
			t.Errorf("%v falls into bin %d, want %d", f1, got, want)
		}
	}
}
