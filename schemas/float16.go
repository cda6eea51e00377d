package schemas

import (
	"math"
	"strconv"
)

// Float16 holds the bits of a 16-bit float, binary16 of IEEE 754: 11 significant bits, finite up to 65504.
type Float16 uint16

// NewFloat16 rounds v to the nearest 16-bit float, ties to even. Values from ±65520 on become infinite; NaN stays NaN.
func NewFloat16(v float32) Float16 {
	b := math.Float32bits(v)
	sign := Float16(b >> 16 & 0x8000)
	b &^= 1 << 31
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x477ff000: // 65520
		return sign | 0x7c00
	case b < 0x38800000: // 2⁻¹⁴: below, the numbers are multiples of 2⁻²⁴
		return sign | Float16(math.RoundToEven(float64(math.Float32frombits(b))*0x1p24))
	}
	b += 0xfff + b>>13&1 // a carry out of the fraction raises the exponent
	return sign | Float16(b>>13-112<<10)
}

// Float32 returns the same number.
func (h Float16) Float32() float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// Text returns the shortest decimal number that rounds to h.
func (h Float16) Text() string {
	for digits := 1; ; digits++ { // five are enough for any
		short, err := strconv.ParseFloat(strconv.FormatFloat(float64(h.Float32()), 'e', digits-1, 64), 32)
		if err != nil || digits == 5 || NewFloat16(float32(short)) == h || short != short {
			return strconv.FormatFloat(short, 'f', -1, 32)
		}
	}
}

// BFloat16 holds the bits of a 16-bit float with the exponent of a float32, bfloat16: the upper half of one.
type BFloat16 uint16

// Float32 returns the same number.
func (h BFloat16) Float32() float32 { return math.Float32frombits(uint32(h) << 16) }
