package document

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// ranks is a lexicon of a few words in their order.
type ranks []string

func (r ranks) Rank(word string) (int, bool) {
	for i, w := range r {
		if w == word {
			return i, true
		}
	}
	return 0, false
}

// TestHyphens: the parts of a word that a line end cut are one token; other hyphens stay between two.
func TestHyphens(t *testing.T) {
	known := ranks{"real", "time", "net", "growth", "works", "realtime", "casting", "forecasting"}
	for _, c := range []struct{ name, title, body, want string }{
		{"the lexicon has it, not its parts", "", "traffic gro-\nwth", "traffic growth"},
		{"with one part rarer", "", "Fore-\ncasting", "forecasting"},
		{"with both parts more frequent", "", "real-\ntime nets", "real time nets"},
		{"a line end that became a blank", "", "gro- wth", "growth"},
		{"of Windows", "", "gro-\r\nwth", "growth"},
		{"with indented lines", "", "gro-\n\t   wth", "growth"},
		{"another hyphen", "", "gro\u2010\nwth", "growth"},
		{"the document has it", "Slatecraft", "slate-\ncraft", "slatecraft"},
		{"the document has it with a hyphen", "", "slate-craft and slatecraft and slate-\ncraft", "slate craft and slatecraft and slate craft"},
		{"unknown", "", "slate-\ncraft", "slate craft"},
		{"a part is left out", "", "pre- and postwar", "pre and postwar"},
		{"a capital", "", "gro-\nWth", "gro wth"},
		{"a dash", "", "gro - wth", "gro wth"},
		{"within a line", "", "gro-wth", "gro wth"},
		{"a soft hyphen at a line end", "", "slate\u00ad\ncraft", "slatecraft"},
		{"and a blank", "", "slate\u00ad craft", "slatecraft"},
		{"within a word", "", "sla\u00adte", "slate"},
		{"before a capital", "", "slate\u00ad\nCraft", "slate craft"},
		{"in a title", "gro-\nwth", "", "growth ."},
	} {
		title, body, left := Readable(c.title, c.body, false, known)
		if len(title) != len(c.title) || len(body) != len(c.body) || left != nil {
			t.Errorf("%s: %q, %q, %v", c.name, title, body, left)
		}
		got := text.NewTokenizer(text.Fold).Tokens(body)
		if c.body == "" {
			got = text.NewTokenizer(text.Fold).Title(title)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
	}
	if _, body, _ := Readable("", "gro-\nwth", false, nil); body != "gro-\nwth" {
		t.Errorf("without a lexicon: %q", body)
	}
}

// TestReadable: boilerplate is blank unless the whole text is wanted; a title that says that there is none is, too.
func TestReadable(t *testing.T) {
	const notice = "Lichen. © 2020 Elsevier"
	title, body, left := Readable("[No title available]", notice, false, nil)
	if strings.TrimSpace(title) != "" || strings.TrimSpace(body) != "Lichen." {
		t.Errorf("%q, %q", title, body)
	}
	if got := (boilerplate.Tally{}).Add(left).String(); got != "copyright 1, placeholder 1" {
		t.Error(got)
	}
	if title, body, left := Readable("[No title available]", notice, true, nil); title != "[No title available]" || body != notice || left != nil {
		t.Errorf("whole: %q, %q, %v", title, body, left)
	}
}

// TestLexicon: a Maker asks its lexicon, and follows the released code where it is told to.
func TestLexicon(t *testing.T) {
	r := corpus.Record{Title: "A", Body: "gro-\nwth. © 2020 Elsevier"}
	for released, want := range map[bool]string{false: "growth .", true: "gro wth . <digit> elsevier"} {
		m := NewMaker(text.NewTokenizer(text.Fold), false, released)
		m.Lexicon = ranks{"growth"}
		if d, err := m.Make(&r); err != nil || strings.Join(d.Body, " ") != want || released != (m.Left == nil) {
			t.Errorf("released %t: %q, %v, %v", released, d.Body, m.Left, err)
		}
	}
}
