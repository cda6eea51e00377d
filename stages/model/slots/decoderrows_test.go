package slots

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestGoOn: rows of one document are adjacent after every step, in the order that they were given, and continue what their
// own rows have read.
func TestGoOn(t *testing.T) {
	m, ex := fresh[float64](t, small), examples(small, 2)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	d, word := m.Decoder(nil, memory, 0), text.FirstWord
	defer d.Free()
	begin(t, d, []Row{{Doc: 0}, {Doc: 0, Slot: 1}, {Doc: 1}, {Doc: 1, Slot: 1}})
	for i, c := range []struct {
		next   []fork
		rows   string
		tokens []int32
	}{
		{[]fork{{Row{Doc: 0}, 0, word}, {Row{Doc: 0, Slot: 1}, 1, word}, {Row{Doc: 1}, 2, word}, {Row{Doc: 1, Slot: 1}, 3, word}},
			"[{0 0 0} {0 1 0} {1 0 0} {1 1 0}]", []int32{word, word, word, word}},
		{[]fork{{Row{Doc: 0, Slot: 1}, 1, word + 1}, {Row{Doc: 1}, 2, word}, {Row{Doc: 0, Slot: 1, Alternative: 2}, 1, word}, {Row{Doc: 0, Alternative: 1}, 0, word + 2}},
			"[{0 1 0} {0 1 2} {0 0 1} {1 0 0}]", []int32{word + 1, word, word + 2, word}},
		{[]fork{{Row{Doc: 0, Slot: 1}, 0, word}, {Row{Doc: 0, Slot: 1, Alternative: 3}, 0, word}, {Row{Doc: 0, Slot: 1, Alternative: 2}, 1, word}, {Row{Doc: 1}, 3, word}},
			"[{0 1 0} {0 1 3} {0 1 2} {1 0 0}]", []int32{word, word, word, word}},
		{[]fork{{Row{Doc: 0, Slot: 1, Alternative: 4}, 2, word}, {Row{Doc: 1}, 3, word}}, "[{0 1 4} {1 0 0}]", []int32{word, word}},
		{[]fork{{Row{Doc: 0, Slot: 1, Alternative: 5}, 0, word}, {Row{Doc: 1}, 1, word}}, "[{0 1 5} {1 0 0}]", []int32{word, word}},
	} {
		tokens := d.goOn(nil, c.next)
		if got := fmt.Sprint(d.Rows()); got != c.rows || !slices.Equal(tokens, c.tokens) || len(d.Runs()) != 2 {
			t.Fatalf("rows %s in %d groups read %v, want %s in 2, and %v", got, len(d.Runs()), tokens, c.rows, c.tokens)
		}
		if i == 4 { // the network writes no longer phrases
			break
		}
		if err := d.Step(tokens); err != nil {
			t.Fatal(err)
		}
	}
	// The first row has read word four times, and those of the document alone have the same bits.
	alone := m.Decoder(nil, memory, 0)
	defer alone.Free()
	begin(t, alone, []Row{{Doc: 0, Slot: 1}})
	for range 4 {
		if err := alone.Step([]int32{word}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := d.Null(0), alone.Null(0); got != want {
		t.Errorf("a row that was moved has P(∅) %v, want %v", got, want)
	}
}
