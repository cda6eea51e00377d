// Package page draws the pages that programs write: the report of a training, of scores, of a comparison.
//
//	data ─ NewChart, Bar, Line, Dot ─► Chart
//	Page{Title, Style, Body} ─ Write(data with charts) ─► one HTML file
//
// A page needs no other file and no network. Charts are inline SVG without scripts. The colours follow the light or dark
// setting of the reader, a phone gets one column, and print is light. Texts reach a page through html/template, which keeps
// hostile ones text. A page contains no time, so that equal data give equal bytes.
//
// style.css names the colours: --blue, --orange and so on. Each program gives the classes of its marks one of them:
//
//	.train { --c: var(--blue); }
package page

import (
	_ "embed"
	"html/template"
	"io"
)

var (
	//go:embed style.css
	style string
	//go:embed page.html.tmpl
	frame string
)

// Page is the form of a page.
type Page struct {
	Title     string // of the window
	Style     string // CSS of this page, after that of all pages
	Body      string // template of the page's content; {{template "chart" .}} draws a Chart
	Functions template.FuncMap
}

// Write writes the page of the data, which Body gets.
func (p Page) Write(w io.Writer, data any) error {
	t, err := template.New("page").Funcs(template.FuncMap{"px": px}).Funcs(p.Functions).Parse(frame)
	if err == nil {
		_, err = t.New("body").Parse(p.Body)
	}
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, "page", struct {
		Title string
		Style template.CSS
		Data  any
	}{p.Title, template.CSS(style + p.Style), data})
}
