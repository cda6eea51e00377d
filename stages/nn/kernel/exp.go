package kernel

// Exp replaces every x[i] by e^x[i]. For float32 the relative error is below
// 2⁻²² where the result is a normal number; results below 2⁻¹²⁶ become 0, above
// the largest float32 +Inf, NaN stays.
func Exp[T Float](x []T) {
	if fast[T]() {
		fastExpSum(as32(x), 0)
		return
	}
	refExp(x)
}

// LogSumExp returns log Σ e^x[i] (and −Inf for no elements or all −Inf). NaN
// gives NaN.
func LogSumExp[T Float](x []T) T {
	if fast[T]() {
		return T(fastLogSumExp(as32(x)))
	}
	return refLogSumExp(x)
}

// LogSumExpArgMax is LogSumExp and ArgMax, which look for the largest element
// once.
func LogSumExpArgMax[T Float](x []T) (sum T, top int) {
	if fast[T]() {
		sum, top := fastLogSumExpArgMax(as32(x))
		return T(sum), top
	}
	return refLogSumExp(x), refArgMax(x)
}

// ArgMax returns the lowest index of the largest element, −1 for no elements.
// NaN is never chosen unless x[0] is NaN, which then wins.
func ArgMax[T Float](x []T) int {
	if fast[T]() {
		return fastArgMax(as32(x))
	}
	return refArgMax(x)
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
// input, p·(g − Σ p·g). The sum is taken in the order of the elements; inside
// the gradient of attention it is taken in lanes (refSoftmaxGrad). There are
// two orders because models that were trained have each in their bytes.
func SoftmaxGrad[T Float](g, p []T) {
	var sum T
	for i, v := range p {
		sum += T(v * g[i])
	}
	gradAbout(g, p, sum)
}

// gradAbout is g = p·(g − sum).
func gradAbout[T Float](g, p []T, sum T) {
	for i, v := range p {
		g[i] = v * (g[i] - sum)
	}
}
