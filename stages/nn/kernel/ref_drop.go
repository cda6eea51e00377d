package kernel

func refDrop[T Float](y, x []T, d Drop, first uint64) {
	if d.Rate == 0 && d.Keep == nil {
		copy(y, x)
		return
	}
	scale := T(1 / (1 - d.Rate))
	if d.Keep != nil {
		for i, k := range d.Keep[first : first+uint64(len(x))] {
			y[i] = x[i] * scale * T(k)
		}
		return
	}
	limit := dropLimit(d.Rate)
	for i, v := range x {
		if dropHash(d.Key, first+uint64(i)) >= limit {
			y[i] = v * scale
		} else {
			y[i] = 0
		}
	}
}

// dropLimit is the smallest hash that is kept.
func dropLimit(rate float64) uint32 { return uint32(rate * (1 << 32)) }

// dropHash hashes element i in 32-bit steps only, so that vectors can do it. The
// first round mixes the low half of i with one half of the key. The second mixes
// the result with the other half and the high half of i.
func dropHash(key, i uint64) uint32 {
	x := mix32(uint32(i) + uint32(key))
	return mix32(x ^ dropSecond(key, uint32(i>>32)))
}

// dropSecond returns the input of the second round; it is constant over 2³² elements.
func dropSecond(key uint64, high uint32) uint32 { return uint32(key>>32) + high*0x9e3779b9 }

// mix32 is a bijection of 32-bit numbers that changes half of the bits of its
// result when one bit of x changes (the form of Murmur3's finaliser with the
// multipliers that Wellons' hash-prospector search found best).
func mix32(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x21f0aaad
	x ^= x >> 15
	x *= 0x735a2d97
	return x ^ x>>15
}
