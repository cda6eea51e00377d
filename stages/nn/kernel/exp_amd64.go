//go:build amd64 && !purego

package kernel

import (
	"math"
	"unsafe"
)

//go:generate sh -c "cd _generate && go run . -part exp -out ../exp_amd64.s -stubs ../exp_stub_amd64.go -pkg kernel"

// fastExpSum replaces x[i] by e^(x[i]−top) and returns the sum.
func fastExpSum(x []float32, top float32) float32 {
	if path == avx512 {
		return expSumAVX512(unsafe.SliceData(x), len(x), top)
	}
	return expSumAVX2(unsafe.SliceData(x), len(x), top)
}

func fastSoftmax(x []float32) {
	if path == avx512 {
		softmaxAVX512(unsafe.SliceData(x), len(x))
		return
	}
	softmaxAVX2(unsafe.SliceData(x), len(x))
}

func fastLogSumExp(x []float32) float32 { return logSumExpFrom(x, fastMax(x)) }

func fastLogSumExpArgMax(x []float32) (float32, int) {
	top := fastMax(x)
	return logSumExpFrom(x, top), argMaxFrom(x, top)
}

// logSumExpFrom is LogSumExp, given fastMax.
func logSumExpFrom(x []float32, top float32) float32 {
	if math.IsInf(float64(top), 0) {
		return refLogSumExp(x)
	}
	if path == avx512 {
		return top + Log(expTotalAVX512(unsafe.SliceData(x), len(x), top))
	}
	return top + Log(expTotalAVX2(unsafe.SliceData(x), len(x), top))
}

// fastMax returns the largest element; it ignores NaN.
func fastMax(x []float32) float32 {
	if path == avx512 {
		return maximumAVX512(unsafe.SliceData(x), len(x))
	}
	return maximumAVX2(unsafe.SliceData(x), len(x))
}

func fastArgMax(x []float32) int {
	if len(x) < lanes {
		return refArgMax(x)
	}
	return argMaxFrom(x, fastMax(x))
}

// argMaxFrom is ArgMax, given fastMax.
func argMaxFrom(x []float32, top float32) int {
	if len(x) < lanes || x[0] != x[0] {
		return refArgMax(x)
	}
	if path == avx512 {
		return indexOfAVX512(unsafe.SliceData(x), len(x), top)
	}
	return indexOfAVX2(unsafe.SliceData(x), len(x), top)
}

func fastSoftmaxGrad(g, p []float32) {
	if path == avx512 {
		softmaxGradAVX512(unsafe.SliceData(g), unsafe.SliceData(p), len(p))
		return
	}
	softmaxGradAVX2(unsafe.SliceData(g), unsafe.SliceData(p), len(p))
}
