package slots

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// recorder is a decoder that keeps what it reads.
type recorder struct {
	*Decoder[float64]
	tokens []int32
}

func (r *recorder) Step(tokens []int32) error {
	r.tokens = slices.Clone(tokens)
	return r.Decoder.Step(tokens)
}

// TestDecode: rows of one document are adjacent at every step, in the order of the policy, and continue what their own rows
// have read. The last step is not followed by another.
func TestDecode(t *testing.T) {
	m, ex := fresh[float64](t, small), examples(small, 2)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	const length = 6
	d, word := &recorder{Decoder: m.Decoder(nil, memory, length)}, text.FirstWord
	defer d.Free()
	rows := []Row{{Doc: 0}, {Doc: 0, Slot: 1}, {Doc: 1}, {Doc: 1, Slot: 1}}
	steps := []struct {
		rows   string // at the step
		tokens []int32
		next   []Next
	}{
		{"[{0 0 0} {0 1 0} {1 0 0} {1 1 0}]", []int32{text.Bos, text.Bos, text.Bos, text.Bos},
			[]Next{{rows[0], 0, word}, {rows[1], 1, word}, {rows[2], 2, word}, {rows[3], 3, word}}},
		{"[{0 0 0} {0 1 0} {1 0 0} {1 1 0}]", []int32{word, word, word, word},
			[]Next{{rows[1], 1, word + 1}, {rows[2], 2, word}, {Row{Slot: 1, Alternative: 2}, 1, word}, {Row{Alternative: 1}, 0, word + 2}}},
		{"[{0 1 0} {0 1 2} {0 0 1} {1 0 0}]", []int32{word + 1, word, word + 2, word},
			[]Next{{rows[1], 0, word}, {Row{Slot: 1, Alternative: 3}, 0, word}, {Row{Slot: 1, Alternative: 2}, 1, word}, {rows[2], 3, word}}},
		{"[{0 1 0} {0 1 3} {0 1 2} {1 0 0}]", []int32{word, word, word, word},
			[]Next{{Row{Slot: 1, Alternative: 4}, 2, word}, {rows[2], 3, word}}},
		{"[{0 1 4} {1 0 0}]", []int32{word, word},
			[]Next{{Row{Slot: 1, Alternative: 5}, 0, word}, {rows[2], 1, word}}},
		{"[{0 1 5} {1 0 0}]", []int32{word, word}, []Next{{rows[0], 0, word}}},
	}
	seen := 0
	if err := d.Begin(rows); err != nil {
		t.Fatal(err)
	}
	if err := Decode(d, len(rows), length, func(step int) ([]Next, error) {
		s := steps[step]
		if got := fmt.Sprint(d.Rows()); got != s.rows || !slices.Equal(d.tokens, s.tokens) || len(d.cross) != 2 {
			t.Fatalf("step %d: rows %s in %d groups read %v, want %s in 2, and %v", step, got, len(d.cross), d.tokens, s.rows, s.tokens)
		}
		seen++
		return s.next, nil
	}); err != nil || seen != length {
		t.Fatal(seen, err)
	}
	// The first row has read word five times, and those of the document alone have the same bits.
	alone := m.Decoder(nil, memory, length)
	defer alone.Free()
	begin(t, alone, []Row{{Doc: 0, Slot: 1}})
	for range length - 1 {
		if err := alone.Step([]int32{word}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := d.Null(0), alone.Null(0); got != want {
		t.Errorf("a row that was moved has P(∅) %v, want %v", got, want)
	}
}

// TestDecodeEnds: without rows there is no further step, and an error of the policy ends the loop and names the step.
func TestDecodeEnds(t *testing.T) {
	m := fresh[float64](t, small)
	memory := encode(t, m, nil, pack(t, examples(small, 2)))
	bad := errors.New("bad")
	for want, end := range map[int]error{1: nil, 2: bad} {
		d, seen := m.Decoder(nil, memory, 0), 0
		err := d.Decode([]Row{{Doc: 1}}, func(step int) ([]Next, error) {
			if seen++; seen == want {
				return nil, end
			}
			return []Next{{Row{Doc: 1}, 0, text.FirstWord}}, nil
		})
		if seen != want || !errors.Is(err, end) || end != nil && err.Error() != "step 2: bad" {
			t.Errorf("%d steps, error %v", seen, err)
		}
		d.Free()
	}
	memory.Free()
	if n := m.pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}

// TestBestOfEqual: of equally probable words, in the document or not, the lowest is the best.
func TestBestOfEqual(t *testing.T) {
	m := fresh[float64](t, small)
	m.head.Gen.B.Weights[0] = 1000 // no word is copied
	clear(m.head.Words.W.Weights)
	memory := encode(t, m, nil, pack(t, []schemas.Example{{Source: []int32{20, 21}, Extended: []int32{20, 21}}}))
	defer memory.Free()
	d := m.Decoder(nil, memory, 0)
	defer d.Free()
	begin(t, d, []Row{{}})
	if id, p := d.Best(0); id != text.Pad || p != d.Probability(0, 20) {
		t.Errorf("the best word is %d of %v, want %d of %v", id, p, text.Pad, d.Probability(0, 20))
	}
}
