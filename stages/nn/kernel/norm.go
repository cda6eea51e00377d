package kernel

import "fmt"

// LayerNorm computes y = (x − mean)·rstd·gain + bias for each of the rows of
// x[rows,d], with rstd = 1/√(variance + eps) of the biased variance (Ba et al.
// 2016). mean and rstd [rows] receive what LayerNormGrad needs; pass nil for both
// without a gradient. gain and bias are [d]. y may be x.
func LayerNorm[T Float](w *Workers, y, x, gain, bias, mean, rstd []T, rows, d int, eps T) {
	if len(y) != rows*d || len(x) != rows*d || len(gain) != d || len(bias) != d || mean != nil && len(mean) != rows || rstd != nil && len(rstd) != rows {
		panic(fmt.Sprintf("kernel: LayerNorm: rows=%d d=%d but y, x, gain, bias, mean, rstd have %d, %d, %d, %d, %d, %d elements",
			rows, d, len(y), len(x), len(gain), len(bias), len(mean), len(rstd)))
	}
	w.Split(rows, 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m, r := normRow(y[i*d:(i+1)*d], x[i*d:(i+1)*d], gain, bias, eps)
			if mean != nil {
				mean[i] = m
			}
			if rstd != nil {
				rstd[i] = r
			}
		}
	})
}

// LayerNormGrad adds the gradients of LayerNorm to dx[rows,d], dgain[d] and
// dbias[d], given dy[rows,d] and x, gain, mean, rstd of the forward pass.
func LayerNormGrad[T Float](w *Workers, dx, dy, x, gain, mean, rstd, dgain, dbias []T, rows, d int) {
	if len(dx) != rows*d || len(dy) != rows*d || len(x) != rows*d || len(gain) != d || len(mean) != rows || len(rstd) != rows || len(dgain) != d || len(dbias) != d {
		panic(fmt.Sprintf("kernel: LayerNormGrad: rows=%d d=%d but dx, dy, x, gain, mean, rstd, dgain, dbias have %d, %d, %d, %d, %d, %d, %d, %d elements",
			rows, d, len(dx), len(dy), len(x), len(gain), len(mean), len(rstd), len(dgain), len(dbias)))
	}
	w.Split(rows, 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			normGradRow(dx[i*d:(i+1)*d], dy[i*d:(i+1)*d], x[i*d:(i+1)*d], gain, mean[i], rstd[i])
		}
	})
	// Here the output blocks are columns: each sums its rows in order.
	w.Split(d, 64, func(lo, hi int) {
		for i := range rows {
			normGradColumns(dgain[lo:hi], dbias[lo:hi], dy[i*d+lo:i*d+hi], x[i*d+lo:i*d+hi], mean[i], rstd[i])
		}
	})
}

func normRow[T Float](y, x, gain, bias []T, eps T) (mean, rstd T) {
	if fast[T]() {
		m, r := fastNormRow(as32(y), as32(x), as32(gain), as32(bias), float32(eps))
		return T(m), T(r)
	}
	return refNormRow(y, x, gain, bias, eps)
}

func normGradRow[T Float](dx, dy, x, gain []T, mean, rstd T) {
	if fast[T]() {
		fastNormGradRow(as32(dx), as32(dy), as32(x), as32(gain), float32(mean), float32(rstd))
		return
	}
	refNormGradRow(dx, dy, x, gain, mean, rstd)
}

func normGradColumns[T Float](dgain, dbias, dy, x []T, mean, rstd T) {
	if fast[T]() {
		fastNormGradColumns(as32(dgain), as32(dbias), as32(dy), as32(x), float32(mean), float32(rstd))
		return
	}
	refNormGradColumns(dgain, dbias, dy, x, mean, rstd)
}
