package bert

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// tails returns three documents of texts and tails: 4 pieces and 3, 2 and 2, 3 and none.
func tails(causal bool) Batch {
	return Batch{Pieces: []int32{1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 4, 4, 1}, Types: []int32{0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0},
		Offsets: []int32{0, 7, 11, 14}, Text: []int32{4, 2, 3}, Causal: causal}
}

func encode(t *testing.T, m *Model[float32], b Batch) []float32 {
	t.Helper()
	x, err := m.Encode(kernel.NewWorkers(2), b)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// changed returns the rows in which two results differ.
func changed(a, b []float32, width int) (rows []int) {
	for i := range len(a) / width {
		if !slices.Equal(a[i*width:(i+1)*width], b[i*width:(i+1)*width]) {
			rows = append(rows, i)
		}
	}
	return rows
}

// TestTails: changing a piece changes exactly the pieces that see it.
func TestTails(t *testing.T) {
	m := tiny[float32](t, readGolden(t))
	for _, c := range []struct {
		causal bool
		at     int
		want   []int
	}{
		{false, 1, []int{0, 1, 2, 3, 4, 5, 6}}, {true, 1, []int{0, 1, 2, 3, 4, 5, 6}},
		{false, 5, []int{4, 5, 6}}, {true, 5, []int{5, 6}}, {true, 4, []int{4, 5, 6}}, {true, 6, []int{6}},
		{false, 10, []int{9, 10}}, {true, 10, []int{10}}, {true, 8, []int{7, 8, 9, 10}}, {true, 13, []int{11, 12, 13}},
	} {
		b := tails(c.causal)
		x := encode(t, m, b)
		b.Pieces[c.at] = 10
		if got := changed(x, encode(t, m, b), m.Width); !slices.Equal(got, c.want) {
			t.Errorf("causal %v: piece %d is seen by %v, want %v", c.causal, c.at, got, c.want)
		}
	}
	plain := tails(false)
	plain.Text = nil
	text := encode(t, m, Batch{Pieces: plain.Pieces[:4], Offsets: []int32{0, 4}})
	if !slices.Equal(encode(t, m, tails(true))[:4*m.Width], text) {
		t.Error("a tail changes its text")
	}
}

// TestReader: reading run by run gives the same vectors, to the bit, whatever was read and forgotten in between.
func TestReader(t *testing.T) {
	m := tiny[float32](t, readGolden(t))
	for _, causal := range []bool{false, true} {
		b := tails(causal)
		want := encode(t, m, b)
		r := m.Reader(kernel.NewWorkers(2), []int{8, 4, 3})
		read := func(runs ...Run) []float32 {
			t.Helper()
			x, err := r.Read(runs)
			if err != nil {
				t.Fatal(err)
			}
			return x.X
		}
		same := func(what string, got []float32, lo, hi int) {
			t.Helper()
			if !slices.Equal(got, want[lo*m.Width:hi*m.Width]) {
				t.Errorf("causal %v: %s differs", causal, what)
			}
		}
		texts := read(Run{Doc: 0, Pieces: b.Pieces[:4]}, Run{Doc: 1, Pieces: b.Pieces[7:9]}, Run{Doc: 2, Pieces: b.Pieces[11:]})
		same("the first text", texts[:4*m.Width], 0, 4)
		same("the last text", texts[6*m.Width:], 11, 14)
		if causal {
			first := read(Run{Doc: 0, Pieces: b.Pieces[4:6], Type: 1, Causal: true}, Run{Doc: 1, Pieces: b.Pieces[9:10], Type: 1, Causal: true})
			same("the first two of a tail", first[:2*m.Width], 4, 6)
			read(Run{Doc: 0, Pieces: []int32{3, 10}, Type: 1, Causal: true})
			r.Back(0, 6)
			same("the next of the tail", read(Run{Doc: 0, Pieces: b.Pieces[6:7], Type: 1, Causal: true}), 6, 7)
			same("the end of the other", read(Run{Doc: 1, Pieces: b.Pieces[10:11], Type: 1, Causal: true}), 10, 11)
		} else {
			read(Run{Doc: 0, Pieces: []int32{9, 9}, Type: 1})
			r.Back(0, 4)
			tail := read(Run{Doc: 1, Pieces: b.Pieces[9:11], Type: 1}, Run{Doc: 0, Pieces: b.Pieces[4:7], Type: 1})
			same("a tail", tail[:2*m.Width], 9, 11)
			same("a tail that was forgotten", tail[2*m.Width:], 4, 7)
		}
		for _, run := range []Run{{Doc: 2, Pieces: []int32{1}}, {Doc: 3, Pieces: []int32{1}}, {Doc: 1, Pieces: []int32{int32(m.Vocab)}}} {
			if _, err := r.Read([]Run{run}); err == nil {
				t.Errorf("%+v is accepted", run)
			}
		}
		r.Free()
		if n := m.pool.Lent(); n != 0 {
			t.Errorf("%d slices are lent", n)
		}
	}
}

// TestTailsRefused: texts that do not fit their documents are errors.
func TestTailsRefused(t *testing.T) {
	m := tiny[float32](t, readGolden(t))
	for _, text := range [][]int32{{4, 2}, {0, 2, 3}, {8, 2, 3}, {4, 2, -1}} {
		b := tails(false)
		b.Text = text
		if _, err := m.Encode(nil, b); err == nil {
			t.Errorf("texts of %v pieces are accepted", fmt.Sprint(text))
		}
	}
}
