package corpus

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// drainAll reads r to its end and fails on an endless one.
func drainAll(t *testing.T, r Records, most int) (rows, rejects int) {
	defer r.Close()
	var u Unparsed
	for {
		err := r.Next(&u)
		if err != nil {
			return rows, rejects
		}
		rows++
		rec, err := r.Parse(&u)
		if err != nil {
			rejects++
		} else if rec.ID == "" {
			t.Fatal("a record without a name")
		}
		if rows > most {
			t.Fatalf("%d rows out of %d bytes", rows, most)
		}
	}
}

// FuzzFile opens anything at all in every format.
func FuzzFile(f *testing.F) {
	for _, seed := range [][]byte{
		nil, []byte("a <eos> b\n\nc"), []byte(`{"title":"a","keywords":["b"]}` + "\n{"), zipped(f, []byte("a\nb")), zstded(f, []byte("{}")),
		documentsFile(f), zipped(f, documentsFile(f)), parquetOf(f, []paper{{1, 7, nil, "text", []string{"a"}, nil}, {}}), []byte("PAR1"), {0x1f, 0x8b, 8}, []byte("[{"), []byte(`[{"title":"a"},17]`),
		[]byte("id,title\n1,\"a\n\"\"b\"\n2"), []byte("title\ttext\na\tb\n\"c"), []byte("a;b\nc;d\n"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := write(t, "f", data)
		for _, format := range Formats() {
			r, err := Open(path, "", Options{Format: Format(format)})
			if err == nil {
				drainAll(t, r, 1<<30)
			}
		}
		if r, err := Open(path, path, Options{Format: Text}); err == nil {
			drainAll(t, r, 1<<30)
		}
	})
}

// FuzzJSONL compares what is taken of a line with what the standard library
// makes of the same columns.
func FuzzJSONL(f *testing.F) {
	for _, seed := range []string{
		`{"title":"a","abstract":"b","keywords":["c"]}`, `{"keyword":"a;b","id":5}`, `{"title":"\ud800 \u00e9"}`, `{"Title":"a"}`, `{"title":null}`,
		`{"title":"a","title":"b"}`, "\x00", `{"a":{"title":1}}`, ` { "id" : 12 , "keywords" : [ "a" , "b\n" ] , "x" : -1.5e3 , "y" : [ "z" ] } `,
		`{"keywords":null,"keyword":["a"]}`, `{"id":1.5,"title":1}`, `{"title":"a"} x`, `{"title":"a",}`, `{"keywords":["a",]}`, `{"keywords":[null]}`,
		`{"title":"a\"}`, `{"title":"a`, `{"title":"a","x":[1,2]}`, `{"title":"` + "\t" + `"}`, `{"ti\u0074le":"a"}`, `{"Keyword\u017f":"a"}`, `{}`, `{"x":01}`, `{"text":5,"abstract":"a"}`, `{"summary":"s","text":"t","tags":["k"],"doc_id":"d"}`, `{"keyword":"k","keywords":["l"]}`, `{"body":"a","Abstract":"b"}`, `{"x":nul}`, `{"id":007}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		names, err := Columns{}.ready()
		if err != nil {
			t.Fatal(err)
		}
		rec, err := parseObject(&Unparsed{Row: 1, Text: []byte(line)}, names, "f", "f")
		var fast, any Record
		if utf8.ValidString(line) && fast.plain(names, line) {
			if e := any.object(names, []byte(line)); e != nil || !reflect.DeepEqual(fast, any) {
				t.Errorf("%q: the fast reader takes it for %+v, encoding/json for %+v, %v", line, fast, any, e)
			}
		} else if !reflect.DeepEqual(fast, any) {
			t.Errorf("%q: not a usual line, but it left %+v", line, fast)
		}
		if err != nil {
			return
		}
		var want struct {
			Title    string
			Abstract *string
		}
		if e := json.Unmarshal([]byte(line), &want); e != nil || want.Title != rec.Title || want.Abstract != nil && *want.Abstract != rec.Body {
			t.Errorf("%q: got %q and %q, want %+v, %v", line, rec.Title, rec.Body, want, e)
		}
		for _, s := range append([]string{rec.Title, rec.Body}, rec.Keyphrases...) {
			if !utf8.ValidString(s) {
				t.Errorf("%q gave invalid UTF-8", line)
			}
		}
	})
}

// FuzzText holds what any pair of lines must give.
func FuzzText(f *testing.F) {
	f.Add("a . <eos> b", "x;<peos>;y z")
	f.Add("  ", "")
	f.Add("<eos>", ";;<peos>;<peos>")
	f.Fuzz(func(t *testing.T, src, trg string) {
		p := &textPair{source: &Lines{file: &file{path: "f"}}, target: &Lines{}, stem: "f"}
		rec, err := p.Parse(&Unparsed{Row: 1, Text: []byte(src), Target: []byte(trg)})
		if err != nil {
			return
		}
		if len(rec.BodyTokens) == 0 {
			t.Errorf("%q has no body", src)
		}
		if want := strings.Count(trim(trg), ";") + 1; rec.Entries() != want {
			t.Errorf("%q has %d entries, want %d", trg, rec.Entries(), want)
		}
		if rec.Bar > len(rec.Phrases) {
			t.Errorf("%q: %d phrases before the bar, %d in all", trg, rec.Bar, len(rec.Phrases))
		}
	})
}
