package authors

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestVocabulary: every form gives the words in the order of their ids.
func TestVocabulary(t *testing.T) {
	for name, text := range map[string]string{
		"words.txt":   "<pad>\n<unk>\n\na b\né\n",
		"crlf.txt":    "<pad>\r\n<unk>\r\n\r\na b\r\né",
		"ids.json":    `{"a b": 3, "<unk>": 1, "": 2, "<pad>": 0, "é": 4}`,
		"vocab.json":  `{"idx2word": {"0": "no"}, "word2idx": {"a b": 3, "<unk>": 1, "": 2, "<pad>": 0, "é": 4}}`,
		"list.json":   `[{"a b": 3, "<unk>": 1, "": 2, "<pad>": 0, "é": 4}, {}, {}]`,
		"ids.pickle":  "\x80\x02}X\x08\x00\x00\x00word2idx}(X\x03\x00\x00\x00a bK\x03X\x05\x00\x00\x00<unk>K\x01X\x00\x00\x00\x00K\x02X\x05\x00\x00\x00<pad>K\x00X\x02\x00\x00\x00éK\x04us.",
		"list.pickle": "\x80\x04](}(\x8c\x03a bK\x03\x8c\x05<unk>K\x01\x8c\x00K\x02\x8c\x05<pad>K\x00\x8c\x02éK\x04u}e.",
	} {
		rows, err := Vocabulary(stagetest.Write(t, t.TempDir(), name, text))
		var words []string
		for i, r := range rows {
			if words = append(words, r.Token); int(r.ID) != i {
				t.Errorf("%s: id %d in row %d", name, r.ID, i)
			}
		}
		if got := strings.Join(words, "|"); err != nil || got != "<pad>|<unk>||a b|é" {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
	rows, err := Vocabulary(made + "vocab.pt")
	if err != nil || len(rows) != 27 || rows[6].Token != "<null>" || rows[7].Token != "deep" || rows[26].Token != "show" {
		t.Errorf("vocab.pt: %v %v", rows, err)
	}
}

// TestVocabularyRefused: what is not all words with their ids is an error with its remedy.
func TestVocabularyRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 0, "b": 2}`: `"b" has the id 2, and the ids of 2 words are 0 to 1`,
		`{"a": 0, "b": 0}`: "have the id 0", `{"a": -1}`: "id -1", `{"a": "b"}`: "word2idx", `{"a": 0.5}`: "word2idx", "[1]": "word2idx", "{": "word2idx",
		"\xff\n": "not UTF-8",
		"\x80\x02}X\x08\x00\x00\x00word2idx}X\x01\x00\x00\x00aG\x00\x00\x00\x00\x00\x00\x00\x00ss.": "word2idx",
		"\x80\x02}X\x08\x00\x00\x00word2idx}X\x01\x00\x00\x00a\x8a\x05\x00\x00\x00\x00\x01ss.":      `"a" has the id`,
		"\x80\x02].": "word2idx", "\x80\x02N.": "word2idx", "\x80\x02cos\nsystem\n.": "os.system", "\x80\x02": "ends early", "PK\x03\x04": "damaged",
	} {
		_, err := Vocabulary(stagetest.Write(t, t.TempDir(), "v", text))
		if file := (*schemas.FileError)(nil); !errors.As(err, &file) || file.Remedy != OfVocabulary || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
