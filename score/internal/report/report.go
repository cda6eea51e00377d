// Package report draws one HTML page of a result: the headline scores, every convention with its divisor,
// distributions, the reliability diagram, the over-estimation of ∅, and the best and worst documents with their
// phrases. Package page has the form of the page; this package only counts.
//
// The page names its model and corpus but not its date, so that equal inputs give equal bytes. The reader's browser
// shows the date of the file.
//
// Compare draws a page of several systems side by side.
package report

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/page"
)

// The style of these pages beside that of all pages, and the content of each.
var (
	//go:embed style.css
	style string
	//go:embed report.html.tmpl
	reportBody string
	//go:embed compare.html.tmpl
	compareBody string
)

// Page collects the single documents and distributions of the page. It keeps counters and the best and worst
// documents, so its size does not grow with the test set.
type Page struct {
	result      *result.Result
	f1          [len(metric.Kinds)][f1Bins]int64 // documents by their F1@M
	predictions [countBins]int64                 // per document, after filtering
	targets     [countBins]int64
	scores      [2][scoreBins]int64 // of counted phrases: misses, hits
	best, worst examples
	first       []example
	about       About
}

// firstDocuments is the number of documents that Summary shows.
const firstDocuments = 3

// New returns a page that shows at most so many best and as many worst documents.
func New(r *result.Result, most int, about About) *Page {
	return &Page{result: r, about: about, best: examples{most: most, order: better}, worst: examples{most: most, order: worse}}
}

// Add adds a document after it was added to the result.
func (p *Page) Add(row *join.Row, d *result.Judged) {
	for kind := range p.f1 {
		r := &d.Verdict.Rankings[kind]
		if r.Targets > 0 {
			p.f1[kind][f1Bin(r.At(metric.M).F1)]++
		}
	}
	all := &d.Verdict.Rankings[metric.All]
	p.predictions[min(all.Predictions, countBins-1)]++
	p.targets[min(all.Targets, countBins-1)]++
	if p.result.Uncalibrated == "" {
		for phrase, score := range d.Counted() {
			hit := 0
			if phrase.Hit {
				hit = 1
			}
			p.scores[hit][min(int(score*scoreBins), scoreBins-1)]++
		}
	}
	// at makes keys unique, so that equal scores have one order whatever the threads.
	key := key{f1: all.At(metric.M).F1, targets: all.Targets, predictions: all.Predictions, at: p.result.Documents()}
	if len(p.first) < firstDocuments {
		p.first = append(p.first, show(key, asTokens(row), row, d))
	}
	if all.Targets > 0 {
		p.best.offer(key, row, d)
		p.worst.offer(key, row, d)
	}
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	return fill(w, p.result.TestSet+" · keyphrase scores", reportBody, p.view())
}

// fill writes a page of this package.
func fill(w io.Writer, title, body string, view any) error {
	return page.Page{Title: title, Style: style, Body: body, Functions: template.FuncMap{
		"number": page.Count, "percent": page.Share, "score": score, "mean": mean,
	}}.Write(w, view)
}
