package kernel

import "math"

func refAbsMax(x []float32) (top uint32) {
	for _, v := range x {
		top = max(top, math.Float32bits(v)&^(1<<31))
	}
	return top
}

func refQuantise(y []uint8, x []float32, inverse float32) {
	for i, v := range x {
		y[i] = uint8(byteZero + int(math.RoundToEven(float64(float32(v*inverse)))))
	}
}

// refQuantRows computes rows of the first columns of a panel: what the tiles of
// quant_amd64.s do for all 32. bias may be nil without modeBias in mode.
func refQuantRows(c []float32, ldc, columns int, a []uint8, lda, rows int, panel []int8, factors, scale []float32, offset []int32, bias []float32, mode int) {
	for i := range rows {
		sums := refQuantSums(a[i*lda:], panel, columns)
		for j, y := range c[i*ldc : i*ldc+columns] {
			old := y
			y = float32(float32(sums[j]-offset[j]) * float32(factors[i]*scale[j]))
			if mode&modeLoad != 0 {
				y += old
			}
			if mode&modeBias != 0 {
				y += bias[j]
			}
			if mode&modeReLU != 0 && y < 0 { // NaN stays, and so does −0
				y = 0
			}
			c[i*ldc+j] = y
		}
	}
}

// refQuantSums are the products of one row of bytes with the columns of a panel.
func refQuantSums(a []uint8, panel []int8, columns int) (sums [quantColumns]int32) {
	for g := range len(panel) / (4 * quantColumns) {
		x0, x1, x2, x3 := int32(a[4*g]), int32(a[4*g+1]), int32(a[4*g+2]), int32(a[4*g+3])
		b := panel[g*4*quantColumns:][:4*quantColumns]
		for j := range columns {
			b := b[4*j : 4*j+4]
			sums[j] += x0*int32(b[0]) + x1*int32(b[1]) + x2*int32(b[2]) + x3*int32(b[3])
		}
	}
	return sums
}
