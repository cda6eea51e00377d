//go:build amd64 && !purego

package kernel

import "unsafe"

//go:generate sh -c "cd _generate && go run . -part rows -out ../rows_amd64.s -stubs ../rows_stub_amd64.go -pkg kernel"

func fastAdd(y, x []float32) {
	if path == avx512 {
		addAVX512(unsafe.SliceData(y), unsafe.SliceData(x), len(x))
		return
	}
	addAVX2(unsafe.SliceData(y), unsafe.SliceData(x), len(x))
}

func fastReLUGrad(dx, dy, y []float32) {
	if path == avx512 {
		reluGradAVX512(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(y), len(y))
		return
	}
	reluGradAVX2(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(y), len(y))
}

// fastDrop is refDrop with random numbers. The twins count elements in 32 bits, so
// a call of a twin ends where the high half of the number changes.
func fastDrop(y, x []float32, d Drop, first uint64) {
	limit, scale := dropLimit(d.Rate), float32(1/(1-d.Rate))
	for len(x) > 0 {
		n := int(min(uint64(len(x)), 1<<32-first&(1<<32-1)))
		counter, second := uint32(first)+uint32(d.Key), dropSecond(d.Key, uint32(first>>32))
		if path == avx512 {
			dropAVX512(&y[0], &x[0], n, counter, second, limit, scale)
		} else {
			dropAVX2(&y[0], &x[0], n, counter, second, limit, scale)
		}
		y, x, first = y[n:], x[n:], first+uint64(n)
	}
}

func fastAdam(theta, m, v, g []float32, f adamFactors[float32]) {
	factors := [8]float32{f.scale, f.beta1, f.beta2, f.other1, f.other2, f.rate, f.root, f.eps}
	if path == avx512 {
		adamAVX512(unsafe.SliceData(theta), unsafe.SliceData(m), unsafe.SliceData(v), unsafe.SliceData(g), len(g), &factors)
		return
	}
	adamAVX2(unsafe.SliceData(theta), unsafe.SliceData(m), unsafe.SliceData(v), unsafe.SliceData(g), len(g), &factors)
}

// fastSquares adds the squares of the longest prefix that fills whole lanes and
// returns its length.
func fastSquares(x []float32, l *[lanes]float64) int {
	n := len(x) &^ (lanes - 1)
	if path == avx512 {
		squaresAVX512(unsafe.SliceData(x), n, l)
	} else {
		squaresAVX2(unsafe.SliceData(x), n, l)
	}
	return n
}
