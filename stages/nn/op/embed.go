package op

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Positions returns the table of sinusoids [n, d] (Vaswani et al. 2017): angle(p, j) = p / 10000^(2⌊j/2⌋/d), sine at even
// j, cosine at odd j, rounded to float32 for every T. Row 0 is zero, as in the authors' code, where it is a padding row.
func Positions[T kernel.Float](n, d int) []T {
	table := make([]T, n*d)
	for j := 0; j < d; j += 2 {
		rate := math.Pow(10000, float64(j)/float64(d))
		for p := 1; p < n; p++ {
			s, c := math.Sincos(float64(p) / rate)
			table[p*d+j] = T(float32(s))
			if j+1 < d {
				table[p*d+j+1] = T(float32(c))
			}
		}
	}
	return table
}

// Embedding is a table of word vectors.
type Embedding[T kernel.Float] struct {
	*Param[T]       // [V, d]
	Padding   int32 // the word whose vector is used but never trained; −1: none
}

// lookup writes s·E[token] to the rows of x.
func lookup[T kernel.Float](w *kernel.Workers, x []T, e Embedding[T], tokens []int32, s T) {
	d := e.cols()
	// 64 rows are worth starting a goroutine for.
	w.Split(len(tokens), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := x[i*d : (i+1)*d]
			for j, v := range e.Weights[int(tokens[i])*d:][:d] {
				x[j] = v * s
			}
		}
	})
}

// root returns √d, the factor that scales embeddings of width d.
func root[T kernel.Float](d int) T { return T(math.Sqrt(float64(d))) }

// addRow adds rows of a table [n, d] to rows of x.
func addRow[T kernel.Float](w *kernel.Workers, x, table []T, rows []int32, d int) {
	w.Split(len(rows), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := x[i*d : (i+1)*d]
			for j, v := range table[int(rows[i])*d:][:d] {
				x[j] += v
			}
		}
	})
}

// scatter adds s·dx[i] to row rows[i] of a gradient [n, d], in order of i. It leaves row skip unchanged; −1 skips none.
func scatter[T kernel.Float](w *kernel.Workers, grad, dx []T, rows []int32, d int, s T, skip int32) {
	// Split by columns: a word may occur in many rows, whose gradients must add up in the order of i. 16 columns
	// of float32 fill a cache line.
	w.Split(d, 16, func(lo, hi int) {
		for i, row := range rows {
			if row == skip {
				continue
			}
			g := grad[int(row)*d+lo : int(row)*d+hi]
			for j, v := range dx[i*d+lo : i*d+hi] {
				g[j] += T(v * s)
			}
		}
	})
}

func checkTable[T kernel.Float](site string, p *Param[T], d int) error {
	if len(p.Shape) != 2 || p.cols() != d {
		return fmt.Errorf("op: %s: %s has shape %v, want rows of %d", site, p.Name, p.Shape, d)
	}
	return nil
}

func checkLengths(site string, pieces, places, types int) error {
	if places != pieces || types != pieces {
		return fmt.Errorf("op: %s: %d pieces with %d positions and %d types", site, pieces, places, types)
	}
	return nil
}

func checkRows(site, what string, rows []int32, n int) error {
	for i, r := range rows {
		if r < 0 || int(r) >= n {
			return fmt.Errorf("op: %s: %s %d of row %d is not below %d", site, what, r, i, n)
		}
	}
	return nil
}
