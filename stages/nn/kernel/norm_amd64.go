//go:build amd64 && !purego

package kernel

import "unsafe"

//go:generate sh -c "cd _generate && go run . -part norm -out ../norm_amd64.s -stubs ../norm_stub_amd64.go -pkg kernel"

func fastNormRow(y, x, gain, bias []float32, eps float32) (mean, rstd float32) {
	if path == avx512 {
		return normRowAVX512(unsafe.SliceData(y), unsafe.SliceData(x), unsafe.SliceData(gain), unsafe.SliceData(bias), len(x), eps)
	}
	return normRowAVX2(unsafe.SliceData(y), unsafe.SliceData(x), unsafe.SliceData(gain), unsafe.SliceData(bias), len(x), eps)
}

func fastNormGradRow(dx, dy, x, gain []float32, mean, rstd float32) {
	if path == avx512 {
		normGradRowAVX512(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(x), unsafe.SliceData(gain), len(x), mean, rstd)
		return
	}
	normGradRowAVX2(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(x), unsafe.SliceData(gain), len(x), mean, rstd)
}

func fastNormGradColumns(dgain, dbias, dy, x []float32, mean, rstd float32) {
	if path == avx512 {
		normGradColumnsAVX512(unsafe.SliceData(dgain), unsafe.SliceData(dbias), unsafe.SliceData(dy), unsafe.SliceData(x), len(x), mean, rstd)
		return
	}
	normGradColumnsAVX2(unsafe.SliceData(dgain), unsafe.SliceData(dbias), unsafe.SliceData(dy), unsafe.SliceData(x), len(x), mean, rstd)
}
