// Package hashes is a set of 64-bit hashes in about ten bytes each.
package hashes

const (
	parts    = 256
	smallest = 16
)

// Set is a set of hashes; the zero value is empty. It is cut into parts by the top bits of the hashes, each of which grows
// on its own: of the whole only a small share is ever there twice.
type Set struct {
	part [parts]part
}

// part is a table, between 7/10 and 7/8 full once it has grown, in which a hash is found by looking on from the place that
// its low bits say. 0 is an empty place.
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
	// The low bits as a share of the table, whose length is any: one that doubled would be twice as large as it needs to be.
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
