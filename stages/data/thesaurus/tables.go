package thesaurus

import "github.com/zeebo/xxh3"

// tables holds concepts and labels in flat tables. Concepts are numbered from 0 in the order of their URIs. The labels of a concept
// are consecutive, preferred ones first.
type tables struct {
	uris, notations, texts  list8
	languages               list8    // of the labels
	labelConcept            []uint32 // by label
	labelKind, labelTongue  []byte
	first                   []uint32 // by concept: its first label; then the number of labels
	broader, narrower, near list32
}

// list8 is a list of texts in one slice. A budget keeps its offsets below 32 bits.
type list8 struct {
	bytes []byte
	ends  []uint32
}

func (l *list8) add(s []byte) {
	l.bytes = append(l.bytes, s...)
	l.ends = append(l.ends, uint32(len(l.bytes)))
}

func (l *list8) len() int { return len(l.ends) }

func (l *list8) at(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.bytes[start:l.ends[i]]
}

// list32 is a list of lists of numbers in one slice.
type list32 struct{ items, ends []uint32 }

func (l *list32) at(i uint32) []uint32 {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.items[start:l.ends[i]]
}

// names numbers distinct texts in the order of their first use. It holds no pointers, so that garbage collection skips it.
type names struct {
	list8
	slots []uint64 // hash table: the upper half of the hash, and 1 + number; 0 for none
}

// number returns the number of a text, and adds the text if it is new.
func (n *names) number(text []byte) (i uint32, known bool) {
	if 4*n.len() >= 3*len(n.slots) {
		n.grow()
	}
	i, at, known := n.find(text)
	if known {
		return i, true
	}
	i = uint32(n.len())
	n.add(text)
	n.take(at, i)
	return i, false
}

// find returns the number of a text, or the free slot for one that is new.
func (n *names) find(text []byte) (i, slot uint32, known bool) {
	if len(n.slots) == 0 {
		return 0, 0, false
	}
	h := xxh3.Hash(text)
	mask := uint32(len(n.slots) - 1)
	at := uint32(h) & mask
	for ; n.slots[at] != 0; at = (at + 1) & mask {
		s := n.slots[at]
		if i := uint32(s) - 1; s>>32 == h>>32 && string(n.at(i)) == string(text) {
			return i, at, true
		}
	}
	return 0, at, false
}

// take puts text i into a slot.
func (n *names) take(slot, i uint32) {
	n.slots[slot] = xxh3.Hash(n.at(i))>>32<<32 | uint64(i+1)
}

// grow doubles the hash table.
func (n *names) grow() {
	n.slots = make([]uint64, max(1<<10, 2*len(n.slots)))
	for i := range uint32(n.len()) {
		_, at, _ := n.find(n.at(i))
		n.take(at, i)
	}
}
