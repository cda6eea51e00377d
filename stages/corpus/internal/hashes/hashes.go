// Package hashes is a set of 64-bit hashes in about 13 bytes each.
package hashes

const (
	parts    = 256
	smallest = 64
)

// Set is a set of hashes; the zero value is empty. It is cut into parts by the top bits of the hashes, each of which grows
// on its own: of the whole only a small share is ever there twice.
type Set struct {
	part [parts]part
}

// part is a table in which a hash is found by looking on from the place that its low bits say. 0 is an empty place.
type part struct {
	table []uint64
	used  int
}

// Add adds a hash and returns false if it is in the set already.
func (s *Set) Add(hash uint64) bool {
	p := &s.part[hash>>56]
	if hash == 0 {
		hash = 1
	}
	if p.used*8 >= len(p.table)*7 {
		p.grow()
	}
	return p.add(hash)
}

func (p *part) add(hash uint64) bool {
	mask := uint64(len(p.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch p.table[i] {
		case 0:
			p.table[i] = hash
			p.used++
			return true
		case hash:
			return false
		}
	}
}

func (p *part) grow() {
	old := p.table
	p.table, p.used = make([]uint64, max(2*len(old), smallest)), 0
	for _, hash := range old {
		if hash != 0 {
			p.add(hash)
		}
	}
}
