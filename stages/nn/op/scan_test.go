package op

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"wrone2set/stages/nn/kernel"
)

// TestScanBits holds a walk over laid out weights, some rows and a block at a time and on several threads, to the bits of
// blocks that are computed whole.
func TestScanBits(t *testing.T) {
	const v, d = 2*wordBlock + 77, 20
	for _, rows := range []int{1, scanRows, 2*scanRows + 7} {
		for _, precision := range []string{"float32", "int8"} {
			for _, threads := range []int{1, 3} {
				w := kernel.NewWorkers(threads)
				pass := &Pass[float32]{Pool: new(Pool[float32]), Workers: w}
				words := &Words[float32]{W: zeros[float32]("words", v, d)}
				fill(words.W.Weights[:wordBlock*d], 3)
				for at := wordBlock * d; at < v*d; { // every block has words as good as the best
					at += copy(words.W.Weights[at:], words.W.Weights[:wordBlock*d])
				}
				o := make([]float32, rows*d)
				fill(o, 2)
				if words.Pack(w); precision == "int8" {
					QuantiseWords(w, words)
				}
				logits := wholeLogits(words, o, rows)
				exclude := int32(kernel.ArgMax(logits[0][:wordBlock]))
				ask := func(i int) []int32 { return []int32{int32(i), v - 1 - int32(i), exclude} }
				s := words.Scan(pass, o, rows, ask, 1, exclude)
				for i := range rows {
					checkScan(t, fmt.Sprintf("%d rows, %s, %d threads, row %d", rows, precision, threads, i), s, i, ask(i), logits, exclude)
				}
				s.Free(pass.Pool)
				if pass.Pool.Lent() != 0 {
					t.Error("slices are still lent")
				}
			}
		}
	}
}

// checkScan compares what a walk found about row i with its logits, [block][row, word].
func checkScan(t *testing.T, what string, s *Scan[float32], i int, ask []int32, logits [][]float32, exclude int32) {
	t.Helper()
	rows := len(s.Best)
	var row, sums []float32
	for _, y := range logits {
		n := len(y) / rows
		row = append(row, y[i*n:(i+1)*n]...)
		sums = append(sums, kernel.LogSumExp(y[i*n:(i+1)*n]))
	}
	if want := kernel.LogSumExp(sums); s.LogSum[i] != want {
		t.Errorf("%s: log-sum-exp %v, want %v", what, s.LogSum[i], want)
	}
	for j, id := range ask {
		if got := s.Asked[i*len(ask)+j]; got != row[id] {
			t.Errorf("%s: logit of %d is %v, want %v", what, id, got, row[id])
		}
	}
	row[exclude] = float32(math.Inf(-1))
	if best := kernel.ArgMax(row); int(s.Best[i]) != best || s.Top[i] != row[best] {
		t.Errorf("%s: best %d %v, want %d %v", what, s.Best[i], s.Top[i], best, row[best])
	}
}

// wholeLogits are the logits of all rows, a block after the other.
func wholeLogits(v *Words[float32], o []float32, rows int) (all [][]float32) {
	bytes := v.bytes(nil, o, rows)
	for lo, b := 0, 0; lo < v.Size(); lo, b = lo+wordBlock, b+1 {
		n := min(wordBlock, v.Size()-lo)
		y := make([]float32, rows*n)
		v.logits(nil, y, o, bytes, rows, b, lo, n)
		all = append(all, y)
	}
	return all
}

// fill writes numbers in (−by, by) that differ.
func fill(x []float32, by float32) {
	for i := range x {
		x[i] = by * float32(math.Sin(float64(i)*1.7+float64(by)))
	}
}

// TestScanLeaders: so many best words of a row as are wanted, over all blocks, of equals the lowest ids first, and none
// twice; where there are fewer words the rest is nothing.
func TestScanLeaders(t *testing.T) {
	const d, rows = 12, 5
	for _, c := range []struct{ v, best int }{{2*wordBlock + 77, 2}, {2*wordBlock + 77, 40}, {9, 20}} {
		w := kernel.NewWorkers(2)
		pass := &Pass[float32]{Pool: new(Pool[float32]), Workers: w}
		words := &Words[float32]{W: zeros[float32]("words", c.v, d)}
		fill(words.W.Weights, 3)
		if c.v > wordBlock { // words as good as others in another block
			copy(words.W.Weights[wordBlock*d:], words.W.Weights[:wordBlock*d])
		}
		o := make([]float32, rows*d)
		fill(o, 2)
		words.Pack(w)
		logits := wholeLogits(words, o, rows)
		exclude := int32(kernel.ArgMax(logits[0][:min(c.v, wordBlock)]))
		one := words.Scan(pass, o, rows, func(int) []int32 { return nil }, 1, exclude)
		s := words.Scan(pass, o, rows, func(int) []int32 { return nil }, c.best, exclude)
		for i := range rows {
			var row []float32
			for _, y := range logits {
				n := len(y) / rows
				row = append(row, y[i*n:(i+1)*n]...)
			}
			var ids []int
			for id := range row {
				if id != int(exclude) {
					ids = append(ids, id)
				}
			}
			slices.SortStableFunc(ids, func(a, b int) int { return cmp.Compare(row[b], row[a]) })
			for j := range c.best {
				id, logit := -1, float32(math.Inf(-1))
				if j < len(ids) {
					id, logit = ids[j], row[ids[j]]
				}
				if at := i*c.best + j; int(s.Best[at]) != id || s.Top[at] != logit {
					t.Errorf("%d of %d words, row %d, place %d: %d %v, want %d %v", c.best, c.v, i, j, s.Best[at], s.Top[at], id, logit)
				}
			}
			if one.Best[i] != s.Best[i*c.best] || one.LogSum[i] != s.LogSum[i] {
				t.Errorf("row %d: the first is %d of sum %v, alone %d of %v", i, s.Best[i*c.best], s.LogSum[i], one.Best[i], one.LogSum[i])
			}
		}
	}
}
