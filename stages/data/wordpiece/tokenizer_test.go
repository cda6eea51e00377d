package wordpiece

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"
)

// load returns the tokenizer of testdata.
func load(t testing.TB) *Tokenizer {
	t.Helper()
	k, err := Load("testdata", os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// names returns the pieces of ids, never nil.
func (t *Tokenizer) names(ids []int32) []string {
	names := []string{}
	for _, id := range ids {
		names = append(names, t.Piece(id))
	}
	return names
}

// TestGolden compares texts of all kinds with the pieces of Hugging Face's tokenizers; testdata/golden.py wrote the file.
func TestGolden(t *testing.T) {
	k := load(t)
	file, err := os.Open("testdata/golden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, n := bufio.NewScanner(file), 0
	for ; lines.Scan(); n++ {
		var line struct {
			text   string
			pieces []string
		}
		if err := json.Unmarshal(lines.Bytes(), &[]any{&line.text, &line.pieces}); err != nil {
			t.Fatal(err)
		}
		if got := k.names(k.Append(nil, line.text)); !slices.Equal(got, line.pieces) {
			t.Errorf("%q: %q, want %q", line.text, got, line.pieces)
		}
	}
	if n < 70 {
		t.Errorf("%d texts", n)
	}
}

// Append skips the damaged bytes of a text.
func TestNoUTF8(t *testing.T) {
	k := load(t)
	if got, want := k.names(k.Append(nil, "the\xff net\xc3works \xf0\x9f")), []string{"the", "net", "##works"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzTokens: a document gives the same pieces as a whole and token by token, and no piece is lost.
func FuzzTokens(f *testing.F) {
	k := load(f)
	f.Add("naïve Bayes", "3.10 \u0301")
	f.Add("unq", "net zzyzx")
	f.Add("深\x00度", "unaffable \u3000")
	f.Add("\u1112", "\u1161\u11ab")
	f.Fuzz(func(t *testing.T, a, b string) {
		ids := k.Append(k.Append(nil, a), b)
		if whole := k.Append(nil, a+" "+b); !slices.Equal(ids, whole) {
			t.Errorf("%q and %q: %v, together %v", a, b, k.names(ids), k.names(whole))
		}
	})
}

func TestVocabulary(t *testing.T) {
	const specials = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n"
	for _, c := range []struct{ text, want string }{
		{specials + "a\n##a\n##\n", ""},
		{specials + "a\r\n##a", ""},
		{specials + "a\n\nb\n", "dir/vocab.txt: line 6: the piece is empty; take the folder of an uncased BERT model"},
		{specials + "a\n##a\na\n", `dir/vocab.txt: line 7: the piece "a" repeats line 5; take the folder of an uncased BERT model`},
		{specials + "##a\n##a\n", `dir/vocab.txt: line 6: the piece "##a" repeats line 5; take the folder of an uncased BERT model`},
		{"[PAD]\n[UNK]\n[CLS]\na\n", "dir/vocab.txt: it has no piece [SEP]; take the folder of an uncased BERT model"},
		{specials + string(make([]byte, 1<<17)), "dir/vocab.txt: line 5: bufio.Scanner: token too long; take the folder of an uncased BERT model"},
	} {
		k, err := Load("dir", fstest.MapFS{VocabularyFile: {Data: []byte(c.text)}})
		checkFile(t, err, c.want)
		if c.want == "" && !reflect.DeepEqual(k.names(k.Append(nil, "aa")), []string{"a", "##a"}) {
			t.Errorf("%q: %v", c.text, k.names(k.Append(nil, "aa")))
		}
	}
	_, err := Load("dir", fstest.MapFS{})
	checkFile(t, err, "dir/vocab.txt: there is no such file; take the folder of an uncased BERT model")
}
