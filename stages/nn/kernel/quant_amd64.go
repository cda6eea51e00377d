//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vnni reports whether the CPU has the byte products of the AVX-512 tiles; without
// them the AVX2 tile is used.
var vnni = cpu.X86.HasAVX512VNNI

// quantTileRows is the largest number of rows of an AVX-512 tile.
const quantTileRows = 12

// fastQuantRows is refQuantRows for a whole panel: c has 32 columns.
func fastQuantRows(c []float32, ldc int, a []uint8, lda, rows int, panel []int8, factors, scale []float32, offset []int32, bias []float32, mode int) {
	groups := len(panel) / (4 * quantColumns)
	if path != avx512 || !vnni {
		for i := range rows {
			quantTileAVX2(&c[i*ldc], ldc, &a[i*lda], unsafe.SliceData(panel), groups, &factors[i], &scale[0], &offset[0], unsafe.SliceData(bias), mode)
		}
		return
	}
	tiles := ceil(rows, quantTileRows)
	for t := range tiles {
		lo, hi := t*rows/tiles, (t+1)*rows/tiles
		quantTileVNNI(hi-lo, &c[lo*ldc], ldc, &a[lo*lda], lda, unsafe.SliceData(panel), groups, &factors[lo], &scale[0], &offset[0], unsafe.SliceData(bias), mode)
	}
}
