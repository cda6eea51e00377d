package doubt

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
)

// common are words that English has everywhere, in the order in which a vocabulary would have them.
const common = "the of and to a in is that for on with as by this are from which be an we can it based model not at or have these used results " +
	"system method has each between more new than also their when two one show how such using"

func vocabularyOf(t *testing.T, words ...string) *text.Vocabulary {
	t.Helper()
	var rows []schemas.VocabRow
	for i, w := range slices.Concat(text.Specials, words) {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	// A network may have ids without a row.
	v, err := text.NewVocabulary(rows, len(rows)+50)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// limits are those of a text.
func limits(j *Judge, given string) schemas.Limits {
	return j.Limits(&schemas.Document{BodyText: given}, text.NewTokenizer(text.Fold).Tokens(given), false)
}

func TestReasons(t *testing.T) {
	j := NewJudge(vocabularyOf(t, strings.Fields(common)...))
	for _, c := range []struct{ given, language, doubtful string }{
		{"We show how a tree can be pruned when it has grown too large for the memory of a small machine, and that the results are as good.", "en", ""},
		{"<p>We&#160;show&#160;<i>how</i>&#160;a&#160;tree&#160;can&#160;be&#160;pruned&#160;and&#160;that&#160;it&#160;is&#160;small.</p>", "en", ""},
		{"Wir zeigen, wie ein Baum beschnitten werden kann, wenn er für den Speicher einer kleinen Maschine zu groß geworden ist.", "de", Language},
		{"Мы показываем, как можно обрезать дерево, если оно стало слишком большим для памяти небольшой машины.", "ru", Language},
		{"本文说明当一棵树对于小型机器的内存来说过大时如何对其进行修剪。", "zh", Language},
		{"", "und", Empty},
		{" \n\t ", "und", Empty},
		{"x", "und", Short},
		{"machine learning", "und", Short},
		{"1 2.5 0.31 a\n2 3.5 0.72 b\n3 1.5 0.11 c\n4 0.5 0.92 d", "und", NotProse},
		{"func (t *tree) cut(n int) { if t == nil || n < 0 { return }; t.left.cut(n-1); t.right.cut(n-1); t.size = n }", "", NotProse},
		{"We show how CafÃ© culture and the MÃ¼nchen of the results can be based on this, and that they donâ€™t have a model.", "en", Garbled},
		{"We show how CafÃ© culture and the meaning of the results can be based on this, and that they do not have a model of it at all.", "en", ""},
		{"We show how 0.5 Å–1.0 Å and 2 Å² of the results are at the “Café” of São Paulo, and that this is based on the model.", "en", ""},
		{"Salvia officinalis, Mentha piperita, Rosmarinus, Thymus vulgaris, Lavandula, Melissa, Ocimum basilicum, Origanum majorana", "", ""},
	} {
		got := limits(j, c.given)
		if c.language == "" { // any
			got.Language = ""
		}
		if strings.HasPrefix(c.given, "Salvia") { // for one reason or another
			if got.Doubtful != Unfamiliar && got.Doubtful != Language {
				t.Errorf("%.30s: %+v", c.given, got)
			}
			continue
		}
		if want := (schemas.Limits{Language: c.language, Doubtful: c.doubtful}); got != want {
			t.Errorf("%.30s: %+v, want %+v", c.given, got, want)
		}
	}
	if got := j.Limits(&schemas.Document{}, []string{"w"}, true); !got.Truncated {
		t.Errorf("cut: %+v", got)
	}
}

// TestThresholds: a document on a threshold is fine, and one a step beyond it is not.
func TestThresholds(t *testing.T) {
	j := NewJudge(vocabularyOf(t, strings.Fields(common)...))
	tokens := func(known, unknown, signs int) []string {
		return slices.Concat(slices.Repeat([]string{"the"}, known), slices.Repeat([]string{"zzz"}, unknown), slices.Repeat([]string{"<digit>"}, signs))
	}
	for _, c := range []struct {
		known, unknown, signs int
		tag                   string
		letters               float64
		want                  string
	}{
		{0, 0, 0, "und", 1, Empty},
		{3, 0, 0, "und", 1, Short},
		{4, 0, 0, "und", 1, ""},
		{22, 78, 0, "en", 1, ""},
		{21, 79, 0, "en", 1, Unfamiliar},
		{65, 0, 35, "en", 1, ""},
		{64, 0, 36, "en", 1, NotProse},
		{65, 0, 35, "en", .80, ""},
		{65, 0, 35, "en", .79, NotProse},
		{30, 70, 0, "de", 1, ""},
		{29, 71, 0, "de", 1, Language},
		{29, 71, 0, "und", 1, ""},
		{0, 1, 0, "de", 1, Language},
		{0, 0, 9, "und", 0, Short},
	} {
		if got := j.reason(tokens(c.known, c.unknown, c.signs), c.tag, c.letters); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestFrequent: 300 words are frequent, numbers and punctuation are none of them, and ids without a row are no word.
func TestFrequent(t *testing.T) {
	words := []string{".", ",", text.Digit}
	for i := range 400 {
		words = append(words, "w"+strings.Repeat("v", i))
	}
	j := NewJudge(vocabularyOf(t, words...))
	if want := text.FirstWord + 3 + 300 - 1; j.last != want {
		t.Errorf("the last frequent word is %d, want %d", j.last, want)
	}
	if few := NewJudge(vocabularyOf(t, "a", "b")); few.last != text.FirstWord+1 {
		t.Errorf("of two words the last is %d", few.last)
	}
}

// TestPieces: a vocabulary of word pieces has no order of frequency to go by, so only the shape of a text is doubted.
func TestPieces(t *testing.T) {
	tokenizer, err := wordpiece.New(strings.Fields("[PAD] [UNK] [CLS] [SEP] [MASK] a b ##c"))
	if err != nil {
		t.Fatal(err)
	}
	f := text.VocabularyFile{Rows: text.PieceRows(tokenizer), Pieces: 64}
	v, err := f.Vocabulary(len(f.Rows))
	if err != nil {
		t.Fatal(err)
	}
	j := NewJudge(v)
	for given, want := range map[string]schemas.Limits{
		"Wir zeigen, wie ein Baum beschnitten werden kann, wenn er zu groß geworden ist.": {Language: "de"},
		"x":                     {Language: "und", Doubtful: Short},
		"1 2.5 0.31\n2 a b c d": {Language: "und", Doubtful: NotProse},
	} {
		if got := limits(j, given); got != want {
			t.Errorf("%s: %+v, want %+v", given, got, want)
		}
	}
}
