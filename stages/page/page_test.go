package page

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// written returns a page with one chart, whose texts are all s.
func written(t *testing.T, s string) string {
	t.Helper()
	c := NewChart(Wide, s, Exact(s, 0, 4, func(float64) string { return s }), Rounded(s, 0, 1, func(float64) string { return s }))
	c.Note, c.Legend = s, []Key{{"train", s}}
	c.Bar("train", s, 1, 2, 0, .5)
	c.Dot("train", s, 3, .5)
	c.Line("train", [2]float64{0, 0}, [2]float64{4, 1})
	c.Band(2, .2, .4)
	var b strings.Builder
	p := Page{Title: s, Style: ".train { --c: var(--blue); }\n", Body: `<h1>{{.Name}}</h1>{{template "chart" .Chart}}{{twice 2}}`,
		Functions: map[string]any{"twice": func(n int) int { return 2 * n }}}
	if err := p.Write(&b, map[string]any{"Name": s, "Chart": c}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage: every element ends, texts stay texts in every place, and the page needs nothing from elsewhere.
func TestPage(t *testing.T) {
	for _, s := range []string{"plain", `<script>x</script>`, `"><img src=x>`, `' onload='x`, `</style></title></svg><b>`, "{{.}}", "<!--"} {
		page := written(t, s)
		d := xml.NewDecoder(strings.NewReader(strings.NewReplacer("<!doctype html>", "", `<meta charset="utf-8">`, "",
			`<meta name="viewport" content="width=device-width, initial-scale=1">`, "").Replace(page)))
		elements, texts := 0, 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				elements++
			case xml.CharData:
				texts += strings.Count(string(token), s)
			}
		}
		if elements != 40 || texts != 20 {
			t.Errorf("%s: %d elements, the text %d times", s, elements, texts)
		}
	}
	page := written(t, "plain")
	for _, want := range []string{`viewBox="0 0 460.0 230.0"`, ".train { --c: var(--blue); }", "@media screen and (prefers-color-scheme: dark)", "@media print", "@media (max-width: 480px)", "</figure>4"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, no := range []string{"http:", "https:", "src=", "url(", "@import", "<script", "ZgotmplZ", "NaN"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
	if page != written(t, "plain") {
		t.Error("a second page differs")
	}
	if err := (Page{Body: "{{.x"}).Write(io.Discard, nil); err == nil {
		t.Error("a broken template was written")
	}
}

// TestColours: every colour of the light page has one of the dark page, and classes use no others.
func TestColours(t *testing.T) {
	light, rest, _ := strings.Cut(style, "@media screen and (prefers-color-scheme: dark)")
	dark, _, _ := strings.Cut(rest, "* {")
	named := map[string]bool{}
	for _, part := range strings.Split(light, "--")[1:] {
		name, _, _ := strings.Cut(part, ":")
		named[name] = true
		if !strings.Contains(dark, "--"+name+":") {
			t.Errorf("the dark page lacks --%s", name)
		}
	}
	for _, part := range strings.Split(style, "var(--")[1:] {
		name, _, _ := strings.Cut(part, ")")
		if !named[name] && name != "c" {
			t.Errorf("--%s is used but has no value", name)
		}
	}
}
