package document

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// show returns a document, or the reason why there is none, as one line.
func show(d schemas.Document, err error) string {
	if err != nil {
		return "reject: " + err.Error()
	}
	return fmt.Sprintf("%s %q %q", d.ID, d.Title, d.Body)
}

func TestLabel(t *testing.T) {
	lacks := func(columns ...string) corpus.Record { return corpus.Record{ID: "x", Body: "Words.", Missing: columns} }
	for _, c := range []struct {
		name     string
		unicode  text.Unicode
		released bool
		r        corpus.Record
		err      error
		want     string
	}{
		{"raw", text.Fold, false, corpus.Record{ID: "x", Title: "Words of <eos>", Body: "Ünder words 12."}, nil,
			`x ["words" "of" "eos" "."] ["under" "words" "<digit>" "."]`},
		{"stripped", text.Strip, false, corpus.Record{ID: "x", Body: "Ünder"}, nil, `x [] ["nder"]`},
		{"tokens", text.Fold, false, corpus.Record{ID: "x", Tokenized: true, TitleTokens: []string{"As", "<eos>"}, BodyTokens: []string{"Is", ""}}, nil,
			`x ["As" "<eos>"] ["Is" ""]`},
		{"blank", text.Fold, false, corpus.Record{ID: "x", Tokenized: true, BodyTokens: []string{""}, Blank: true}, nil, "x [] []"},
		{"blank, released", text.Fold, true, corpus.Record{ID: "x", Tokenized: true, BodyTokens: []string{""}, Blank: true}, nil, `x [] [""]`},
		{"empty", text.Fold, true, corpus.Record{ID: "x"}, nil, "x [] []"},
		{"one column", text.Fold, false, lacks("title", "keywords"), nil, `x [] ["words" "."]`},
		{"the other", text.Fold, false, lacks("abstract", "keywords"), nil, `x [] ["words" "."]`},
		{"no columns", text.Fold, false, lacks("title", "abstract"), nil, "reject: has neither a title nor an abstract"},
		{"unread", text.Fold, false, corpus.Record{ID: "x", Body: "a"}, errors.New("not valid JSON"), "reject: not valid JSON"},
		{"id", text.Fold, false, corpus.Record{ID: strings.Repeat("i", 1<<20+1), Body: "a"}, nil, "reject: the id has 1048577 bytes, more than the limit of 1048576"},
	} {
		if got := show(NewMaker(text.NewTokenizer(c.unicode), false, c.released).Label(&c.r, c.err)); got != c.want {
			t.Errorf("%s: %.200s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestHeavy: a document too large for the files of documents is rejected as a row.
func TestHeavy(t *testing.T) {
	r := corpus.Record{Tokenized: true, BodyTokens: []string{strings.Repeat("w", 32<<20)}}
	if got := show(NewMaker(text.NewTokenizer(text.Fold), false, false).Label(&r, nil)); !strings.HasPrefix(got, "reject: the row takes 3355") {
		t.Errorf("%.200s", got)
	}
}

// TestHash: the hash depends on where the title ends and not on the form of the
// record.
func TestHash(t *testing.T) {
	m := NewMaker(text.NewTokenizer(text.Fold), false, false)
	hash := func(r corpus.Record) string {
		d, err := m.Make(&r)
		if err != nil || len(d.Hash) != 64 {
			t.Errorf("%q: %v", d.Hash, err)
		}
		return d.Hash
	}
	raw := hash(corpus.Record{Title: "A title", Body: "A body"})
	tokens := hash(corpus.Record{Tokenized: true, TitleTokens: []string{"a", "title", "."}, BodyTokens: []string{"a", "body"}})
	other := hash(corpus.Record{Tokenized: true, BodyTokens: []string{"a", "title", ".", "a", "body"}})
	if raw != tokens || raw == other {
		t.Errorf("%s, %s, %s", raw, tokens, other)
	}
}

// TestNUL: what had NUL characters is counted, whole or not.
func TestNUL(t *testing.T) {
	for _, whole := range []bool{false, true} {
		r := corpus.Record{Title: "Lichen", Body: "It grows.", NUL: true, Whole: whole}
		m := NewMaker(text.NewTokenizer(text.Fold), false, false)
		if _, err := m.Make(&r); err != nil || len(m.Left) != 1 || m.Left[0].Kind != boilerplate.NUL {
			t.Errorf("%v %v", m.Left, err)
		}
		if _, _, left, err := Texts(&r); err != nil || len(left) != 1 || left[0].Kind != boilerplate.NUL {
			t.Errorf("%v %v", left, err)
		}
	}
}

// TestTexts: a record has its own text, that of our own document, or its tokens; without markup, and with it.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name        string
		r           corpus.Record
		title, body string
	}{
		{"raw", corpus.Record{Title: "R&amp;D", Body: "<p>of</p>"}, "R&D R&amp;D", "\n\nof\n\n <p>of</p>"},
		{"ours", corpus.Record{Tokenized: true, TitleTokens: []string{"r"}, Document: &schemas.Document{TitleText: "R&amp;D"}}, "R&D R&amp;D", " "},
		{"boilerplate", corpus.Record{Title: "a", Body: "Lichen. © 2020 Elsevier"}, "a a", "Lichen.                  Lichen.                 "},
		{"whole", corpus.Record{Title: "a", Body: "Lichen. © 2020 Elsevier", Whole: true}, "a a", "Lichen. © 2020 Elsevier Lichen. © 2020 Elsevier"},
		{"tokens", corpus.Record{Tokenized: true, TitleTokens: []string{"r", "d"}, BodyTokens: []string{"of"}}, "r d r d", "of of"},
	} {
		title, body, _, err := Texts(&c.r)
		if got := title.Plain + " " + title.Given(); err != nil || got != c.title {
			t.Errorf("%s: title %q, %v", c.name, got, err)
		}
		if got := body.Plain + " " + body.Given(); got != c.body {
			t.Errorf("%s: body %q", c.name, got)
		}
	}
	for _, r := range []corpus.Record{{Missing: []string{"title", "abstract"}}, {ID: strings.Repeat("i", 1<<20+1)}} {
		if _, _, _, err := Texts(&r); err == nil {
			t.Errorf("%.20s: no error", r.ID)
		}
	}
}

// TestGiven: on request a document keeps the given text and the place of each token in it; tokenised text has neither,
// but our own documents keep the text they have.
func TestGiven(t *testing.T) {
	raw := corpus.Record{Title: "A Straße", Body: "It's <unk>."}
	made := schemas.Document{
		Title: []string{"a", "strasse", "."}, TitleText: "A Straße", TitleSpans: []int32{0, 1, 1, 7, 0, 0},
		Body: []string{"it", "'s", "unk", "."}, BodyText: "It's <unk>.", BodySpans: []int32{0, 2, 0, 2, 1, 5, 0, 1},
	}
	given := func(r corpus.Record) corpus.Record {
		r.Tokenized, r.TitleTokens, r.BodyTokens = true, made.Title, made.Body
		return r
	}
	for _, c := range []struct {
		name  string
		given bool
		r     corpus.Record
		want  schemas.Document
	}{
		{"raw", true, raw, made},
		{"raw, for training", false, raw, schemas.Document{}},
		{"tokens", true, given(corpus.Record{}), schemas.Document{}},
		{"ours", true, given(corpus.Record{Document: &made}), made},
		{"ours, for training", false, given(corpus.Record{Document: &made}), schemas.Document{}},
	} {
		got, err := NewMaker(text.NewTokenizer(text.Fold), c.given, false).Make(&c.r)
		c.want.Title, c.want.Body, c.want.Hash = made.Title, made.Body, got.Hash
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", c.name, got, err, c.want)
		}
	}
}
