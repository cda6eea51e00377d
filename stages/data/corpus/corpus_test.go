package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
)

// write puts a file into a fresh folder and returns its path.
func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// outcome reads a file to its end and returns every row as a line of text.
func outcome(r Records) ([]string, error) {
	var all []string
	var u Unparsed
	for {
		if err := r.Next(&u); err != nil {
			if err == io.EOF {
				err = nil
			}
			return all, err
		}
		rec, err := r.Parse(&u)
		switch {
		case err != nil:
			all = append(all, fmt.Sprintf("%d reject %v", rec.Row, err))
		case rec.Tokenized:
			all = append(all, fmt.Sprintf("%d %s %q %q %q bar %d blank %v", rec.Row, rec.ID, rec.TitleTokens, rec.BodyTokens, rec.Phrases, rec.Bar, rec.Blank))
		default:
			all = append(all, fmt.Sprintf("%d %s %q %q %q missing %v", rec.Row, rec.ID, rec.Title, rec.Body, rec.Keyphrases, rec.Missing))
		}
	}
}

func read(t *testing.T, path, target string, f Format) ([]string, error) {
	t.Helper()
	r, err := Open(path, target, Options{Format: f})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return outcome(r)
}

func zipped(t testing.TB, data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t testing.TB, data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

func documentsFile(t testing.TB) []byte {
	var b bytes.Buffer
	w := schemas.Documents.NewWriter(&b, nil)
	w.Write(schemas.Document{ID: "d1", Title: []string{"a", "."}, Body: []string{"b"}, Present: [][]string{{"b"}}, Absent: [][]string{{"c", "d"}}},
		schemas.Document{ID: "d2"})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFormatsAndCompression(t *testing.T) {
	csv := "\ufeffDoc_ID,Title,year,abstract,Keywords\r\n" +
		"x,\"A \"\"quoted\"\", title\",1999,\"two\nlines\",k; l\n\n" + ",T2,,,\"[\"\"m\"\",\"\"n;o\"\"]\"\n"
	rows := []string{
		`2 x "A \"quoted\", title" "two\nlines" ["k" " l"] missing []`,
		`5 pool-5 "T2" "" ["m" "n;o"] missing []`,
	}
	jsonl := "\ufeff" + `{"id":"x","title":"T","abstract":"A","keywords":["k; l","m"],"year":1999}` + "\r\n\n" +
		`{"title":"T2","abstract":null,"keyword":"a;b"}` + "\n" + `{"id":7,"title":"only"}`
	cases := []struct {
		name, file string
		data       []byte
		want       []string
	}{
		{"jsonl", "pool.jsonl", []byte(jsonl), []string{
			`1 x "T" "A" ["k; l" "m"] missing []`,
			`3 pool-3 "T2" "" ["a" "b"] missing []`,
			`4 7 "only" "" [] missing [abstract keywords]`,
		}},
		{"array", "pool.json", []byte("\ufeff[\n" + `{"id":"x","title":"a ] , \" }","text":"A",
 "tags":["k"]} , {"doc_id":7,"title":"T","x":{"y":[1]}},{"Title":null,"abstract":"b\u0021"}` + "\n]\n"), []string{
			`1 x "a ] , \" }" "A" ["k"] missing []`,
			`2 7 "T" "" [] missing [abstract keywords]`,
			`3 pool-3 "" "b!" [] missing [keywords]`,
		}},
		{"empty array", "pool.json", []byte(" [ ] "), nil},
		{"csv", "pool.csv", []byte(csv), rows},
		{"csv of another name", "pool.dat", []byte(csv), rows},
		{"tsv", "pool.tsv", []byte(strings.NewReplacer(",T", "\tT", ",year,a", "\tyear\ta", ",K", "\tK", "x,", "x\t", ",1999,", "\t1999\t", ",k", "\tk", ",,,", "\t\t\t").Replace(csv)), rows},
		{"one column", "pool.csv", []byte("text\n\"a, b\"\n"), []string{`2 pool-2 "" "a, b" [] missing [title keywords]`}},
		{"several names of one part", "pool.csv", []byte("content,key,body,summary,id\nc,k,b,s,i\n"), []string{`2 i "" "b" [] missing [title keywords]`}},
		{"header with blanks", "pool.csv", []byte("id, title, abstract\ni,t,a\n"), []string{`2 i "t" "a" [] missing [keywords]`}},
		{"text that names columns", "src.txt", []byte("text , images and video\na title , an abstract\n"), []string{
			`1 src-1 [] ["text" "," "images" "and" "video"] [] bar -1 blank false`,
			`2 src-2 [] ["a" "title" "," "an" "abstract"] [] bar -1 blank false`,
		}},
		{"a lone word that names a column", "src.txt", []byte("title\na title\n"), []string{
			`1 src-1 [] ["title"] [] bar -1 blank false`,
			`2 src-2 [] ["a" "title"] [] bar -1 blank false`,
		}},
		{"raw sentences", "src.txt", []byte("Text, images and video; a survey\nOn 1,000 graphs\n"), []string{
			`1 src-1 [] ["Text," "images" "and" "video;" "a" "survey"] [] bar -1 blank false`,
			`2 src-2 [] ["On" "1,000" "graphs"] [] bar -1 blank false`,
		}},
		{"text", "src.txt", []byte("a title . <eos> the body\nno title\n\n"), []string{
			`1 src-1 ["a" "title" "."] ["the" "body"] [] bar -1 blank false`,
			`2 src-2 [] ["no" "title"] [] bar -1 blank false`,
			`3 src-3 [] [""] [] bar -1 blank true`,
		}},
		{"parquet", "docs.parquet", documentsFile(t), []string{
			`1 d1 ["a" "."] ["b"] [["b"] ["c" "d"]] bar 1 blank false`,
			`2 d2 [] [] [] bar 0 blank true`,
		}},
		{"empty", "empty.txt", nil, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for end, data := range map[string][]byte{"": c.data, ".gz": zipped(t, c.data), ".zst": zstded(t, c.data), "x": zipped(t, c.data)} {
				name := c.file + end
				want := c.want
				if end == "x" { // a compression that the name does not show
					name = c.file
				}
				got, err := read(t, write(t, name, data), "", Auto)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s:\ngot  %q, %v\nwant %q", name, got, err, want)
				}
			}
		})
	}
}

// TestListOfOne: a list of one text is that text, as Crossref has titles; an empty one is no text; a list of authors is not one
// of documents.
func TestListOfOne(t *testing.T) {
	got, err := read(t, write(t, "a.jsonl", []byte(`{"DOI":"10.1/a","title":["T"],"abstract":["A"]}`+"\n"+`{"DOI":"10.1/b","title":[],"abstract":"B"}`+"\n"+
		`{"DOI":"10.1/c","author":[{"family":"F"}]}`)), "", Auto)
	want := []string{`1 10.1/a "T" "A" [] missing [keywords]`, `2 10.1/b "" "B" [] missing [keywords]`, `3 10.1/c "" "" [] missing [title abstract keywords]`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestBadRows(t *testing.T) {
	big := `{"title":"` + strings.Repeat("x", MaxLine) + `","abstract":""}`
	good := `{"id":"g","title":"T","abstract":"A","keywords":[]}`
	for _, c := range []struct{ name, line, want string }{
		{"not JSON", `{"title": oops}`, "not valid JSON"},
		{"cut", `{"title":"a"`, "not valid JSON"},
		{"not UTF-8", `{"title":"` + "\xff" + `"}`, "not valid UTF-8"},
		{"a list", `[1,2]`, "the line must be an object, it is of type array"},
		{"a number", `17`, "the line must be an object, it is of type number"},
		{"number as title", `{"title":5,"abstract":"a"}`, "title must be a text, it is 5"},
		{"list as abstract", `{"title":"a","abstract":["a","b"]}`, `abstract must be a text, it is ["a","b"]; give one text per document`},
		{"columns of pandas", `{"title":{"0":"a"},"abstract":{"0":"b"}}`, `title must be a text, it is {"0":"a"}; give one text per document, as pandas does with orient="records"`},
		{"numbers as title", `{"title":[5],"abstract":"a"}`, "title must be a text, it is [5]; give"},
		{"a list of documents", `{"n":[1],"items":[{"title":"a"}]}`, "has neither a title nor an abstract, but a list of documents; jq -c '.items[]' writes one per line"},
		{"a list within", `{"message":{"facets":{},"items":[{"title":"a"}]}}`, "jq -c '.message.items[]' writes"},
		{"number as keywords", `{"title":"a","abstract":"a","keywords":5}`, "keywords must be a list of texts"},
		{"number in keywords", `{"title":"a","abstract":"a","keywords":["a",5]}`, "keywords must be a list of texts"},
		{"object as id", `{"id":{},"title":"a"}`, "id must be a text"},
		{"fraction as id", `{"id":1.5,"title":"a"}`, "id must be a text"},
		{"too long", big, "more than the limit of 8388608"},
		{"two values", `{"title":"a"} {"title":"b"}`, "not valid JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(t, write(t, "a.jsonl", []byte(good+"\n"+c.line+"\n"+good)), "", Auto)
			if err != nil || len(got) != 3 {
				t.Fatalf("got %q, %v; want three rows", got, err)
			}
			if !strings.HasPrefix(got[1], "2 reject ") || !strings.Contains(got[1], c.want) {
				t.Errorf("got %.200q, want a rejection for %q", got[1], c.want)
			}
			if got[0] != `1 g "T" "A" [] missing []` || got[2] != `3 g "T" "A" [] missing []` {
				t.Errorf("the rows beside it: %q", got)
			}
		})
	}
}

func TestBadTextRows(t *testing.T) {
	src := write(t, "s.txt", []byte("a <eos> b <eos> c\nb\xffd\n"+strings.Repeat("w ", MaxLine/2)+"w"+"\ngood\ngood\n"))
	trg := write(t, "t.txt", []byte("x\nx\nx\nb\xff\ny;<peos>;z w\n"))
	got, err := read(t, src, trg, Auto)
	want := []string{
		"1 reject <eos> occurs 2 times, once is allowed",
		"2 reject not valid UTF-8",
		"3 reject the line has 8388610 bytes, more than the limit of 8388608",
		"4 reject the target line is not valid UTF-8",
		`5 s-5 [] ["good"] [["y"] ["z" "w"]] bar 1 blank false`,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %.500q, %v\nwant %q", got, err, want)
	}
}

func TestUnequalPair(t *testing.T) {
	for _, c := range []struct{ src, trg, want string }{
		{"a\nb\nc\n", "x\n", "has 1 lines, its source SRC has 3"},
		{"a", "x\ny\nz", "has 3 lines, its source SRC has 1"},
		{"", "x", "has 1 lines, its source SRC has 0"},
	} {
		src, trg := write(t, "s.txt", []byte(c.src)), write(t, "t.txt", []byte(c.trg))
		_, err := read(t, src, trg, Auto)
		var file *schemas.FileError
		if !errors.As(err, &file) || file.File != trg || !strings.Contains(err.Error(), strings.Replace(c.want, "SRC", src, 1)) {
			t.Errorf("%q and %q: %v, want %s", c.src, c.trg, err, c.want)
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	var lines strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&lines, `{"id":"%d","title":"%x","abstract":"a%d"}`+"\n", i, i*7919, i*i)
	}
	text := []byte(lines.String())
	gz, zst, docs := zipped(t, text), zstded(t, text), documentsFile(t)
	damage := func(data []byte) []byte {
		data = bytes.Clone(data)
		for i := range 64 {
			data[len(data)/2+i] ^= 0x5a
		}
		return data
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"cut.jsonl.gz", gz[:len(gz)/2], "after line"},
		{"end.jsonl.gz", gz[:len(gz)-4], "the file is cut short"},
		{"head.jsonl.gz", gz[:5], "the file is cut short"},
		{"nothing.jsonl.gz", nil, "the file is cut short"},
		{"damaged.jsonl.gz", damage(gz), "the gzip data is damaged"},
		{"tail.jsonl.gz", append(bytes.Clone(gz), "more rubbish than a header is long"...), "the gzip data is damaged"},
		{"cut.jsonl.zst", zst[:len(zst)/2], "the file is cut short"},
		{"damaged.jsonl.zst", damage(zst), "the zstd data is damaged"},
		{"cut.parquet", docs[:len(docs)-10], "cut.parquet"},
		{"cut.parquet.gz", zipped(t, docs[:len(docs)-10]), "cut.parquet.gz"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.name, c.data)
			_, err := read(t, path, "", Auto)
			var file *schemas.FileError
			if !errors.As(err, &file) || file.File != path || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a file error of %s with %q", err, path, c.want)
			}
		})
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.txt"), "", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Open(t.TempDir(), "", Options{}); err == nil {
		t.Error("a folder was opened")
	}
}

func TestZstdWindow(t *testing.T) {
	// A frame that claims a window of 1 GiB and holds one raw block of a byte.
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x09, 0x00, 0x00, 'x'}
	_, err := read(t, write(t, "w.txt.zst", frame), "", Auto)
	if err == nil || !strings.Contains(err.Error(), "window of at most 128 MiB") {
		t.Errorf("got %v", err)
	}
}

func TestFormatOverride(t *testing.T) {
	path := write(t, "odd.txt", []byte(`{"title":"a"} b`+"\n"))
	got, err := read(t, path, "", Text)
	if want := []string{`1 odd-1 [] ["{\"title\":\"a\"}" "b"] [] bar -1 blank false`}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("as text: %q, %v", got, err)
	}
	if got, err := read(t, write(t, "plain.txt", []byte("word\n")), "", JSONL); err != nil || len(got) != 1 || !strings.Contains(got[0], "reject") {
		t.Errorf("as jsonl: %q, %v", got, err)
	}
	if _, err := read(t, path, path, JSONL); err == nil {
		t.Error("a pair was read as jsonl")
	}
	if _, err := read(t, path, "", "csv"); err == nil {
		t.Error("an unknown format was read")
	}
}

// TestGzipPadding: any number of zeros after the last member is skipped. Anything else after it is an error, and so is
// another member after zeros, as for the gzip program.
func TestGzipPadding(t *testing.T) {
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	zeros := func(n int) []byte { return make([]byte, n) }
	one, two := zipped(t, []byte("one\n")), zipped(t, []byte("two\n"))
	for _, c := range []struct {
		name string
		data []byte
		rows int
		want string
	}{
		{"alone", one, 1, ""},
		{"one zero", join(one, zeros(1)), 1, ""},
		{"fewer than a header", join(one, zeros(9)), 1, ""},
		{"a block of tar", join(one, zeros(10240-len(one))), 1, ""},
		{"more than a buffer", join(one, zeros(1<<20)), 1, ""},
		{"two members", join(one, two), 2, ""},
		{"two members and zeros", join(one, two, zeros(512)), 2, ""},
		{"an empty member", join(one, zipped(t, nil), two), 2, ""},
		{"rubbish", join(one, []byte("more rubbish than a header is long")), 1, "the gzip data is damaged: bytes after its end"},
		{"a byte behind zeros", join(one, zeros(4096), []byte("x")), 1, "the gzip data is damaged: bytes after its end"},
		{"a member behind zeros", join(one, zeros(512), two), 1, "the gzip data is damaged: bytes after its end"},
		{"a cut member", join(one, two[:len(two)-3]), 2, "the file is cut short"},
		{"a cut header", join(one, two[:5]), 1, "the file is cut short"},
		{"a wrong checksum", join(one, two[:len(two)-8], []byte("xxxx"), two[len(two)-4:]), 2, "the gzip data is damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(t, write(t, "x.txt.gz", c.data), "", Text)
			if c.want == "" && (err != nil || len(got) != c.rows) {
				t.Errorf("%d rows, %v; want %d", len(got), err, c.rows)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%d rows, %v; want %q", len(got), err, c.want)
			}
		})
	}
}
