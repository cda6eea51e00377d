package duplicate

// Index is a Finder that keeps about 60 bytes a document: two hashes of eight
// bytes with a reference of four, in tables that are at least two thirds full,
// and the document's name.
type Index struct {
	tables [256]table // by the first eight bits of a key
	names  names
}

// table is a part of the keys. There are many, so that no more than one of them
// is ever in memory twice, as it grows.
type table struct {
	keys []uint64 // open addressing, linear; 0 is free
	refs []uint32 // number of the document of keys[i]
	used int
}

// NewIndex returns an Index without documents.
func NewIndex() *Index { return &Index{} }

// The kinds of key that share the table are told apart by a constant.
const (
	titleKey = 0
	textKey  = 0x5851f42d4c957f2d
)

// Find looks the title up first. A title with numbers is looked up with them,
// and without them among titles of which the numbers are not known.
func (x *Index) Find(p Print) (Match, bool) {
	for _, k := range []struct {
		hash, kind uint64
		cause      string
	}{{p.Numbers, titleKey, "duplicate title"}, {p.Title, titleKey, "duplicate title"}, {p.Text, textKey, "duplicate content"}} {
		if k.hash == 0 {
			continue
		}
		t := x.table(k.hash ^ k.kind)
		if at, ok := t.slot(k.hash ^ k.kind); ok {
			set, id := x.names.get(t.refs[at])
			return Match{Cause: k.cause, Set: set, ID: id}, true
		}
	}
	return Match{}, false
}

// Add remembers the document under its title, with numbers if they are known,
// and under its text.
func (x *Index) Add(p Print, set, id string) {
	ref := x.names.add(set, id)
	x.put(p.Numbers, titleKey, ref)
	x.put(p.Text, textKey, ref)
}

func (x *Index) put(hash, kind uint64, ref uint32) {
	if hash == 0 {
		return
	}
	t := x.table(hash ^ kind)
	if 5*t.used >= 4*len(t.keys) {
		t.grow()
	}
	if at, ok := t.slot(hash ^ kind); !ok {
		t.keys[at], t.refs[at] = hash^kind, ref
		t.used++
	}
}

func (x *Index) table(key uint64) *table { return &x.tables[key>>56] }

// slot returns where key stands, or where it would be put.
func (t *table) slot(key uint64) (at int, found bool) {
	if len(t.keys) == 0 {
		return 0, false
	}
	for at = int(uint64(uint32(key)) * uint64(len(t.keys)) >> 32); ; at++ {
		if at == len(t.keys) {
			at = 0
		}
		if t.keys[at] == key {
			return at, true
		}
		if t.keys[at] == 0 {
			return at, false
		}
	}
}

// grow makes a table that four fifths fill by a quarter larger.
func (t *table) grow() {
	keys, refs := t.keys, t.refs
	n := len(keys) + len(keys)/4 + 16
	t.keys, t.refs = make([]uint64, n), make([]uint32, n)
	for i, k := range keys {
		if k != 0 {
			at, _ := t.slot(k)
			t.keys[at], t.refs[at] = k, refs[i]
		}
	}
}

// names holds the names of documents in blocks of bytes, one offset for every
// sixteen of them.
type names struct {
	sets   []string
	blocks [][]byte
	starts []uint64 // block·blockSize + offset of documents 0, 16, 32, …
	count  uint32
}

const (
	blockSize = 64 << 10
	longest   = 1000 // bytes kept of a name
)

// add appends a document: one byte for its set, two for the length of its
// name, the name.
func (n *names) add(set, id string) uint32 {
	id = id[:min(len(id), longest)]
	last := len(n.blocks) - 1
	if last < 0 || len(n.blocks[last])+3+len(id) > blockSize {
		n.blocks = append(n.blocks, make([]byte, 0, blockSize))
		last++
	}
	b := n.blocks[last]
	if n.count%16 == 0 {
		n.starts = append(n.starts, uint64(last)*blockSize+uint64(len(b)))
	}
	b = append(b, n.set(set), byte(len(id)), byte(len(id)>>8))
	n.blocks[last] = append(b, id...)
	n.count++
	return n.count - 1
}

// set returns the number of a set.
func (n *names) set(name string) byte {
	for i, s := range n.sets {
		if s == name {
			return byte(i)
		}
	}
	if len(n.sets) < 255 { // further sets are called like the last
		n.sets = append(n.sets, name)
	}
	return byte(len(n.sets) - 1)
}

func (n *names) get(i uint32) (set, id string) {
	start := n.starts[i/16]
	block, at := start/blockSize, start%blockSize
	for skip := i % 16; ; skip-- {
		if at == uint64(len(n.blocks[block])) {
			block, at = block+1, 0
		}
		b := n.blocks[block][at:]
		size := uint64(b[1]) | uint64(b[2])<<8
		if skip == 0 {
			return n.sets[b[0]], string(b[3 : 3+size])
		}
		at += 3 + size
	}
}
