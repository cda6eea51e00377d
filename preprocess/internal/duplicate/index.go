package duplicate

import "slices"

// Index is a Finder that keeps about 60 bytes and its name of each document: two hashes with the number of the document, and where
// its name begins.
type Index struct {
	documents map[uint64]uint32 // number of the first document with a key
	names     []byte            // of all documents, one after the other, each behind the number of its set
	starts    []int64           // where each begins
	sets      []string
}

// NewIndex returns an Index without documents.
func NewIndex() *Index { return &Index{documents: map[uint64]uint32{}} }

// textKey tells the keys of texts from those of titles.
const textKey = 0x5851f42d4c957f2d

// Find looks the title up first. It looks a title with numbers up with them, and also without them among titles whose
// numbers are unknown.
func (x *Index) Find(p Print) (m Match, ok bool) {
	for _, k := range []struct {
		hash, key uint64
		cause     string
	}{{p.Numbers, p.Numbers, "duplicate title"}, {p.Title, p.Title, "duplicate title"}, {p.Text, p.Text ^ textKey, "duplicate content"}} {
		if n, ok := x.documents[k.key]; ok && k.hash != 0 {
			end := int64(len(x.names))
			if int(n)+1 < len(x.starts) {
				end = x.starts[n+1]
			}
			name := x.names[x.starts[n]:end]
			return Match{Cause: k.cause, Set: x.sets[name[0]], ID: string(name[1:])}, true
		}
	}
	return Match{}, false
}

// Add remembers the document under its title, with numbers if they are known, and under its text.
func (x *Index) Add(p Print, set, id string) {
	for _, k := range [][2]uint64{{p.Numbers, p.Numbers}, {p.Text, p.Text ^ textKey}} {
		if _, old := x.documents[k[1]]; !old && k[0] != 0 {
			x.documents[k[1]] = uint32(len(x.starts))
		}
	}
	number := slices.Index(x.sets, set)
	if number < 0 {
		if number = len(x.sets); number == 255 { // further sets share the name of the last
			number--
		} else {
			x.sets = append(x.sets, set)
		}
	}
	x.starts = append(x.starts, int64(len(x.names)))
	x.names = append(append(x.names, byte(number)), id...)
}
