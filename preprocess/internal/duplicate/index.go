package duplicate

// Index is a Finder that keeps about 35 bytes per document in memory: two hashes of eight bytes, each with a reference
// of four, in tables that are at least two thirds full. Document names are on disk.
type Index struct {
	tables [256]table // by the first eight bits of a key
	names  names
}

// table is one part of the keys. There are many tables, so that growth never doubles the memory of more than one.
type table struct {
	keys []uint64 // open addressing, linear probing; 0 is free
	refs []uint32 // number of the document of keys[i]
	used int
}

// NewIndex returns an Index without documents.
func NewIndex() *Index { return &Index{} }

// A constant separates the two kinds of key that share the table.
const (
	titleKey = 0
	textKey  = 0x5851f42d4c957f2d
)

// Find looks the title up first. It looks a title with numbers up with them, and also without them among titles whose
// numbers are unknown.
func (x *Index) Find(p Print) (m Match, ok bool, err error) {
	for _, k := range []struct {
		hash, kind uint64
		cause      string
	}{{p.Numbers, titleKey, "duplicate title"}, {p.Title, titleKey, "duplicate title"}, {p.Text, textKey, "duplicate content"}} {
		if k.hash == 0 {
			continue
		}
		t := x.table(k.hash ^ k.kind)
		if at, ok := t.slot(k.hash ^ k.kind); ok {
			set, id, err := x.names.get(t.refs[at])
			return Match{Cause: k.cause, Set: set, ID: id}, err == nil, err
		}
	}
	return Match{}, false, nil
}

// Add remembers the document under its title, with numbers if they are known, and under its text.
func (x *Index) Add(p Print, set, id string) error {
	ref, err := x.names.add(set, id)
	if err != nil {
		return err
	}
	x.put(p.Numbers, titleKey, ref)
	x.put(p.Text, textKey, ref)
	return nil
}

// Close drops the index.
func (x *Index) Close() error { return x.names.close() }

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

// slot returns the place of key, or where to insert it.
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

// grow makes a table that is four fifths full larger by a quarter.
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
