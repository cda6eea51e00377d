// Package hashes is a set of 64-bit hashes that takes about ten bytes per hash.
package hashes

const (
	parts    = 256
	smallest = 16
)

// Set is a set of hashes; the zero value is empty. The top bits of a hash select one of several tables. Each table
// grows on its own, so growth never doubles the memory of the whole set.
type Set struct {
	part [parts]part
}

// part is a hash table with linear probing, 7/10 to 7/8 full once it has grown. 0 marks an empty place.
type part struct {
	table []uint64
	used  int
}

// Add adds a hash and returns false if the set already contains it.
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
	// Scale the low bits to the table's length, which need not be a power of two: a table that doubles would waste up
	// to half its memory.
	for i := int(uint64(uint32(hash)) * uint64(len(p.table)) >> 32); ; i++ {
		if i == len(p.table) {
			i = 0
		}
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
	p.table, p.used = make([]uint64, len(old)+len(old)/4+smallest), 0
	for _, hash := range old {
		if hash != 0 {
			p.add(hash)
		}
	}
}
