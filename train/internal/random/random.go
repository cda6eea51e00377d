// Package random draws numbers that depend on a key and a counter alone, so
// that a run which is stopped and resumed draws what it would have drawn.
package random

// golden is 2⁶⁴ over the golden ratio, the step of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// Key makes a key of its parts, such as seed, purpose and epoch. The order of
// the parts counts.
func Key(parts ...uint64) uint64 {
	key := uint64(len(parts))
	for _, p := range parts {
		key = mix(key*golden ^ mix(p))
	}
	return key
}

// Below returns the i-th number of a key, in [0, n). It panics if n < 1. The
// bias is below n/2⁵³.
func Below(key, i uint64, n int) int {
	if n < 1 {
		panic("random: Below of nothing")
	}
	unit := float64(mix(key+(i+1)*golden)>>11) / (1 << 53)
	return int(unit * float64(n))
}

// Permutation returns the numbers [0, n) in an order that the key decides
// (Fisher and Yates).
func Permutation(key uint64, n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := Below(key, uint64(i), i+1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
