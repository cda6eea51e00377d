package slots

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestShortlist compares the softmax over a shortlist with that over all words, renormalised over the words of the shortlist
// and of the document.
func TestShortlist(t *testing.T) {
	for n := 3; n < 12; n++ { // some documents have the last word of some of these lists
		t.Run(fmt.Sprint(n), func(t *testing.T) { compareShortlist(t, n) })
	}
}

func compareShortlist(t *testing.T, n int) {
	m, ex := fresh[float64](t, small), examples(small, 6)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	full, short := m.Decoder(nil, memory, 0), m.Decoder(kernel.NewWorkers(3), memory, 0)
	beyond := int32(small.Vocab - 1) // outside the shortlist, and not a word of every document
	var rows []Row
	for b := range ex {
		rows = append(rows, Row{Doc: b}, Row{Doc: b, Slot: 3})
		full.Ask(b, []int32{beyond})
		short.Ask(b, []int32{beyond})
	}
	begin(t, full, rows)
	m.Shortlist(nil, n)
	begin(t, short, rows)
	unlisted, others := 0, 0
	for i, r := range rows {
		all := make([]float64, small.Vocab)
		m.head.Words.Fill(nil, all, full.out[i*small.Width:(i+1)*small.Width], full.scan.LogSum[i])
		words := memory.words[r.Doc]
		sum := 0.
		for id := range all {
			if id >= int(text.FirstWord)+n && !words.contains(int32(id)) {
				all[id] = 0
				others++
			} else if id >= int(text.FirstWord)+n {
				unlisted++
			}
			sum += all[id]
		}
		for j, id := range short.asks[r.Doc] {
			if got, want := short.scan.Asked[short.asked[i]+j], all[id]/sum; !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("row %d: word %d has %v, want %v", i, id, got, want)
			}
		}
		all[text.Null] = 0
		best := kernel.ArgMax(all)
		if got := short.scan.Top[i]; int(short.scan.Best[i]) != best || !(math.Abs(got-all[best]/sum) <= 1e-12) {
			t.Errorf("row %d: best %d %v, want %d %v", i, short.scan.Best[i], got, best, all[best]/sum)
		}
	}
	if unlisted == 0 || others == 0 {
		t.Errorf("outside the shortlist, %d words are in their document and %d are not; the test needs both", unlisted, others)
	}
}

// begin makes a decoder read <bos> in its rows.
func begin(t *testing.T, d *Decoder[float64], rows []Row) {
	t.Helper()
	if err := d.Begin(rows); err != nil {
		t.Fatal(err)
	}
	if err := d.Step(slices.Repeat([]int32{text.Bos}, len(rows))); err != nil {
		t.Fatal(err)
	}
}

// TestShortlistBits: with a shortlist the slots of a document depend neither on other documents nor on threads, and a
// shortlist of all words changes nothing.
func TestShortlistBits(t *testing.T) {
	ex := examples(small, 12)
	all := small.Vocab - int(text.FirstWord)
	for _, precision := range []string{"float32", "int8"} {
		m := fresh[float32](t, small)
		if m.Pack(nil); precision == "int8" {
			Quantise(nil, m)
		}
		labels := func(n, from, to int, w *kernel.Workers) string {
			m.Shortlist(w, n)
			memory := encode(t, m, w, pack(t, ex[from:to]))
			defer memory.Free()
			both := say(t, m, w, memory, GreedyOptions{Branching: choose.Branching{First: 2, Later: 2}})
			said := ""
			for b := range both.Vanilla {
				said += fmt.Sprintln(both.Vanilla[b], both.NonNull[b], both.Alternatives[b])
			}
			return said
		}
		whole, few := labels(0, 0, 12, nil), labels(5, 0, 12, nil)
		if whole == few || few == labels(6, 0, 12, nil) || whole == labels(all-1, 0, 12, nil) {
			t.Errorf("%s: the shortlist changes nothing", precision)
		}
		if labels(all, 0, 12, nil) != whole || labels(all+100, 0, 12, nil) != whole {
			t.Errorf("%s: a shortlist of all words changes something", precision)
		}
		alone := ""
		for b := range ex {
			alone += labels(5, b, b+1, nil)
		}
		if alone != few || labels(5, 0, 12, kernel.NewWorkers(3)) != few {
			t.Errorf("%s: a document depends on others or on threads", precision)
		}
		if m.pool.Lent() != 0 {
			t.Errorf("%s: slices are still lent", precision)
		}
	}
}
