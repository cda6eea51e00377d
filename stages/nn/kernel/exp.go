package kernel

import "math"

// Exp replaces every x[i] by e^x[i]. For float32 the relative error is below
// 2⁻²² where the result is a normal number. Results below 2⁻¹²⁶ become 0, results
// above the largest float32 become +Inf, and NaN stays NaN.
func Exp[T Float](x []T) {
	if fast[T]() {
		fastExpSum(as32(x), 0)
		return
	}
	refExp(x)
}

// LogSumExp returns log Σ e^x[i]. It returns −Inf if x is empty or all −Inf, and
// NaN if x contains NaN.
func LogSumExp[T Float](x []T) T {
	if fast[T]() {
		return T(logSumExpFrom(as32(x), fastMax(as32(x))))
	}
	return refLogSumExp(x)
}

// logSumExpFrom is LogSumExp, given fastMax.
func logSumExpFrom(x []float32, top float32) float32 {
	if math.IsInf(float64(top), 0) {
		return refLogSumExp(x)
	}
	return top + Log(fastExpTotal(x, top))
}

// LogSumExpArgMax returns LogSumExp and ArgMax of x. It searches for the largest
// element only once.
func LogSumExpArgMax[T Float](x []T) (sum T, top int) {
	if fast[T]() {
		top := fastMax(as32(x))
		return T(logSumExpFrom(as32(x), top)), argMaxFrom(as32(x), top)
	}
	return refLogSumExp(x), refArgMax(x)
}

// ArgMax returns the lowest index of the largest element, −1 if x is empty. It
// never picks NaN, except that a NaN in x[0] always wins.
func ArgMax[T Float](x []T) int {
	if fast[T]() && len(x) >= lanes {
		return argMaxFrom(as32(x), fastMax(as32(x)))
	}
	return refArgMax(x)
}

// argMaxFrom is ArgMax, given fastMax.
func argMaxFrom(x []float32, top float32) int {
	if len(x) < lanes || x[0] != x[0] {
		return refArgMax(x)
	}
	return fastIndex(x, top)
}

// softmax replaces x by e^x[i] / Σ e^x[j]. −Inf elements become 0.
func softmax[T Float](x []T) {
	if fast[T]() {
		fastSoftmax(as32(x))
		return
	}
	refSoftmax(x)
}

// SoftmaxGrad turns the gradient g of a softmax's result p into that of its
// input, p·(g − Σ p·g). It sums in the order of the elements; the gradient of
// attention sums in lanes (refSoftmaxGrad). Both orders stay because the bytes of
// trained models depend on them.
func SoftmaxGrad[T Float](g, p []T) {
	var sum T
	for i, v := range p {
		sum += T(v * g[i])
	}
	gradAbout(g, p, sum)
}

// gradAbout computes g = p·(g − sum).
func gradAbout[T Float](g, p []T, sum T) {
	for i, v := range p {
		g[i] = v * (g[i] - sum)
	}
}
