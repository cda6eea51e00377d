package kernel

import "math"

// refNormRow normalises one row and returns its mean and 1/√(variance + eps).
func refNormRow[T Float](y, x, gain, bias []T, eps T) (mean, rstd T) {
	var l [lanes]T
	for i, v := range x {
		l[i%lanes] += v
	}
	mean = fold(&l) / T(len(x))
	l = [lanes]T{}
	for i, v := range x {
		c := v - mean
		l[i%lanes] += T(c * c)
	}
	variance := fold(&l) / T(len(x))
	rstd = 1 / T(math.Sqrt(float64(variance+eps)))
	for i, v := range x {
		y[i] = T(T((v-mean)*rstd)*gain[i]) + bias[i]
	}
	return mean, rstd
}

// refNormGradRow adds to dx the gradient of one row: with n = (x−mean)·rstd and
// g = dy·gain, dx += rstd·(g − mean(g) − n·mean(g·n)).
func refNormGradRow[T Float](dx, dy, x, gain []T, mean, rstd T) {
	var sum, dot [lanes]T
	for i, v := range x {
		g := dy[i] * gain[i]
		n := T((v - mean) * rstd)
		sum[i%lanes] += T(g)
		dot[i%lanes] += T(g * n)
	}
	d := T(len(x))
	s, t := fold(&sum)/d, fold(&dot)/d
	for i, v := range x {
		n := T((v - mean) * rstd)
		dx[i] += T(rstd * (T(dy[i]*gain[i]) - s - T(n*t)))
	}
}

// refNormGradColumns adds one row's contribution to a range of dgain and dbias.
func refNormGradColumns[T Float](dgain, dbias, dy, x []T, mean, rstd T) {
	for j, g := range dy {
		dgain[j] += T(g * T((x[j]-mean)*rstd))
		dbias[j] += g
	}
}
