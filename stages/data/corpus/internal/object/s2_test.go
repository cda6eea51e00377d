package object

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// TestCharacters compares every piece of a text with the same piece of its runes.
func TestCharacters(t *testing.T) {
	for _, text := range []string{"", "a", "é𝒢\n", strings.Repeat("aé𝒢", 50), strings.Repeat("é", stride), strings.Repeat("x", stride-1) + "𝒢é"} {
		runes, c := []rune(text), charactersOf(text)
		for from := -1; from <= len(runes)+1; from++ {
			for to := -1; to <= len(runes)+1; to++ {
				start, end := json.Number(fmt.Sprint(from)), json.Number(fmt.Sprint(to))
				got, err := c.cut(&start, &end)
				if from < 0 || to < from || to > len(runes) || from == len(runes) {
					if err == nil {
						t.Errorf("%d to %d of %q: %q", from, to, text, got)
					}
				} else if err != nil || got != string(runes[from:to]) {
					t.Errorf("%d to %d of %q: %q, %v", from, to, text, got, err)
				}
			}
		}
	}
}

// annotatedLine returns a paper with many pieces of its abstract at the end of a long text.
func annotatedLine(characters, pieces, length int) []byte {
	spans := strings.Repeat(fmt.Sprintf(`{"start":%d,"end":%d},`, characters-length-1, characters-1), pieces)
	written, _ := json.Marshal("[" + strings.TrimSuffix(spans, ",") + "]")
	return fmt.Appendf(nil, `{"corpusid":1,"content":{"text":%q,"annotations":{"abstract":%s}}}`, strings.Repeat("é", characters), written)
}

// TestManyAnnotations: pieces are found without counting from the start of the text, which would take too long for a test.
func TestManyAnnotations(t *testing.T) {
	var r record.Record
	if err := s2(&r, annotatedLine(8<<20, 150_000, 1), &record.Names{Split: ";"}); err != nil || r.Body != strings.TrimSuffix(strings.Repeat("é\n", 150_000), "\n") {
		t.Errorf("%v, %d bytes", err, len(r.Body))
	}
}

// TestLongPieces: the sum of the pieces is bounded, even if all are the same piece of text.
func TestLongPieces(t *testing.T) {
	var r record.Record
	if err := s2(&r, annotatedLine(1<<20, 40, 1<<20-1), &record.Names{Split: ";"}); err == nil || !strings.Contains(err.Error(), "together exceed") {
		t.Errorf("%v, %d bytes", err, len(r.Body))
	}
}
