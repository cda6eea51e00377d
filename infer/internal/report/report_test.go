package report

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

var update = flag.Bool("update", false, "rewrite goldens")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s differs (%v):\n%s", name, err, got)
	}
}

// label makes a label of a document whose text has it at a place, or not at all.
func labelOf(text string, score float32, at int32) survey.Label {
	l := survey.Label{Key: strings.ToLower(text), Text: text, Tokens: strings.ToLower(text), Score: score}
	if at >= 0 {
		l.Present, l.Field, l.Surface, l.Places = true, schemas.BodyField, text, [][2]int32{{at, at + int32(len(text))}}
	}
	return l
}

// made surveys documents.
func made(t *testing.T, s survey.Settings, documents ...*survey.Document) *survey.Survey {
	t.Helper()
	v, err := survey.New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	for _, d := range documents {
		if d.Values == nil {
			d.Values = make([][]string, len(s.By))
		}
		if err := v.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return v
}

// harbours is a page of a corpus made up: 40 documents on tides, of which one is doubtful, and later ones have drones.
func harbours(t *testing.T) *Page {
	var documents []*survey.Document
	for i := range 40 {
		d := &survey.Document{ID: fmt.Sprint("doc", i), Language: "en", Year: 2000 + i/4, Values: [][]string{{fmt.Sprint("harbour ", i%2)}},
			Record: &corpus.Record{Title: fmt.Sprint("Tides of harbour ", i), Body: "Tide gauges measure the tide. Tide gauges are old."},
			Labels: []survey.Label{labelOf("Tide gauges", .75, 0), labelOf("sea level", .25, -1)}}
		if i%2 == 1 {
			d.Labels = append(d.Labels, labelOf("the tide", .125, 20))
		}
		if i >= 24 {
			d.Labels = append(d.Labels, labelOf("drones", .5, -1))
		}
		if i == 7 {
			d.Doubtful, d.Language, d.Cut = "other language", "de", true
		}
		explain(d, []schemas.Phrase{{Tokens: []string{"tide gauges"}, Score: .75}, {Tokens: []string{"sea level"}, Score: .25}, {Tokens: []string{"drones"}, Score: .125}}, map[string]rank.Reason{
			"tide gauges": {Places: 2, Slots: 1, Keyphrase: 12, Neighbours: 3, Effects: []rank.Effect{{Evidence: "network", By: 1.5}, {Evidence: "place", By: -.5}, {Evidence: "length", By: .01}}},
			"sea level":   {Similar: []rank.Similar{{Similarity: .5, Keyphrases: []string{"sea level", "climate"}}}},
			"drones":      {Slots: 99},
		})
		documents = append(documents, d)
	}
	s := made(t, survey.Settings{By: []string{"place"}, Likely: true, Examples: 2, Seed: 3}, documents...)
	return &Page{Survey: s, Name: "harbours", About: []Fact{{Name: "model", Value: "built-in"}}, Texts: true, Years: "year", Explained: true}
}

// written returns the page and its summary.
func written(t *testing.T, p *Page) (page, summary string) {
	t.Helper()
	var html, text strings.Builder
	if err := errors.Join(p.Write(&html), p.Text(&text)); err != nil {
		t.Fatal(err)
	}
	return html.String(), text.String()
}

// words of a page: its text, a line for each element that has some.
func wordsOf(page string) string {
	_, body, _ := strings.Cut(page, "<body>")
	body = regexp.MustCompile(`<svg viewBox(?s:.*?)</svg>`).ReplaceAllString(body, "(chart)")
	body = regexp.MustCompile(`<svg class="line"(?s:.*?)points="([^"]*)"(?s:.*?)</svg>`).ReplaceAllString(body, "($1)")
	body = regexp.MustCompile(`</(p|li|h\d|tr|div|dd|article|figcaption)>`).ReplaceAllString(body, "\n")
	body = regexp.MustCompile(`</t[hd]>`).ReplaceAllString(body, " | ")
	body = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "")
	var lines []string
	for line := range strings.SplitSeq(body, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestGolden: every word of a page and of its summary.
func TestGolden(t *testing.T) {
	page, summary := written(t, harbours(t))
	golden(t, "page.txt", wordsOf(page))
	golden(t, "summary.txt", summary)
	if again, _ := written(t, harbours(t)); again != page {
		t.Error("a second page differs")
	}
	for _, no := range []string{"http:", "https:", "src=", "url(", "@import", "<script", "ZgotmplZ", "NaN", "Inf"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

// wellFormed parses a page and returns the names of its elements.
func wellFormed(t *testing.T, page string) (elements map[string]int) {
	t.Helper()
	elements = map[string]int{}
	d := xml.NewDecoder(strings.NewReader(strings.NewReplacer("<!doctype html>", "", `<meta charset="utf-8">`, "",
		`<meta name="viewport" content="width=device-width, initial-scale=1">`, "").Replace(page)))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
}

// TestHostile: whatever users' texts contain, they stay text, cannot turn the direction of others, and are cut.
func TestHostile(t *testing.T) {
	plain := 0
	for i, s := range []string{"plain", `<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style></title></svg><b>`, "{{.}}", "<!--", "\u202eevil", strings.Repeat("x", 10000)} {
		l := survey.Label{Key: "k", Text: s, Tokens: s, URI: s, Notation: s, Score: .5, Present: true, Field: schemas.TitleField, Surface: s, Similar: s, Places: [][2]int32{{0, 1}}}
		var documents []*survey.Document
		for k := range 30 {
			d := &survey.Document{ID: fmt.Sprint(s, k), Language: s, Doubtful: s, Values: [][]string{{s}}, Year: 2000 + k%3, Record: &corpus.Record{Title: s, Body: s}, Labels: []survey.Label{l, l}}
			d.Labels[1].Key, d.Labels[1].Text = "other", s+s
			documents = append(documents, d)
		}
		for _, concepts := range []bool{false, true} {
			p := &Page{Survey: made(t, survey.Settings{By: []string{s}, Likely: true, Examples: 2}, documents...), Name: s, About: []Fact{{Name: "fact", Value: s}}, Concepts: concepts, Texts: true, Years: s, Unexplained: s}
			page, summary := written(t, p)
			elements := wellFormed(t, page)
			n := 0
			for name, k := range elements {
				if n += k; slices.Contains([]string{"script", "img", "b"}, name) {
					t.Errorf("%.40q: the page has an element %s", s, name)
				}
			}
			if i == 0 {
				plain = n
			} else if n > plain+60 || len(page) > 400000 {
				t.Errorf("%.40q: %d elements, of plain texts %d; %d bytes", s, n, plain, len(page))
			}
			if strings.Contains(summary, "\u202e") || len(summary) > 5000 {
				t.Errorf("%.40q: a summary of %d bytes: %.200q", s, len(summary), summary)
			}
			outside := regexp.MustCompile(`<bdi>[^<]*(<mark[^>]*>[^<]*</mark>[^<]*)*</bdi>|<title>[^<]*</title>`).ReplaceAllString(page, "")
			if at := strings.Index(outside, "\u202e"); at >= 0 {
				t.Errorf("a text that turns the direction stands outside of bdi: %q", outside[max(at-80, 0):min(at+40, len(outside))])
			}
		}
	}
}

// TestUnlikely: without probabilities there is no word of what is right, and no least certain document; of doubtful documents alone
// neither.
func TestUnlikely(t *testing.T) {
	d := &survey.Document{ID: "a", Language: "en", Labels: []survey.Label{labelOf("tide", .5, -1)}}
	page, summary := written(t, &Page{Survey: made(t, survey.Settings{Examples: 1}, d), Name: "n"})
	if !strings.Contains(page, "the scores of these phrases are no probabilities") || strings.Contains(page, "0.50") || strings.Contains(page, "Least certain") || !strings.Contains(summary, "no probabilities") {
		t.Error(summary)
	}
	d.Doubtful = "not prose"
	page, summary = written(t, &Page{Survey: made(t, survey.Settings{Examples: 1, Likely: true}, d), Name: "n"})
	if !strings.Contains(page, "every document is doubtful") || strings.Contains(page, "expected number") || !strings.Contains(summary, "every document is doubtful") {
		t.Error(summary)
	}
}

// TestMarked: marks stand at the places of labels in the text without markup, then at other places of the spelling as whole words,
// whatever the capitals; overlapping ones are left out, and a long text is cut.
func TestMarked(t *testing.T) {
	labels := []survey.Label{labelOf("tide", .75, 7), labelOf("the tide", .25, -1), {Text: "x", Surface: "x", Field: schemas.BodyField, Present: true, Places: [][2]int32{{-1, 3}, {5, 5}, {0, 9999}}}}
	show := func(given string, most int) (s string) {
		for _, p := range marked(given, schemas.BodyField, labels, most) {
			if p.Class != "" {
				p.Text = "[" + p.Text + " " + p.Class + "]"
			}
			s += p.Text
		}
		return s
	}
	for given, want := range map[string]string{
		"See the tide, Tide and tides.": "See the[ tid high]e, [Tide high] and tides.",
	} {
		if got := show(given, 1000); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	labels[0].Places[0] = [2]int32{15, 19}
	if got, want := show("<b>See</b> the tide of the TIDE &amp;", 1000), "See the [tide high] of the [TIDE high] &"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	labels[0].Places[0] = [2]int32{7, 11}
	if got := show(strings.Repeat("ä", 20), 1000); got != strings.Repeat("ä", 20) {
		t.Errorf("a place within a character: %q", got)
	}
	if got := show(strings.Repeat("ebb ", 100), 41); got != "ebb ebb[ ebb high]"+strings.Repeat(" ebb", 7)+" …" {
		t.Errorf("%q", got)
	}
	if got := show(strings.Repeat("ä", 100), 41); !strings.HasSuffix(got, "ä …") {
		t.Errorf("%q", got)
	}
	for score, want := range map[float32]string{.6: "high", .59: "middle", .3: "middle", .29: "low"} {
		if got := class(score); got != want {
			t.Errorf("%v is %s, want %s", score, got, want)
		}
	}
}

// TestFormats: numbers as readers have them.
func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		points(.00125): "+0.125", points(-.5): "−50.000", several(3.14): "3.1 ×", several(1234.4): "1,234 ×", factor(2.04): "2.0", factor(12.3): "12", factor(1e9): "1,000 or more",
		share(0, 9): "0.0 %", share(1, 9000): "below 0.1 %", share(1, 3): "33.3 %", whole(3): "3", whole(2.5): "", whole(1999.9999999): "2,000", times(1): "once", times(2): "twice", times(1000): "1,000 times",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
