package kernel

import "fmt"

// Add computes y += x.
func Add[T Float](w *Workers, y, x []T) {
	if len(y) != len(x) {
		panic(fmt.Sprintf("kernel: Add: y and x have %d and %d elements", len(y), len(x)))
	}
	w.Split(len(x), 1<<14, func(lo, hi int) { add(y[lo:hi], x[lo:hi]) })
}

// AddRows adds the rows of x[rows,d] to sum[d], the first row first: the gradient
// of a bias.
func AddRows[T Float](w *Workers, sum, x []T, rows, d int) {
	if len(sum) != d || len(x) != rows*d {
		panic(fmt.Sprintf("kernel: AddRows: rows=%d d=%d but sum and x have %d and %d elements", rows, d, len(sum), len(x)))
	}
	w.Split(d, 64, func(lo, hi int) {
		for i := range rows {
			add(sum[lo:hi], x[i*d+lo:i*d+hi])
		}
	})
}

// ReLUGrad computes dx[i] = dy[i] where y[i] > 0 and 0 elsewhere; y is the
// result of the ReLU. dx may be dy.
func ReLUGrad[T Float](w *Workers, dx, dy, y []T) {
	if len(dx) != len(dy) || len(dx) != len(y) {
		panic(fmt.Sprintf("kernel: ReLUGrad: dx, dy, y have %d, %d, %d elements", len(dx), len(dy), len(y)))
	}
	w.Split(len(y), 1<<14, func(lo, hi int) {
		if fast[T]() {
			fastReLUGrad(as32(dx[lo:hi]), as32(dy[lo:hi]), as32(y[lo:hi]))
			return
		}
		refReLUGrad(dx[lo:hi], dy[lo:hi], y[lo:hi])
	})
}

func add[T Float](y, x []T) {
	if fast[T]() {
		fastAdd(as32(y), as32(x))
		return
	}
	refAdd(y, x)
}
