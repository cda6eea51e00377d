package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// labelled reads a file whose documents are only labelled, and returns what outcome shows and what was said and warned.
func labelled(t *testing.T, name, data string, columns ...string) (rows, said []string) {
	t.Helper()
	s := DefaultSettings()
	s.Columns = columns
	hear := func(line string) { said = append(said, line) }
	o := s.Options(true, hear)
	o.Warn = func(line string) { hear("warn " + line) }
	r, err := Open(write(t, name, []byte(data)), "", o)
	if err != nil {
		return []string{err.Error()}, said
	}
	defer r.Close()
	rows, err = outcome(r)
	if err != nil {
		rows = append(rows, err.Error())
	}
	return rows, said
}

// TestUnneededColumns: columns that labelling does not need may hold anything, and ids may be those of MongoDB.
func TestUnneededColumns(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"title":"T","x":NaN,"y":[1,-Infinity,{"z":Infinity}]}`:      `1 1 "T" "" [] missing [abstract keywords]`,
		`{"id":1,"title":"T","abstract":NaN,"w":"NaN, \"Infinity"}`:          `1 1 "T" "" [] missing [keywords]`,
		`{"id":1,"title":"T","keywords":["k"]}`:                              `1 1 "T" "" [] missing [abstract keywords]`,
		`{"id":1,"title":"T","keywords":[{"id":1}]}`:                         `1 1 "T" "" [] missing [abstract keywords]`,
		`{"id":1,"title":"T","keywords":{"a":1},"tags":5}`:                   `1 1 "T" "" [] missing [abstract keywords]`,
		`{"_id":{"$oid":"5f00"},"title":"T"}`:                                `1 5f00 "T" "" [] missing [abstract keywords]`,
		`{"_id":{"$numberLong":"9007199254740993"},"title":"T"}`:             `1 9007199254740993 "T" "" [] missing [abstract keywords]`,
		`{"_id":{"$oid":"5f00"},"id":7,"title":"T"}`:                         `1 7 "T" "" [] missing [abstract keywords]`,
		`{"id":["a"],"title":"T","x":"` + "\xff" + `"}`:                      `1 a "T" "" [] missing [abstract keywords]`,
		`{"id":{"a":"b"},"title":"T"}`:                                       `1 reject id must be a text, it is {"a":"b"}; name another column by --columns id=NAME`,
		`{"id":1,"title":{"en":"T"}}`:                                        `1 reject title must be a text, it is {"en":"T"}; give one text per document, as pandas does with orient="records"; name another column by --columns title=NAME`,
		`{"id":1,"title":"T","x":nana}`:                                      `1 reject not valid JSON: invalid character 'a' in literal null (expecting 'u')`,
		`{"abstract_inverted_index":{"T":[0]},"keywords":[{"x":1}],"y":NaN}`: `1 a-1 "" "T" [] missing [title keywords]`,
	} {
		if got, _ := labelled(t, "a.jsonl", line+"\n"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for _, name := range []string{"a.csv", "a.tsv"} {
		data := strings.ReplaceAll("id,title,keywords\n1,T,\"['x', 'y']\"\n", ",", map[string]string{"a.csv": ",", "a.tsv": "\t"}[name])
		if got, _ := labelled(t, name, data); len(got) != 1 || got[0] != `2 1 "T" "" [] missing [abstract keywords]` {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestKeywordObjects: where keyphrases are needed, a list of objects has them under one key that is clear, or the error names
// --columns.
func TestKeywordObjects(t *testing.T) {
	const refused = "reject keywords is a list of objects, and none of their keys is the one with the phrase; name another column by --columns keywords=NAME"
	for keywords, want := range map[string]string{
		`[{"id":"u","display_name":"a","score":0.5},{"id":"v","display_name":"b"}]`: `["a" "b"]`,
		`[{"kw":"a","n":1}]`:                  `["a"]`,
		`[{"descriptor_name":"a","ui":"D1"}]`: `["a"]`,
		`[]`:                                  `[]`,
		`[{"name":"a","value":"b"}]`:          refused,
		`[{"name":"a"},{"label":"b"}]`:        refused,
		`[{"x":"a","y":"b"}]`:                 refused,
		`[{"name":"a"},null]`:                 refused,
		`{"name":"a"}`:                        `reject keywords must be a list of texts, or one text joined by ";"; name another column`,
	} {
		got, err := read(t, write(t, "a.jsonl", []byte(`{"title":"T","keywords":`+keywords+"}\n")), "", Auto)
		if err != nil || len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: %q, %v, want %s", keywords, got, err, want)
		}
	}
}

// TestKnownNames: names are known in any case, with blank, "-" or "_" between words, of reference managers and in other
// languages; tags only where a file has TI and AB.
func TestKnownNames(t *testing.T) {
	for header, want := range map[string]string{
		"KEY;Document Title;Abstract Note;Author Keywords": "1 i t a [k]",
		"Lens-ID;article_title;ABSTRACT;Manual-Tags":       "1 i t a [k]",
		"doi;Título;Resumo;Palavras-chave":                 "1 i t a [k]",
		"Doc-Id;Titolo;Riassunto;Parole chiave":            "1 i t a [k]",
		"ID;Titel;Samenvatting;Trefwoorden":                "1 i t a [k]",
		"id;Tytuł;Streszczenie;Słowa_kluczowe":             "1 i t a [k]",
		"id;Název;Abstrakt;Klíčová slova":                  "1 i t a [k]",
		"id;Titel;Sammanfattning;Nyckelord":                "1 i t a [k]",
		"id;Otsikko;Tiivistelmä;Asiasanat":                 "1 i t a [k]",
		"id;Название;Аннотация;Ключевые  слова":            "1 i t a [k]",
		"id;题名;摘要;关键词":                                     "1 i t a [k]",
		"id;タイトル;抄録;キーワード":                                 "1 i t a [k]",
		"UT;TI;AB;DE":                                      "1 i t a [k]",
		"UT;ID;AB;TI":                                      "1 i k a []", // ID is Keywords Plus
		"\ufeffid;\ufeffTitle;abstract ;keywords":          "1 i t a [k]",
		"title;TI;AB;keywords":                             "1 a-2 i a [k]", // title comes first
		"id;title;AB;DE":                                   "1 i t  []",
		"_id;id;title;abstract":                            "1 t a k []",
		"Title;id;title;keywords":                          "1 t a  [k]", // our spelling first
	} {
		s := DefaultSettings()
		r, err := Open(write(t, "a.csv", []byte(header+"\ni;t;a;k\n")), "", s.Options(false, nil))
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		got, err := r.Parse(&u)
		if said := fmt.Sprint("1 ", got.ID, " ", got.Title, " ", got.Body, " ", got.Keyphrases); err != nil || said != want {
			t.Errorf("%s: %q, %v, want %q", header, said, err, want)
		}
		r.Close()
	}
}

// TestSpellings: of two spellings of a key the one with more values is read, in every row, and the log names it.
func TestSpellings(t *testing.T) {
	rows, said := labelled(t, "a.jsonl", `{"title":"","Title":"x"}`+"\n"+`{"Title":"y","title":""}`+"\n"+`{"title":"z"}`+"\n")
	want := []string{`1 a-1 "x" "" [] missing [abstract keywords]`, `2 a-2 "y" "" [] missing [abstract keywords]`, `3 a-3 "z" "" [] missing [abstract keywords]`}
	if !slices.Equal(rows, want) || len(said) != 1 || !strings.Contains(said[0], "title=Title; not read: title") {
		t.Errorf("%q, %q", rows, said)
	}
	rows, said = labelled(t, "a.jsonl", `{"TITLE":"x","title":"y"}`+"\n")
	if !strings.Contains(rows[0], `"y"`) || !strings.Contains(said[0], "title=title; not read: TITLE") {
		t.Errorf("%q, %q", rows, said)
	}
}

// TestMarks: byte order marks are blank, several of them, and at the start of lines of files that were joined.
func TestMarks(t *testing.T) {
	for name, data := range map[string]string{
		"a.csv":   "\ufeff\ufeffid,title\n1,T\n\ufeff2,U\n",
		"a.tsv":   "\ufeff\"id\"\ttitle\n1\tT\n\ufeff\"2\"\tU\n",
		"a.jsonl": "\ufeff\ufeff{\"id\":1,\"title\":\"T\"}\n\ufeff{\"\ufeffid\":2,\"title\":\"U\"}\n",
	} {
		rows, _ := labelled(t, name, data)
		if len(rows) != 2 || !strings.Contains(rows[0], ` 1 "T"`) || !strings.Contains(rows[1], ` 2 "U"`) {
			t.Errorf("%s: %q", name, rows)
		}
	}
}

// TestUnreadColumns: a column that looks like a title or an abstract and is not read is a warning; others are not.
func TestUnreadColumns(t *testing.T) {
	const prose = "we describe how the words of a text can be chosen so that a reader finds what it is about, and we show with many examples that this is not hard to do if the words are known before"
	for _, c := range []struct{ name, data, want string }{
		{"a.csv", "id,title,Abstract (English)\n1,T,A\n", `the column "Abstract (English)" looks like an abstract and is not read; --columns 'text=Abstract (English)' reads it`},
		{"a.csv", "id,abstract,Paper's title\n1,A,T\n", `the column "Paper's title" looks like a title`},
		{"a.csv", "id,title,abstract,Abstract_de\n1,T,A,D\n", `"Abstract_de" looks like an abstract`},
		{"a.csv", "id,title,Inhaltsangabe\n1,T,\"" + prose + "\"\n", `"Inhaltsangabe" looks like an abstract`},
		{"a.jsonl", `{"title":"T","about":"` + prose + `"}`, `"about" looks like an abstract`},
		{"a.csv", "id,title,source title,journal_title,title_url,abstract,abstract url,Short Title,Original title\n1,T,a,b,c,d,e,f,g\n", ""},
		{"a.csv", "id,title,References,year\n1,T,\"" + strings.Repeat("Smith, J. (1999). Of Words. Journal of Texts, 3. ", 9) + "\",1\n", ""},
		{"a.csv", "id,title,seen\n1,T,\"" + strings.Repeat("Smith, J. and Mills, A., Texts 1999; ", 9) + "\"\n", ""},
		{"a.csv", "id,abstract,Source title\n1,A,S\n", ""},
	} {
		_, said := labelled(t, c.name, c.data)
		if got := strings.Join(said[1:], "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%.60q: %q, want %q", c.data, got, c.want)
		}
	}
	if _, said := labelled(t, "a.csv", "id,title,x,Abstract Text\n1,T,A,B\n", "text=x"); len(said) != 1 {
		t.Errorf("with a text that the user named: %q", said)
	}
}
