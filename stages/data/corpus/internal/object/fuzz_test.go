package object

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// FuzzJSONL compares the values read from a line with those that the standard
// library gives for the same columns.
func FuzzJSONL(f *testing.F) {
	for _, seed := range []string{
		`{"title":"a","abstract":"b","keywords":["c"]}`, `{"keyword":"a;b","id":5}`, `{"title":"\ud800 \u00e9"}`, `{"Title":"a"}`, `{"title":null}`,
		`{"title":"a","title":"b"}`, "\x00", `{"a":{"title":1}}`, ` { "id" : 12 , "keywords" : [ "a" , "b\n" ] , "x" : -1.5e3 , "y" : [ "z" ] } `,
		`{"keywords":null,"keyword":["a"]}`, `{"id":1.5,"title":1}`, `{"title":"a"} x`, `{"title":"a",}`, `{"keywords":["a",]}`, `{"keywords":[null]}`,
		`{"title":"a\"}`, `{"title":"a`, `{"title":"a","x":[1,2]}`, `{"title":"` + "\t" + `"}`, `{"ti\u0074le":"a"}`, `{"Keyword\u017f":"a"}`, `{}`, `{"x":01}`, `{"text":5,"abstract":"a"}`, `{"summary":"s","text":"t","tags":["k"],"doc_id":"d"}`, `{"keyword":"k","keywords":["l"]}`, `{"body":"a","Abstract":"b"}`, `{"x":nul}`, `{"id":007}`, `"a text"`, `{'id': 1}`, `{"x":NaN,"title":"a"}`, `{"title":NaN,"x":[-Infinity]}`, `{"a b":{"c":"}\\""},"Title":"x","title":""}`, `{"_id":{"$oid":"5f"},"x":"\xff"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		names, err := record.DefaultColumns().Ready()
		if err != nil {
			t.Fatal(err)
		}
		p := parser{path: "f", stem: "f", names: names}
		rec, err := p.Parse(&record.Unparsed{Row: 1, Text: []byte(line)})
		clean, _ := nulled(line)
		object, changed, bad := value(line)
		isObject := bad == nil && object.Kind() == jsonlite.Object
		if valid := json.Unmarshal([]byte(clean), new(struct{})) == nil && strings.HasPrefix(clean, "{"); isObject != valid || isObject && changed && clean == line {
			t.Errorf("%q: %v", line, bad)
		}
		if err != nil || !isObject { // it may be a text
			return
		}
		if spelled(object, "title") > 1 || spelled(object, "abstract") > 1 {
			return // for the preferred spelling see TestSpellings
		}
		var want struct {
			Title    string
			Abstract *string
		}
		e := json.Unmarshal([]byte(clean), &want)
		if _, list := e.(*json.UnmarshalTypeError); list {
			return // a title may be a list of one
		}
		if e != nil || want.Title != rec.Title || want.Abstract != nil && *want.Abstract != rec.Body {
			t.Errorf("%q: got %q and %q, want %+v, %v", line, rec.Title, rec.Body, want, e)
		}
		for _, s := range append([]string{rec.Title, rec.Body}, rec.Keyphrases...) {
			if !utf8.ValidString(s) {
				t.Errorf("%q gave invalid UTF-8", line)
			}
		}
	})
}

// spelled counts the spellings of a name among keys.
func spelled(object *jsonlite.Value, name string) int {
	found := map[string]bool{}
	for key := range object.Object {
		if record.Fold(key) == name {
			found[key] = true
		}
	}
	return len(found)
}
