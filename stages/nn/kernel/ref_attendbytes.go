package kernel

import "math"

// refAttendBytes computes one head of c columns of one segment.
func refAttendBytes(out []float32, q, k, v *Bytes, s Segment, head, c int) {
	m, ld := s.K.Len(), bytesOf(q.k)
	scores, weights := make([]float32, m), make([]uint8, (m+15)&^15)
	for i := s.Q.Lo; i < s.Q.Hi; i++ {
		o := out[i*q.k+head*c:][:c]
		if clear(o); m == 0 {
			continue
		}
		x := q.data[i*ld+head*c:][:c]
		for j := range scores {
			sum, key := int32(0), k.data[(s.K.Lo+j)*ld+head*c:][:c]
			for b, y := range key {
				sum += (int32(x[b]) - byteZero) * (int32(y) - byteZero)
			}
			scores[j] = float32(sum) * float32(q.scale[i]*k.scale[s.K.Lo+j])
		}
		factor := byteWeights(weights, scores, v.scale[s.K.Lo:s.K.Hi])
		for b := range o {
			sum := int32(0)
			for j := range scores {
				sum += int32(weights[j]) * (int32(v.data[(s.K.Lo+j)*ld+head*c+b]) - byteZero)
			}
			o[b] = float32(sum) * factor
		}
	}
}

func refScaleMax(x, by []float32) (top uint32) {
	for i, v := range x {
		x[i] = v * by[i]
		top = max(top, math.Float32bits(x[i]))
	}
	return top
}

func refQuantisePositive(y []uint8, x []float32, inverse float32) {
	for i, v := range x {
		y[i] = uint8(math.RoundToEven(float64(float32(v * inverse))))
	}
}
