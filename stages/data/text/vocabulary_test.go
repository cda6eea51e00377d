package text

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestCounter: words are counted in whatever order the documents come. Of words of equal frequency those of the first document come
// first, in their order there. Words that are only numbered, and special tokens, do not count.
func TestCounter(t *testing.T) {
	documents := strings.Split("b a <eos> c|d a|c b e|f f g|g e h|a i|j d", "|")
	const want = "<pad> <unk> <bos> <eos> <sep> <peos> <null> a:3 b:2 c:2 d:2 e:2 f:2 g:2 h:1 i:1 j:1"
	digest := ""
	for step := 1; step <= 6; step++ {
		c := NewCounter()
		c.Numbers(nil, words("z c never counted"))
		for i := range documents {
			at := (i*step + 3) % len(documents)
			count(c, int64(at), words(documents[at]), nil)
		}
		c.Numbers(nil, words("later"))
		rows := c.Rows()
		if got := spell(rows); got != want {
			t.Errorf("every %dth document: %s, want %s", step, got, want)
		}
		if d := Digest(rows); digest != "" && d != digest {
			t.Errorf("every %dth document: another digest", step)
		} else {
			digest = d
		}
	}
	c := NewCounter()
	count(c, 0, words("b"), split("a c;<peos>;d", ";"))
	if got := spell(c.Rows()); got != "<pad> <unk> <bos> <eos> <sep> <peos> <null> b:1 a:1 c:1 d:1" {
		t.Errorf("with targets: %s", got)
	}
	if got := spell(NewCounter().Rows()); got != "<pad> <unk> <bos> <eos> <sep> <peos> <null>" {
		t.Errorf("rows of nothing: %s", got)
	}
	if n := c.Numbers(nil, words("c b new")); !slices.Equal(n, []int32{2, 0, 5}) {
		t.Errorf("numbers %v", n)
	}
}

// count counts an example that is not kept.
func count(c *Counter, document int64, source []string, targets [][]string) {
	numbers := c.Numbers(nil, source)
	for _, t := range targets {
		numbers = c.Numbers(numbers, t)
	}
	c.Count(document, numbers)
}

func TestDigest(t *testing.T) {
	rows := rowsOf("a b")
	seen := map[string]bool{Digest(nil): true}
	for _, change := range []func(){
		func() {},
		func() { rows[7].Token = "c" },
		func() { rows[7].Count++ },
		func() { rows[8].ID++ },
		func() { rows = rows[:8] },
	} {
		change()
		if d := Digest(rows); seen[d] || len(d) != 64 {
			t.Errorf("digest %s of %v", d, rows)
		} else {
			seen[d] = true
		}
	}
}

func TestVocabulary(t *testing.T) {
	v, err := NewVocabulary(rowsOf("a b c d"), 10)
	if err != nil {
		t.Fatal(err)
	}
	if v.Size() != 10 {
		t.Errorf("size %d, want 10", v.Size())
	}
	for word, id := range map[string]int32{
		"<pad>": Pad, "<unk>": Unk, "<bos>": Bos, "<eos>": Eos, "<sep>": Sep, "<peos>": Peos, "<null>": Null,
		"a": FirstWord, "c": 9,
	} {
		if v.ID(word) != id || v.Word(id) != word {
			t.Errorf("%s: id %d (want %d), word of it %s", word, v.ID(word), id, v.Word(id))
		}
	}
	for _, word := range []string{"d", "z", ""} {
		if v.ID(word) != Unk {
			t.Errorf("%q is known", word)
		}
	}
	for _, id := range []int32{-1, 10, 11, 1 << 30} {
		if v.Word(id) != "<unk>" {
			t.Errorf("word %d is %q", id, v.Word(id))
		}
	}
}

func TestVocabularyErrors(t *testing.T) {
	twice := rowsOf("a b a")
	moved := rowsOf("a b")
	moved[8].ID = 9
	for name, c := range map[string]struct {
		rows []schemas.VocabRow
		size int
		want string
	}{
		"size":     {rowsOf("a"), 7, "at least 8"},
		"short":    {rowsOf("a")[:3], 100, "3 rows"},
		"specials": {rowsOf("a")[1:], 100, "row 1"},
		"ids":      {moved, 100, "row 9: id 9, want 8"},
		"twice":    {twice, 100, `row 10: "a" is also row 8`},
	} {
		if _, err := NewVocabulary(c.rows, c.size); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
}

func TestEncode(t *testing.T) {
	v, err := NewVocabulary(rowsOf("a b"), 9)
	if err != nil {
		t.Fatal(err)
	}
	source := words("a x b y x z y <pad>") // the last a word like any other
	targets := split("a y;<peos>;z;w", ";")
	counter := NewCounter()
	numbers := counter.Numbers(nil, source)
	var targetNumbers [][]int32
	for _, t := range targets {
		targetNumbers = append(targetNumbers, counter.Numbers(nil, t))
	}
	coder := counter.Coder(v)
	for _, c := range []struct {
		e              Encoding
		extended       []int32
		oov            string
		y, z, absentID int32
	}{
		{Encoding{MaxOOV: 1000}, []int32{7, 9, 8, 10, 9, 11, 10, 0}, "x y z", 10, 11, 1},
		{Encoding{MaxOOV: 2}, []int32{7, 9, 8, 10, 9, 1, 10, 0}, "x y", 10, 1, 1},
		{Encoding{MaxOOV: 2, Released: true}, []int32{7, 9, 8, 10, 1, 1, 1, 0}, "x y", 10, 1, 1},
		{Encoding{}, []int32{7, 1, 8, 1, 1, 1, 1, 0}, "", 1, 1, 1},
	} {
		x := v.Encode("id", source, targets, c.e)
		if x.ID != "id" || !slices.Equal(x.Source, []int32{7, 1, 8, 1, 1, 1, 1, 0}) ||
			!slices.Equal(x.Extended, c.extended) || strings.Join(x.OOV, " ") != c.oov {
			t.Errorf("%+v: %+v", c.e, x)
		}
		want := [][]int32{{7, c.y}, {Peos}, {c.z}, {c.absentID}}
		if !slices.EqualFunc(x.Targets, want, slices.Equal) {
			t.Errorf("%+v: targets %v, want %v", c.e, x.Targets, want)
		}
		if byNumber, cut := coder.Encode("id", numbers, targetNumbers, c.e); cut || !reflect.DeepEqual(byNumber, x) {
			t.Errorf("%+v: by number %+v, want %+v", c.e, byNumber, x)
		}
	}
	if x := v.Encode("", nil, nil, Encoding{}); len(x.Source) != 0 || x.Targets != nil {
		t.Errorf("nothing became %+v", x)
	}
}

// rowsOf returns the specials and the given words with falling counts.
func rowsOf(list string) []schemas.VocabRow {
	var rows []schemas.VocabRow
	for i, w := range append(slices.Clone(Specials), words(list)...) {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w, Count: int64(100 - i)})
	}
	return rows
}

func spell(rows []schemas.VocabRow) string {
	var s []string
	for _, r := range rows {
		w := r.Token
		if r.Count > 0 {
			w += ":" + string(rune('0'+r.Count))
		}
		s = append(s, w)
	}
	return strings.Join(s, " ")
}
