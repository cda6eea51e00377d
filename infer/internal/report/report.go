// Package report draws the page of a labelled corpus, and its summary in words. Package survey has the numbers; this package says
// what they mean.
//
//	survey.Survey, reasons, facts ─ Page.Write ─► one HTML file
//	                              ─ Page.Text ──► summary
//
// The page has no script. It contains no time and no folder, so that equal labels give equal bytes.
package report

import (
	_ "embed"
	"html/template"
	"io"
	texttemplate "text/template"

	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

var (
	//go:embed style.css
	style string
	//go:embed report.html.tmpl
	body string
	//go:embed summary.txt.tmpl
	summary string
)

// Page is what is said of a labelled corpus.
type Page struct {
	*survey.Survey
	Folders     []*labelled.Folder
	Name        string // of the corpus: those of the folders
	About       []Fact // set by New, as Name is
	Concepts    bool   // labels are concepts of a thesaurus
	Texts       bool   // the corpus was given
	Years       string // the column that has years, "" for none
	Explained   bool   // labels of some documents have reasons
	Unexplained string // why some have none, "" if all have
	Corrected   string // how many documents people corrected, and whether that is enough to learn from; "" if that was not asked
}

// New returns the page of folders, whose documents were drawn with a seed. Survey and the fields from Concepts on are the caller's.
func New(folders []*labelled.Folder, concepts bool, seed uint64) *Page {
	p := &Page{Folders: folders, Concepts: concepts}
	p.about(seed)
	return p
}

// Fact is a fact about what was labelled or by what. Only chief numbers have a note.
type Fact struct{ Name, Value, Note string }

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	return page.Page{Title: p.Name + " · labelled documents", Style: style, Body: body, Functions: template.FuncMap{
		"count": page.Count, "width": page.Percent, "cut": shown, "long": func(n int) int64 { return int64(n) }, "less": func(a, b int) int64 { return int64(a - b) }, "untypical": untypical, "example": p.example,
	}}.Write(w, view{p})
}

// mostListed is the number of frequent labels of the summary.
const mostListed = 20

// Text writes the chief numbers in words.
func (p *Page) Text(w io.Writer) error {
	t, err := texttemplate.New("summary").Funcs(texttemplate.FuncMap{
		"count": page.Count, "mean": mean, "expected": expected, "interval": interval, "nearest": nearest, "documents": func(n int64) string { return counted(int(n), "document") },
		"plain": func(s string) string { return page.Plain(shown(s)) }, // for a line of a terminal
		"first": func(all []*survey.Phrase) []*survey.Phrase { return all[:min(len(all), mostListed)] },
		"rank":  func(i int) int { return i + 1 },
	}).Parse(summary)
	if err != nil {
		return err
	}
	return t.Execute(w, view{p})
}
