package choose

import "hash/maphash"

// index finds the row of a phrase by its stems. It holds a part of the hash beside the number of the row, so that a phrase without
// a row, as most runs of a text are, costs one access to memory.
type index struct {
	seed   maphash.Seed
	places []place // open addressing, at most half full; none without rows
}

// place is a row, counted from 1, and the upper half of the hash of its stems; 0 for a free place.
type place struct{ hash, row uint32 }

// newIndex returns an index with room for so many rows.
func newIndex(rows int) index {
	size := 2
	for size < 2*rows {
		size *= 2
	}
	return index{maphash.MakeSeed(), make([]place, size)}
}

// add adds a row. Its stems are new.
func (x *index) add(stems string, row int32) {
	hash := maphash.String(x.seed, stems)
	at := hash & uint64(len(x.places)-1)
	for x.places[at].row != 0 {
		at = (at + 1) & uint64(len(x.places)-1)
	}
	x.places[at] = place{uint32(hash >> 32), uint32(row) + 1}
}

// find returns the row with these stems; of returns those of a row.
func (x *index) find(stems []byte, of func(row int32) string) (row int32, ok bool) {
	if len(x.places) == 0 {
		return 0, false
	}
	hash := maphash.Bytes(x.seed, stems)
	for at := hash & uint64(len(x.places)-1); x.places[at].row != 0; at = (at + 1) & uint64(len(x.places)-1) {
		if p := x.places[at]; p.hash == uint32(hash>>32) && of(int32(p.row-1)) == string(stems) {
			return int32(p.row - 1), true
		}
	}
	return 0, false
}
