//go:build !amd64 || purego

package kernel

func fastAbsMax([]float32) uint32 { panic(noTwin) }

func fastQuantise([]uint8, []float32, float32) { panic(noTwin) }

func fastScaleMax(x, by []float32) uint32 { panic(noTwin) }

func fastQuantisePositive([]uint8, []float32, float32) { panic(noTwin) }

func fastQuantRows(c []float32, ldc int, a []uint8, lda, rows int, panel []int8, factors, scale []float32, offset []int32, bias []float32, mode int) {
	panic(noTwin)
}
