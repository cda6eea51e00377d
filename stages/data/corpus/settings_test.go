package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
)

// TestCheck: settings that contradict each other or make no sense are refused.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		change func(*Settings)
		want   string // "": they are fine
	}{
		{func(s *Settings) {}, ""},
		{func(s *Settings) { s.KeywordSeparator = "" }, "keyword_separator is empty"},
		{func(s *Settings) { s.Delimiter = ";" }, ""},
		{func(s *Settings) { s.Delimiter = `\t` }, ""},
		{func(s *Settings) { s.Delimiter = "|" }, ""},
		{func(s *Settings) { s.Delimiter = "ab" }, "want one character"},
		{func(s *Settings) { s.Delimiter = "a" }, "want one character"},
		{func(s *Settings) { s.Delimiter = "1" }, "want one character"},
		{func(s *Settings) { s.Delimiter = `"` }, "want one character"},
		{func(s *Settings) { s.Delimiter = "\n" }, "want one character"},
		{func(s *Settings) { s.Delimiter = "é" }, "want one character"},
		{func(s *Settings) { s.Encoding = "" }, "no known encoding"},
		{func(s *Settings) { s.Columns = []string{"titel=x"} }, "want PART=NAME, with PART one of id, title, text, keywords"},
		{func(s *Settings) { s.Columns = []string{"title"} }, "want PART=NAME"},
		{func(s *Settings) { s.Columns = []string{"title=x", "text=X"} }, "the column X is named twice"},
	} {
		s := DefaultSettings()
		c.change(&s)
		if err := s.Check(false); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", s, err, c.want)
		}
	}
}

// TestCheckFormats: a setting that has no meaning for the format is refused.
func TestCheckFormats(t *testing.T) {
	formats := choices()
	references := slices.DeleteFunc(slices.Clone(formats), func(f string) bool { return !reference.Format(f).Known() })
	for want, c := range map[string]struct {
		change func(*Settings)
		fits   []string
	}{
		"columns are named, but":   {func(s *Settings) { s.Columns = []string{"title=name"} }, append([]string{"auto", "jsonl", "json", "csv", "tsv", "parquet", "arrow", "xlsx", "ods"}, references...)},
		"body is given, but":       {func(s *Settings) { s.Body = true }, []string{"auto", "jats", "tei"}},
		"delimiter is given, but":  {func(s *Settings) { s.Delimiter = ";" }, []string{"auto", "csv"}},
		"quotes is none, but":      {func(s *Settings) { s.Quotes = "none" }, []string{"auto", "csv", "tsv"}},
		"sheet is given, but":      {func(s *Settings) { s.Sheet = "a" }, []string{"auto", "xlsx", "ods"}},
		"there is nothing to hear": {func(*Settings) {}, formats},
	} {
		for _, format := range formats {
			s := DefaultSettings()
			s.Format = format
			c.change(&s)
			if err := s.Check(false); (err == nil) != slices.Contains(c.fits, format) || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s with %s: %v", format, want, err)
			}
		}
	}
}

// choices lists the values of --format.
func choices() []string {
	field, _ := reflect.TypeFor[Settings]().FieldByName("Format")
	return strings.Split(field.Tag.Get("choices"), ",")
}

// TestFormatChoices: the setting lists every format that has a reader, auto, and another name of plain.
func TestFormatChoices(t *testing.T) {
	list := []string{string(Auto), string(PerLine)}
	for _, f := range formats {
		if f.read != nil {
			list = append(list, string(f.name))
		}
	}
	if got := choices(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(list))) {
		t.Errorf("%s, want %v", got, list)
	}
}

// TestReadText: --boilerplate keep reads texts whole, with --keywords-line a document without keyphrases has those of its text, and of
// a path among keyphrases the last term is read.
func TestReadText(t *testing.T) {
	const rows = `{"id":"a","title":"Roofs","abstract":"Lichen grows.\nKeywords: lichen; <i>slate</i>"}
{"id":"b","title":"Roofs","abstract":"Lichen grows.\nKeywords: lichen","keywords":["own"]}
{"id":"c","title":"Roofs","abstract":"Lichen grows.","keywords":["Plants > Lichens","Roofs &gt; Old roofs › Slate","p > q","Roofs--Wales","CO2 > H2O"]}
`
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Settings)
		want   string
	}{
		{func(*Settings) {}, "false [] [keywords], false [own] [], false [Lichens Slate p > q Roofs--Wales CO2 > H2O] []"},
		{func(s *Settings) { s.Boilerplate = "keep" }, "true [] [keywords], true [own] [], true [Lichens Slate p > q Roofs--Wales CO2 > H2O] []"},
		{func(s *Settings) { s.KeywordsLine = true }, "false [lichen slate] [], false [own] [], false [Lichens Slate p > q Roofs--Wales CO2 > H2O] []"},
	} {
		s := DefaultSettings()
		c.change(&s)
		warned := 0
		o := s.Options(false, nil)
		o.Warn = func(line string) {
			if strings.Contains(line, "the last term is read") {
				warned++
			}
		}
		batches := &Batches{Set: Files([]string{path}, false, o)}
		b, err := batches.Next()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(r.Whole, r.Keyphrases, r.Missing))
		}
		if strings.Join(got, ", ") != c.want || warned != 1 {
			t.Errorf("%s, %d warnings\nwant %s", strings.Join(got, ", "), warned, c.want)
		}
		batches.Close()
	}
}
