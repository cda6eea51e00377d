package rule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

var settings = Settings{Unicode: text.Fold, MaxTokens: 400, MaxTargets: 14, MaxPhraseWords: 6}

// show is an outcome as one line.
func show(o Outcome) string {
	switch {
	case o.Reject != nil:
		return "reject: " + o.Reject.Error()
	case o.Cause != "":
		return "left out: " + o.Cause
	}
	d := o.Document
	return fmt.Sprintf("%q %q present %q absent %q", d.Title, d.Body, d.Present, d.Absent)
}

func TestRawRecords(t *testing.T) {
	full := corpus.Record{ID: "x", Title: "Words of <eos>", Body: "More words.", Keyphrases: []string{"<peos>; word", "s t u v w x (y z)", strings.Repeat("w ", 7)}}
	const document = `["words" "of" "eos" "."] ["more" "words" "."] present [["word"]] absent [["peos"] ["s" "t" "u" "v" "w" "x"]]` // without brackets, six words
	empty := corpus.Record{Title: " ?", Body: "\t", Keyphrases: []string{"k"}}
	half := corpus.Record{Title: "Title", Keyphrases: []string{"k"}}
	for _, c := range []struct {
		name     string
		role     Role
		released bool
		r        corpus.Record
		want     string
	}{
		{"train", Train, false, full, document},
		{"valid", Valid, false, full, document},
		{"test keeps long phrases", Test, false, full, strings.TrimSuffix(document, "]") + ` ["w" "w" "w" "w" "w" "w" "w"]]`},
		{"long phrases of tokens", Train, false, corpus.Record{Tokenized: true, BodyTokens: []string{"a"}, Phrases: [][]string{strings.Fields("l m n o p q r")}}, `[] ["a"] present [] absent [["l" "m" "n" "o" "p" "q" "r"]]`},
		{"empty", Train, false, empty, "left out: empty"},
		{"empty test", Test, false, empty, "left out: empty"},
		{"half", Train, false, half, `["title" "."] [] present [] absent [["k"]]`},
		{"half released", Train, true, half, "left out: empty"},
		{"column", Test, false, corpus.Record{Missing: []string{"abstract", "keywords"}}, "reject: has no abstract, no keywords"},
		{"long", Train, false, corpus.Record{Title: "a", Body: strings.Repeat("w ", 399)}, "left out: too long"},
		{"many", Train, false, corpus.Record{Title: "a", Keyphrases: []string{strings.Repeat("w;", 14)}}, "left out: too many keyphrases"},
		{"no positions", Valid, false, corpus.Record{Title: "a", Body: strings.Repeat("w ", 2998)}, "left out: too long"},
	} {
		s := settings
		s.Released = c.released
		if got := show(NewMaker(c.role, s).Make(c.r, nil)); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name string
		eos  bool
		r    corpus.Record
		want string
	}{
		{"400 tokens", false, corpus.Record{Title: "a", Body: strings.Repeat("w ", 398)}, ""},
		{"401 with <eos>", true, corpus.Record{Title: "a", Body: strings.Repeat("w ", 398)}, TooLong},
		{"no title, no <eos>", true, corpus.Record{Body: strings.Repeat("w ", 400)}, ""},
		{"14 entries", false, corpus.Record{Title: "a", Keyphrases: []string{strings.Repeat("w;", 13)}}, ""},
		{"as the target line has them", false, corpus.Record{Tokenized: true, BodyTokens: []string{"a"}, Phrases: make([][]string, 14), Bar: -1}, ""},
		{"the mark counts", false, corpus.Record{Tokenized: true, BodyTokens: []string{"a"}, Phrases: make([][]string, 14), Bar: 14}, TooManyTargets},
	} {
		s := settings
		s.TitleEOS = c.eos
		if got := NewMaker(Train, s).Make(c.r, nil); got.Cause != c.want || got.Reject != nil {
			t.Errorf("%s: %q, %v", c.name, got.Cause, got.Reject)
		}
	}
	// Of a corpus with documents for validation, those that a network can read at all may be for that.
	parted := settings
	parted.Parted = true
	for words, want := range map[int]bool{300: false, 400: true, 2996: true, 2998: false} {
		if got := NewMaker(Train, parted).Make(corpus.Record{Title: "a", Body: strings.Repeat("w ", words)}, nil); got.OfTraining != want {
			t.Errorf("%d words: left out of training alone %v, want %v", words, got.OfTraining, want)
		}
	}
}

// TestHeavy holds that what the documents files refuse is refused as a row.
func TestHeavy(t *testing.T) {
	record := func(bytes int) corpus.Record {
		return corpus.Record{ID: "x", Row: 7, Tokenized: true, BodyTokens: []string{strings.Repeat("w", bytes)}, Bar: 0}
	}
	heavy := 32<<20 - 64 - len("x") - 64 - 3*8 // 64 a row, 64 of the hash, 8 a list and a word
	if o := NewMaker(Test, settings).Make(record(heavy), nil); o.Reject != nil {
		t.Errorf("the heaviest row that is written: %v", o.Reject)
	}
	for name, r := range map[string]corpus.Record{"the row takes 33554433 bytes": record(heavy + 1), "the id has 1048577 bytes": {ID: strings.Repeat("i", 1<<20+1)}} {
		o := NewMaker(Test, settings).Make(r, nil)
		if o.Reject == nil || !strings.Contains(o.Reject.Error(), name) || o.Row != r.Row || len(o.Document.Body) > 0 {
			t.Errorf("%v of row %d with a text of %d tokens, want %s", o.Reject, o.Row, len(o.Document.Body), name)
		}
	}
}

// TestLimitsFirst: no phrase is looked for in the text of a record that a limit rejects or leaves out.
func TestLimitsFirst(t *testing.T) {
	many, long := strings.Repeat("w;", 6000), strings.Repeat("w ", 3000)
	phrases := make([][]string, 10001)
	for _, c := range []struct {
		name string
		role Role
		r    corpus.Record
		want string
	}{
		{"words of keyphrases", Test, corpus.Record{Title: "a", Keyphrases: []string{many}}, "reject: the keyphrases have 12000 words in all, more than the limit of 10000"},
		{"words of tokenised keyphrases", Test, corpus.Record{Tokenized: true, BodyTokens: []string{"a"}, Phrases: phrases, Bar: -1}, "reject: the keyphrases have 10001 words"},
		{"tokens", Train, corpus.Record{Title: "a", Body: long, Keyphrases: []string{"w"}}, "left out: too long"},
		{"positions", Valid, corpus.Record{Title: "a", Body: long, Keyphrases: []string{"w"}}, "left out: too long"},
		{"keyphrases", Train, corpus.Record{Title: "a", Keyphrases: []string{many[:40]}}, "left out: too many"},
		{"id", Test, corpus.Record{ID: strings.Repeat("i", 1<<20+1), Title: "a", Keyphrases: []string{"w"}}, "reject: the id"},
	} {
		m := NewMaker(c.role, settings)
		if got := show(m.Make(c.r, nil)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if m.source != nil {
			t.Errorf("%s: the text was searched before the limit was looked at", c.name)
		}
	}
}

// TestSpell: a document has the spellings of its keyphrases, present ones first, whatever the rules leave out.
func TestSpell(t *testing.T) {
	s := settings
	s.MaxPhraseWords = 3
	raw := corpus.Record{ID: "1", Title: "Deep nets", Body: "We train X-ray nets.", Keyphrases: []string{"DNA Repair; one two three four", " X-ray ", "Deep Nets (DN)"}}
	d := NewMaker(Train, s).Make(raw, nil).Document
	if got, want := fmt.Sprint(d.Present, d.Absent, d.Spellings), "[[deep nets] [x ray]] [[dna repair]] [Deep Nets X-ray DNA Repair]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	again := corpus.Record{ID: "1", Tokenized: true, TitleTokens: d.Title, BodyTokens: d.Body, Phrases: slices.Concat(d.Present, d.Absent), Bar: 2, Document: &d}
	if got := NewMaker(Valid, s).Make(again, nil).Document.Spellings; !slices.Equal(got, d.Spellings) {
		t.Errorf("of our own document: %q", got)
	}
	again.Document = nil
	if got := NewMaker(Valid, s).Make(again, nil).Document.Spellings; got != nil {
		t.Errorf("of tokens: %q", got)
	}
}
