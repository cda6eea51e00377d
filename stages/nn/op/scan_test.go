package op

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestScanBits compares a walk over packed weights, with some rows and one block at a time and on several threads, with
// the bits of blocks that are computed whole.
func TestScanBits(t *testing.T) {
	const v, d = 2*wordBlock + 77, 20
	for _, rows := range []int{1, scanRows, 2*scanRows + 7} {
		for _, precision := range []string{"float32", "int8"} {
			for _, threads := range []int{1, 3} {
				w := kernel.NewWorkers(threads)
				pass := &Pass[float32]{Pool: new(Pool[float32]), Workers: w}
				words := &Words[float32]{W: zeros[float32]("words", v, d)}
				fill(words.W.Weights[:wordBlock*d], 3)
				for at := wordBlock * d; at < v*d; { // every block has words that tie with the best
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

// TestScanLeaders: a walk finds the wanted number of best words of a row over all blocks, among equals the lowest ids
// first, and none twice. If there are fewer words, the rest is empty.
func TestScanLeaders(t *testing.T) {
	const d, rows = 12, 5
	for _, c := range []struct{ v, best int }{{2*wordBlock + 77, 2}, {2*wordBlock + 77, 40}, {9, 20}} {
		w := kernel.NewWorkers(2)
		pass := &Pass[float32]{Pool: new(Pool[float32]), Workers: w}
		words := &Words[float32]{W: zeros[float32]("words", c.v, d)}
		fill(words.W.Weights, 3)
		if c.v > wordBlock { // words that tie with words in another block
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

// TestWordsBias: biases add to the logits that a walk finds without them. The same holds for a Pick of words and for the
// softmax of a row.
func TestWordsBias(t *testing.T) {
	const v, d, rows = wordBlock + 9, 4, 3
	for _, lay := range []func(*Words[float32]){func(*Words[float32]) {}, func(v *Words[float32]) { v.Pack(nil) }, func(v *Words[float32]) { QuantiseWords(nil, v) }} {
		pass := &Pass[float32]{Pool: new(Pool[float32])}
		plain := &Words[float32]{W: zeros[float32]("words", v, d)}
		biased := &Words[float32]{W: plain.W, B: zeros[float32]("biases", v)}
		for i := range plain.W.Weights {
			plain.W.Weights[i] = float32(i*7%255-127) / 127 // exact in 8 bits
		}
		for i := range biased.B.Weights {
			biased.B.Weights[i] = float32(i*5%17) / 4
		}
		o := []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}
		lay(plain)
		lay(biased)
		all := make([]int32, v)
		for i := range all {
			all[i] = int32(i)
		}
		ask := func(int) []int32 { return all }
		a, b := plain.Scan(pass, o, rows, ask, 0, -1), biased.Scan(pass, o, rows, ask, 0, -1)
		some := []int32{3, v - 1, 70}
		few := biased.Pick(nil, some).Scan(pass, o, rows, func(int) []int32 { return []int32{0, 1, 2} }, 0, -1)
		softmax := make([]float32, v)
		for i := range rows {
			biased.Fill(nil, softmax, o[i*d:(i+1)*d], b.LogSum[i])
			sum := 0.
			for j := range v {
				want := a.Asked[i*v+j] + biased.B.Weights[j]
				if got := b.Asked[i*v+j]; math.Abs(float64(got-want)) > 1e-5 {
					t.Fatalf("row %d, word %d: %v, want %v", i, j, got, want)
				}
				if p := math.Exp(float64(b.Asked[i*v+j] - b.LogSum[i])); math.Abs(float64(softmax[j])-p) > 1e-6 {
					t.Fatalf("row %d, word %d has a probability of %v, want %v", i, j, softmax[j], p)
				}
				sum += float64(softmax[j])
			}
			if math.Abs(sum-1) > 1e-4 {
				t.Errorf("row %d: probabilities sum to %v", i, sum)
			}
			for k, id := range some {
				if few.Asked[i*len(some)+k] != b.Asked[i*v+int(id)] {
					t.Errorf("row %d, word %d alone: %v, want %v", i, id, few.Asked[i*len(some)+k], b.Asked[i*v+int(id)])
				}
			}
		}
	}
}
