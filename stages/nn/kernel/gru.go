package kernel

import "fmt"

// Sigmoid replaces every x[i] by σ(x[i]) = 1/(1 + e^−x[i]).
func Sigmoid[T Float](x []T) {
	for i, v := range x {
		x[i] = -v
	}
	Exp(x)
	for i, v := range x {
		x[i] = 1 / (1 + v)
	}
}

// Tanh replaces every x[i] by tanh(x[i]), computed as 2σ(2x) − 1. For small x the error is therefore relative to 1, not to x.
func Tanh[T Float](x []T) {
	for i, v := range x {
		x[i] = -2 * v
	}
	Exp(x)
	for i, v := range x {
		x[i] = 2/(1+v) - 1
	}
}

// GRU advances a gated recurrent unit (Cho et al., EMNLP 2014) by one step. The reset gate applies after the product of
// the state, as in cuDNN and PyTorch:
//
//	r = σ(a_r + b_r)   z = σ(a_z + b_z)   n = tanh(a_n + r·b_n)   y = (1−z)·n + z·h
//
// a and b [rows, 3d], with r, z, n side by side, are the products of the input and of the state with their biases. h and y
// [rows, d] are the states before and after the step. GRU leaves the gates r, z and n in a and keeps b; GRUGrad needs both.
// Only Exp has a fast twin here. A row depends on itself alone.
func GRU[T Float](w *Workers, y, a, b, h []T, rows, d int) {
	checkGRU("GRU", len(a), len(b), len(h), len(y), rows, d)
	w.Split(rows, gruGrain(d), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			gruRow(y[i*d:(i+1)*d], a[i*3*d:(i+1)*3*d], b[i*3*d:(i+1)*3*d], h[i*d:(i+1)*d])
		}
	})
}

func gruRow[T Float](y, a, b, h []T) {
	d := len(y)
	z, n := a[d:2*d], a[2*d:]
	for j := range 2 * d {
		a[j] += b[j]
	}
	Sigmoid(a[:2*d])
	for j := range n {
		n[j] += T(a[j] * b[2*d+j])
	}
	Tanh(n)
	for j := range y {
		y[j] = T((1-z[j])*n[j]) + T(z[j]*h[j])
	}
}

// GRUGrad is the derivative of GRU, given dy [rows, d]. It replaces a and b, as GRU left them, by their derivatives. dh
// [rows, d] receives the part of the derivative of h that does not pass through b. dh must not be dy.
func GRUGrad[T Float](w *Workers, dh, a, b, dy, h []T, rows, d int) {
	checkGRU("GRUGrad", len(a), len(b), len(h), len(dy), rows, d)
	if len(dh) != len(dy) {
		panic(fmt.Sprintf("kernel: GRUGrad: dh and dy have %d and %d elements", len(dh), len(dy)))
	}
	w.Split(rows, gruGrain(d), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			gruRowGrad(dh[i*d:(i+1)*d], a[i*3*d:(i+1)*3*d], b[i*3*d:(i+1)*3*d], dy[i*d:(i+1)*d], h[i*d:(i+1)*d])
		}
	})
}

func gruRowGrad[T Float](dh, a, b, dy, h []T) {
	d := len(dh)
	for j, g := range dy {
		r, z, n := a[j], a[d+j], a[2*d+j]
		dn := T(g*(1-z)) * (1 - T(n*n))
		dr := T(dn*b[2*d+j]) * T(r*(1-r))
		dz := T(g*(h[j]-n)) * T(z*(1-z))
		dh[j] = g * z
		a[j], a[d+j], a[2*d+j] = dr, dz, dn
		b[j], b[d+j], b[2*d+j] = dr, dz, dn*r
	}
}

// gruGrain is the number of rows that are worth starting a goroutine for.
func gruGrain(d int) int { return max(1, 1<<12/max(d, 1)) }

func checkGRU(name string, a, b, h, y, rows, d int) {
	if rows < 0 || d < 0 || a != rows*3*d || b != rows*3*d || h != rows*d || y != rows*d {
		panic(fmt.Sprintf("kernel: %s: rows=%d d=%d but a, b, h, y have %d, %d, %d, %d elements", name, rows, d, a, b, h, y))
	}
}
