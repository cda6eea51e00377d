package kernel

import "math"

func refAdam[T Float](theta, m, v, g []T, f adamFactors[T]) {
	for i, x := range g {
		x *= f.scale
		m[i] = T(f.beta1*m[i]) + T(f.other1*x)
		v[i] = T(f.beta2*v[i]) + T(T(f.other2*x)*x)
		theta[i] -= T(f.rate * m[i] / (T(T(math.Sqrt(float64(v[i])))*f.root) + f.eps))
	}
}

// refSquares adds the squares of x to the lanes, starting at the first lane, and
// folds them. Squares of float32 are exact in float64.
func refSquares[T Float](x []T, l *[lanes]float64) float64 {
	for i, v := range x {
		l[i%lanes] += float64(float64(v) * float64(v))
	}
	return fold(l)
}
