package report

import (
	"context"
	"maps"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/result"
)

// hostile are texts that act as markup, scripts or addresses unless they are escaped.
var hostile = []string{
	"<script>document.title=1</script>", `"><img src=x onerror="document.title=1">`, "</script><script>document.title=1</script>",
	"</style><script>document.title=1</script>", "</title></h1></bdi></div></details><b>", "javascript:document.title=1", `' onmouseover='document.title=1`,
	"<svg/onload=document.title=1>", "<!--", "]]>", "{{.}}", "&lt;script&gt;", "nul\x00nul", "\xff\xfe", "\u202eturned", "\u2066\u202e", "<a href=javascript:1>",
	strings.Repeat("w", 100000), strings.Repeat("<b>", 1000),
}

// TestHostileText: hostile texts add no element, attribute, class, comment or script to the page.
func TestHostileText(t *testing.T) {
	pages := map[string]func(string) string{"report": reportOf, "compare": compareOf}
	for name, page := range pages {
		harmless := outline(t, page("harmless"))
		maps.Copy(harmless, outline(t, page("harm less"))) // a word with a blank has other marks
		if len(harmless) < 20 {
			t.Errorf("%s: only %d kinds of elements", name, len(harmless))
		}
		for _, h := range hostile {
			for part := range outline(t, page(h)) {
				if !harmless[part] {
					t.Errorf("%s: %.60q makes %.200s", name, h, part)
				}
			}
		}
	}
}

// TestTurnedText: characters that reverse the direction of text act only within their own text, and neither a long word nor
// a long name makes the page wide or large.
func TestTurnedText(t *testing.T) {
	page := report("a", "\u202eturned")
	for _, want := range []string{"<bdi>\u202eturned</bdi> ·", "<bdi>\u202eturned</bdi><span class=\"p\">", "overflow-wrap: break-word"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if n := len(report("a", strings.Repeat("w", 1000000))); n > 100000 {
		t.Errorf("a page of %d bytes", n)
	}
	p := paged(1)
	add(p, 0, "\u202ea \u2066\u2069\u200fb", "\u202ax", "\u202ax")
	var b strings.Builder
	if p.text(&b); strings.ContainsAny(b.String(), "\u202a\u202e\u2066\u2069") || !strings.Contains(b.String(), "\u200f") {
		t.Errorf("%q", b.String())
	}
}

// reportOf returns a report of one document in which every text is s.
func reportOf(s string) string { return report(s, s) }

// report returns a report of one document whose texts are s, from a test set of the given name.
func report(name, s string) string {
	set := settings()
	set.TestSet = name
	r := result.New(set)
	r.Scored = true
	p := New(r, 1, About{{name, name}})
	row := join.Row{Document: schemas.Document{ID: s, Title: []string{s}, Body: []string{s, "a"}, Present: [][]string{{s}, {"a"}}, Absent: [][]string{{"b", s}}}}
	row.Prediction.Phrases = []schemas.Phrase{{Tokens: []string{s}}, {Tokens: []string{"c", s}}}
	put(p, &row)
	r.Finish(context.Background(), 1)
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		panic(err)
	}
	return b.String()
}

// compareOf returns a comparison whose names are s.
func compareOf(s string) string {
	c := compared2()
	c.Settings.TestSet, c.Systems = s, []string{s, s}
	for i := range c.Rows {
		c.Rows[i].Name = s
	}
	var b strings.Builder
	if err := Compare(&b, c); err != nil {
		panic(err)
	}
	return b.String()
}

// outline returns the elements of a page with their attribute names and classes, its comments and its scripts.
func outline(t *testing.T, page string) map[string]bool {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]bool{}
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && (n.Parent.Data == "script" || n.Parent.Data == "style"), n.Type == html.CommentNode:
			parts[n.Data] = true
		case n.Type == html.ElementNode:
			part := n.Data
			for _, a := range n.Attr {
				if part += " " + a.Key; a.Key == "class" {
					part += "=" + a.Val
				}
			}
			parts[part] = true
		}
	}
	return parts
}
