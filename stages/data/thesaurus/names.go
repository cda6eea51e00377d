package thesaurus

import "github.com/zeebo/xxh3"

// names numbers distinct texts in the order of their first use. It holds no pointers: a million labels open in three fifths of the time
// and memory that a map of strings takes.
type names struct {
	bytes []byte
	ends  []uint32
	slots []uint64 // hash table: the upper half of the hash, and 1 + number; 0 for none
}

func (n *names) len() int { return len(n.ends) }

func (n *names) at(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = n.ends[i-1]
	}
	return n.bytes[start:n.ends[i]]
}

// number returns the number of a text, and adds the text if it is new.
func (n *names) number(text []byte) (i uint32, known bool) {
	if 4*n.len() >= 3*len(n.slots) {
		n.slots = make([]uint64, max(1<<10, 2*len(n.slots)))
		for i := range uint32(n.len()) {
			_, slot, _ := n.find(n.at(i))
			n.take(slot, i)
		}
	}
	i, slot, known := n.find(text)
	if !known {
		i = uint32(n.len())
		n.bytes = append(n.bytes, text...)
		n.ends = append(n.ends, uint32(len(n.bytes)))
		n.take(slot, i)
	}
	return i, known
}

// find returns the number of a text, or the free slot for one that is new.
func (n *names) find(text []byte) (i, slot uint32, known bool) {
	if len(n.slots) == 0 {
		return 0, 0, false
	}
	h := xxh3.Hash(text)
	mask := uint32(len(n.slots) - 1)
	slot = uint32(h) & mask
	for ; n.slots[slot] != 0; slot = (slot + 1) & mask {
		s := n.slots[slot]
		if i = uint32(s) - 1; s>>32 == h>>32 && string(n.at(i)) == string(text) {
			return i, slot, true
		}
	}
	return 0, slot, false
}

// take puts text i into a slot.
func (n *names) take(slot, i uint32) {
	n.slots[slot] = xxh3.Hash(n.at(i))>>32<<32 | uint64(i+1)
}
