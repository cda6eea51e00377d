//go:build amd64 && !purego

package kernel

import "unsafe"

//go:generate sh -c "cd _generate && go run . -part gelu -out ../gelu_amd64.s -stubs ../gelu_stub_amd64.go -pkg kernel"

func fastGELU(y, x []float32) {
	if path == avx512 {
		geluAVX512(unsafe.SliceData(y), unsafe.SliceData(x), len(x))
		return
	}
	geluAVX2(unsafe.SliceData(y), unsafe.SliceData(x), len(x))
}

func fastGELUGrad(dx, dy, x []float32) {
	if path == avx512 {
		geluGradAVX512(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(x), len(x))
		return
	}
	geluGradAVX2(unsafe.SliceData(dx), unsafe.SliceData(dy), unsafe.SliceData(x), len(x))
}
