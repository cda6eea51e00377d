// Package random draws numbers that depend on a key and a counter alone, so that a
// run that is stopped and resumed draws the same numbers. All of them come from
// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). They are part of the byte
// promise and must not change.
package random

// golden is 2⁶⁴ over the golden ratio, the step of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// Mix returns the output of SplitMix64 in the state x: half of its bits change when
// one bit of x does. Different x give different numbers.
func Mix(x uint64) uint64 { return finish(x + golden) }

// finish is the finaliser of SplitMix64.
func finish(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Key makes a key from its parts, such as seed, purpose and epoch. The order of
// the parts matters.
func Key(parts ...uint64) uint64 {
	key := uint64(len(parts))
	for _, p := range parts {
		key = finish(key*golden ^ finish(p))
	}
	return key
}

// Named makes a key from two numbers and a name.
func Named(a, b uint64, name string) uint64 {
	key := Mix(Mix(a) + b)
	for i := range len(name) {
		key = Mix(key ^ uint64(name[i]))
	}
	return key
}

// Uniform returns the i-th number of a key, in [0, 1), with 53 bits.
func Uniform(key, i uint64) float64 { return unit(Mix(Mix(key) + i*golden)) }

// Below returns the i-th number of a key, in [0, n); the numbers differ from those
// of Uniform. It panics if n < 1. The bias is below n/2⁵³.
func Below(key, i uint64, n int) int {
	if n < 1 {
		panic("random: Below needs n > 0")
	}
	return int(unit(Mix(key+i*golden)) * float64(n))
}

// unit maps x to [0, 1).
func unit(x uint64) float64 { return float64(x>>11) / (1 << 53) }

// Permutation returns the numbers [0, n) in an order that follows from the key
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
