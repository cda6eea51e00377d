//go:build amd64 && !purego

package kernel

// peakLoop returns a loop of independent fused multiply-adds and the number of its operations.
func peakLoop() (run func(), operations float64) {
	const n = 100000
	switch path {
	case avx512:
		return func() { peakAVX512(n) }, n * 24 * 16 * 2
	case avx2:
		return func() { peakAVX2(n) }, n * 12 * 8 * 2
	}
	return nil, 0
}
