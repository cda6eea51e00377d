package export

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

func phrase(s string, score float32, present bool) schemas.Phrase {
	return schemas.Phrase{Phrase: s, Tokens: strings.Fields(s), Score: score, Present: present}
}

// at is phrase that stands in a field of the text.
func at(k schemas.Phrase, field string, start, end int32, surface string) schemas.Phrase {
	k.Field, k.Start, k.End, k.Surface = field, &start, &end, surface
	number := func(n int32) *int32 { return &n }
	k.StartChar, k.StartUTF16 = number(start+10), number(start+30)
	return k
}

// writes counts the calls of Write.
type writes struct {
	strings.Builder
	calls int
}

func (w *writes) Write(p []byte) (int, error) {
	w.calls++
	return w.Builder.Write(p)
}

func TestFormats(t *testing.T) {
	documents := []Phrases{
		{Prediction: schemas.Prediction{ID: "a<b>", Limits: schemas.Limits{Language: "en"}, Phrases: []schemas.Phrase{
			at(phrase("graph cut", .5, true), "title", 0, 9, "Graph-Cut"),
			{Phrase: "graph cuts", Tokens: []string{"graph", "cuts"}, Score: .25, Duplicate: true},
			phrase("c ; d", 1./3, false),
			{Tokens: []string{"type", "<digit>"}, Score: .4, Present: true}, // without a spelling
			phrase(",", .3, false), phrase(". .", .3, false), phrase("a , b", .3, true), phrase("u.s. <unk>", .3, false),
			phrase("<digit>", .3, true), phrase("<digit> <digit>", .3, true), at(phrase("<digit> b.c", .25, true), "body", 7, 14, "3 \"b\",\nc"),
		}}},
		{Prediction: schemas.Prediction{ID: "é", Limits: schemas.Limits{Truncated: true, Language: "de"}, Phrases: []schemas.Phrase{phrase(".", .3, false)}}, Text: &Original{"A <Title>", ""}},
		{Prediction: schemas.Prediction{ID: "f", Limits: schemas.Limits{Language: "und", Doubtful: "empty"}, Digest: "text:0f", Phrases: []schemas.Phrase{phrase("g", 1, true)}}, Text: &Original{"", "b"}},
	}
	for _, c := range []struct {
		name   string
		format rows.Format[Row]
		want   string
	}{
		{"json", rows.Each(JSON), `{"id":"a<b>","keyphrases":["graph cut","c ; d","<digit> b.c"],"scores":[0.5,0.33333334,0.25],"present":[true,false,true],` +
			`"field":["title",null,"body"],"start":[0,null,7],"end":[9,null,14],"surface":["Graph-Cut",null,"3 \"b\",\nc"],` +
			`"start_char":[10,null,17],"start_utf16":[30,null,37],"truncated":false,"language":"en","doubtful":""}
{"id":"é","title":"A <Title>","text":"","keyphrases":[],"scores":[],"present":[],"field":[],"start":[],"end":[],"surface":[],"start_char":[],"start_utf16":[],"truncated":true,"language":"de","doubtful":""}
{"id":"f","title":"","text":"b","keyphrases":["g"],"scores":[1],"present":[true],"field":[null],"start":[null],"end":[null],"surface":[null],"start_char":[null],"start_utf16":[null],"truncated":false,"language":"und","doubtful":"empty","digest":"text:0f"}
`},
		{"csv", DefaultTables().Lines(phraseHeader()), `id,rank,phrase,score,present,field,start,end,surface,doubtful,start_char,start_utf16
a<b>,1,graph cut,0.5,true,title,0,9,Graph-Cut,,10,30
a<b>,2,c ; d,0.33333334,false,,,,,,,
a<b>,3,<digit> b.c,0.25,true,body,7,14,"3 ""b"",
c",,17,37
f,1,g,1,true,,,,,empty,,
`},
		{"text", rows.Each(Text), "graph cut;c , d;<digit> b.c\n\ng\n"},
	} {
		var w writes
		e, err := c.format(&w)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range documents {
			if err := e.Write(Row{Labels: d}); err != nil {
				t.Fatal(err)
			}
			if w.calls > i+1 {
				t.Errorf("%s: %d calls for %d documents", c.name, w.calls, i+1)
			}
		}
		if w.String() != c.want {
			t.Errorf("%s before its end:\n%s\n%s", c.name, w.String(), c.want)
		}
		if err := e.Close(); err != nil || w.String() != c.want {
			t.Errorf("%s:\n%s\n%s, %v", c.name, w.String(), c.want, err)
		}
	}
	if got := string(encoded(t, DefaultTables().Lines(phraseHeader()))); got != "id,rank,phrase,score,present,field,start,end,surface,doubtful,start_char,start_utf16\n" {
		t.Errorf("a table of nothing: %q", got)
	}
}

// TestAbsent: the limits of absent phrases are theirs alone, in every format.
func TestAbsent(t *testing.T) {
	phrases := []schemas.Phrase{phrase("a", .05, true), phrase("b", .5, false), phrase("c", .1, false), phrase("d", .05, false)}
	for _, c := range []struct {
		absent   Absent
		doubtful string
		want     string
	}{
		{Absent{}, "short", "a b c d"},
		{Absent{Least: .1}, "", "a b c"},
		{Absent{Least: .1}, "short", "a b c"},
		{Absent{Least: .1, Sure: true}, "", "a b c"},
		{Absent{Least: .1, Sure: true}, "short", "a"},
		{Absent{Least: 2}, "", "a"},
	} {
		p := schemas.Prediction{Limits: schemas.Limits{Doubtful: c.doubtful}, Phrases: phrases}
		d := Row{Labels: Phrases{Prediction: p, Absent: c.absent}}
		text, lines := encoded(t, rows.Each(Text), d), encoded(t, DefaultTables().Lines(phraseHeader()), d)
		var answer []string
		for _, p := range Answer(p, c.absent).Phrases {
			answer = append(answer, p.Phrase)
		}
		got := strings.TrimSpace(strings.ReplaceAll(string(text), ";", " "))
		if n := len(strings.Fields(c.want)); got != c.want || strings.Join(answer, " ") != c.want || bytes.Count(lines, []byte("\n")) != n+1 {
			t.Errorf("%+v, doubtful %q: %q, %q, want %q\n%s", c.absent, c.doubtful, got, answer, c.want, lines)
		}
	}
}

// TestSpreadsheet: no cell that others gave begins like a formula, and all that the sign hides is there behind it.
func TestSpreadsheet(t *testing.T) {
	for begin, hidden := range map[string]string{
		"=": "'", "+": "'", "-": "'", "@": "'", "\t": "'", "\r": "'", "\n": "'", "\x00": "'", "＝": "'", "＋": "'", "－": "'", "＠": "'",
		"": "", "'": "", "a=": "", "\xff": "", "\ufffd": "", " ": "",
	} {
		given := begin + `cmd|' /C calc'!A0,"x"`
		d := Row{Labels: Phrases{Prediction: schemas.Prediction{ID: given, Phrases: []schemas.Phrase{at(phrase(given, 1e-6, true), "title", 0, 9, given)}}}}
		for _, c := range []struct {
			format rows.Format[Row]
			want   string
		}{{Tables{SpreadsheetSafe: true, ExportDelimiter: ","}.Lines(phraseHeader()), hidden + given}, {DefaultTables().Lines(phraseHeader()), given}} {
			lines, err := csv.NewReader(bytes.NewReader(encoded(t, c.format, d))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if got := lines[1]; got[0] != c.want || got[2] != c.want || got[8] != c.want || got[3] != "1e-06" {
				t.Errorf("%q: %q, want %q", given, got, c.want)
			}
		}
	}
}
