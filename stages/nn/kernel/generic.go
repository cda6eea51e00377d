//go:build !amd64 || purego

package kernel

// This build has no twins: path is plain, so nothing calls the functions below.
const (
	path   = plain
	noTwin = "kernel: no fast twin in this build"
)

// hasBFloat16 is false: bfloat16 products need AVX-512.
const hasBFloat16 = false

// scratch is empty in this build.
type scratch struct{}

// Of mul_amd64.go.

func mulFast(*Workers, product[float32], *Packed[float32]) { panic(noTwin) }
func packFast(*Workers, *Packed[float32])                  { panic(noTwin) }

// Of attend_amd64.go.

func fastAttend(w *Workers, out, weights, q, k, v []float32, packed *PackedKeys[float32], segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}
func fastAttendGrad(w *Workers, dq, dk, dv, dout, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}
func packedKeysOf(keys, c int) int                             { panic(noTwin) }
func packedValuesOf(keys, c int) int                           { panic(noTwin) }
func packKeys(dst, k []float32, r Range, head, heads, d int)   { panic(noTwin) }
func packValues(dst, v []float32, r Range, head, heads, d int) { panic(noTwin) }
func fastWeightedSum(out, p, v []float32, ldv int)             { panic(noTwin) }

// Of attendbytes_amd64.go.

func fastAttendBytes(w *Workers, out []float32, q, k, v *Bytes, segs []Segment, lo, hi, c int) {
	panic(noTwin)
}

// Of exp_stub_amd64.go.

func fastExpSum(x []float32, top float32) float32   { panic(noTwin) }
func fastMax([]float32) float32                     { panic(noTwin) }
func fastSoftmax(x []float32)                       { panic(noTwin) }
func fastExpTotal(x []float32, top float32) float32 { panic(noTwin) }
func fastIndex(x []float32, y float32) int          { panic(noTwin) }
func fastSoftmaxGrad(g, p []float32)                { panic(noTwin) }

// Of gelu_stub_amd64.go.

func fastGELU(y, x []float32)          { panic(noTwin) }
func fastGELUGrad(dx, dy, x []float32) { panic(noTwin) }

// Of norm_stub_amd64.go.

func fastNormRow(y, x, gain, bias []float32, eps float32) (mean, rstd float32) { panic(noTwin) }
func fastNormGradRow(dx, dy, x, gain []float32, mean, rstd float32)            { panic(noTwin) }
func fastNormGradColumns(dgain, dbias, dy, x []float32, mean, rstd float32)    { panic(noTwin) }

// Of quant_amd64.go.

func fastAbsMax([]float32) uint32                      { panic(noTwin) }
func fastQuantise([]uint8, []float32, float32)         { panic(noTwin) }
func fastScaleMax(x, by []float32) uint32              { panic(noTwin) }
func fastQuantisePositive([]uint8, []float32, float32) { panic(noTwin) }
func fastQuantRows(c []float32, ldc int, a []uint8, lda, rows int, panel []int8, factors, scale []float32, offset []int32, bias []float32, mode int) {
	panic(noTwin)
}

// Of rows_stub_amd64.go.

func fastAdd(y, x []float32)                                                { panic(noTwin) }
func fastReLUGrad(dx, dy, y []float32)                                      { panic(noTwin) }
func dropPart(y, x []float32, counter, second, limit uint32, scale float32) { panic(noTwin) }
func fastAdam(theta, m, v, g []float32, f *[8]float32)                      { panic(noTwin) }
func fastSquares(x []float32, l *[lanes]float64) int                        { panic(noTwin) }
