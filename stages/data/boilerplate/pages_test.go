package boilerplate

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// pages returns a text of n pages with lines of prose, between a head and a foot.
func pages(n, lines int, head, foot func(page int) string) string {
	var b strings.Builder
	for page := range n {
		b.WriteString(head(page) + "\n")
		for line := range lines {
			fmt.Fprintf(&b, "lichen grows on roof %c%c of the town\n", 'a'+page, 'a'+line)
		}
		b.WriteString(foot(page) + "\n")
	}
	return b.String()
}

// TestRunning: lines that stand on three pages or more are heads or numbers of pages; others stay.
func TestRunning(t *testing.T) {
	none := func(int) string { return "" }
	always := func(s string) func(int) string { return func(int) string { return s } }
	number := func(format string) func(int) string {
		return func(page int) string { return fmt.Sprintf(format, page+9) }
	}
	for _, c := range []struct {
		name string
		text string
		want int // lines that are left out
	}{
		{"heads", pages(3, 20, always("Roof  Letters 12"), none), 3},
		{"heads with numbers", pages(4, 20, number("%d A. Writer et al."), none), 4},
		{"numbers of pages", pages(3, 20, none, number("- %d -")), 3},
		{"heads and numbers", pages(3, 20, always("Roof Letters"), number("Page %d of 30")), 6},
		{"numbers that fall", pages(4, 20, func(page int) string { return fmt.Sprintf("ISBN %d-5, %d pages", 90-page, 9-page) }, none), 0},
		{"a volume and a number that rises", pages(3, 20, func(page int) string { return fmt.Sprintf("Roof Letters 12, %d, 7", page+9) }, none), 3},
		{"two pages", pages(2, 30, always("Roof Letters"), none), 0},
		{"a short text", pages(3, 11, always("Roof Letters"), none), 0},
		{"near the one before", pages(4, 20, always("Roof Letters\nx\nRoof Letters"), none), 4}, // of x
		{"a table", strings.Repeat("12\nlichen\n", 40), 0},
		{"a line of prose", pages(3, 20, always(strings.Repeat("long ", 30)), none), 0},
	} {
		found := Find(c.text)
		if len(found) != c.want {
			t.Errorf("%s: found %d: %s", c.name, len(found), list(c.text, found))
		}
		for _, s := range found {
			if s.Kind != Running || strings.Contains(c.text[s.From:s.To], "lichen") {
				t.Errorf("%s: %s", c.name, list(c.text, []Span{s}))
			}
		}
	}
	// A head inside a sentence that is left out is left out once.
	text := pages(3, 20, always("Roof Letters"), none) + "Funding: the council paid,\nRoof Letters\nas ever."
	if found := Find(text); len(found) != 4 || found[3].Kind != Funding {
		t.Errorf("%s", list(text, found))
	}
}

// TestKeyphrases: a line of keywords is cut at the mark that it has.
func TestKeyphrases(t *testing.T) {
	for line, want := range map[string][]string{
		"Keywords: lichen; slate, grey; roofs.":       {"lichen", "slate, grey", "roofs"},
		"Keywords: lichen, roofs":                     {"lichen", "roofs"},
		"Index Terms—Lichen, roofs.":                  {"Lichen", "roofs"},
		"Key words - lichen – X-ray roofs – U.S. art": {"lichen", "X-ray roofs", "U.S. art"},
		"KEYWORDS: lichen • roofs • ":                 {"lichen", "roofs"},
		"Mots-clés : lichen | toits":                  {"lichen", "toits"},
		"关键词：地衣；屋顶":                                   {"地衣", "屋顶"},
		"关键词：地衣、屋顶":                                   {"地衣", "屋顶"},
		"Keywords: lichen":                            {"lichen"},
		"Keywords:":                                   nil,
		"Key words are drawn from the text":           nil,
	} {
		if got := Keyphrases(prose + ".\n" + line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestSay: what is left out is said by kind, and NUL characters by themselves.
func TestSay(t *testing.T) {
	for want, tally := range map[string]Tally{
		"": nil,
		"level=INFO msg=\"text that is not about its document is not read; --boilerplate keep reads it\" documents=\"keywords 2\"\n": {Keywords: 2},
		"level=WARN msg=\"NUL characters, which are no text, are read as blanks\" documents=3\n":                                     {NUL: 3},
	} {
		var b strings.Builder
		log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
		if tally.Say(log); b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	}
}

// TestTally: a document counts once for each kind, and kinds are listed by their number.
func TestTally(t *testing.T) {
	var sum, other Tally
	sum = sum.Add([]Span{{Kind: Label}, {Kind: Keywords}, {Kind: Label}})
	other = other.Add(nil).Add([]Span{{Kind: Keywords}}).Add([]Span{{Kind: Funding}})
	if got := sum.Join(other).String(); got != "keywords 2, funding 1, label 1" {
		t.Error(got)
	}
	if got := Tally(nil).Join(other).String(); got != "funding 1, keywords 1" {
		t.Error(got)
	}
}
