package batch

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/random"
)

// The orders are part of the byte promise: documents are shuffled by the key (seed, 1, epoch), batches by number of targets
// by (seed, 2, epoch).
func TestEpochIsFixed(t *testing.T) {
	p := Plan{Order: Shuffle, Documents: 9, Size: 1, Seed: 27, Counts: make([]int, 9)}
	for epoch := 1; epoch <= 3; epoch++ {
		documents := random.Permutation(random.Key(27, 1, uint64(epoch)), 9)
		p.Order = Shuffle
		if got := slices.Concat(p.Epoch(epoch)...); !slices.Equal(got, documents) {
			t.Errorf("epoch %d has the order %v, want %v", epoch, got, documents)
		}
		// The sort is stable for equal counts: only the batches are shuffled anew.
		var want []int
		for _, b := range random.Permutation(random.Key(27, 2, uint64(epoch)), 9) {
			want = append(want, documents[b])
		}
		p.Order = ByCount
		if got := slices.Concat(p.Epoch(epoch)...); !slices.Equal(got, want) {
			t.Errorf("by count, epoch %d has the order %v, want %v", epoch, got, want)
		}
	}
}

// Sorted by number of targets, a batch of 4 spans at most two counts here,
// and the batches are not in increasing order.
func TestByCount(t *testing.T) {
	p := Plan{Order: ByCount, Documents: 24, Size: 4, Seed: 1}
	for i := range 24 {
		p.Counts = append(p.Counts, i%3)
	}
	var seen []int
	for _, b := range p.Epoch(1) {
		for _, d := range b {
			if p.Counts[d] != p.Counts[b[0]] {
				t.Errorf("batch %v has counts %d and %d", b, p.Counts[d], p.Counts[b[0]])
			}
		}
		seen = append(seen, p.Counts[b[0]])
	}
	if slices.IsSorted(seen) {
		t.Errorf("batches come in increasing order %v", seen)
	}
	if got, want := fmt.Sprint(p.InOrder()[:2]), "[[0 3 6 9] [12 15 18 21]]"; got != want {
		t.Errorf("in order: %s, want %s", got, want)
	}
}

func TestInOrder(t *testing.T) {
	p := Plan{Order: Shuffle, Documents: 5, Size: 2}
	if got := fmt.Sprint(p.InOrder()); got != "[[0 1] [2 3] [4]]" || p.Steps() != 3 {
		t.Errorf("batches %s, %d steps", got, p.Steps())
	}
	if len(Plan{Order: Shuffle, Size: 2}.InOrder()) != 0 {
		t.Error("no documents, some batch")
	}
}
