package duplicate

import (
	"bufio"
	"fmt"
	"os"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// Index is a Finder that keeps about 60 bytes per document in memory: two hashes with the number of the document, and
// where its name begins in a file of package scratch. A name is only needed if another document repeats its document.
type Index struct {
	documents map[uint64]uint32 // number of the first document with a key
	names     []int64           // where the name of each document begins, after the number of its set
	sets      []string
	file      *os.File // nil before the first document
	out       *bufio.Writer
	size      int64 // of the file
}

// NewIndex returns an Index without documents.
func NewIndex() *Index { return &Index{documents: map[uint64]uint32{}} }

// textKey tells the keys of texts from those of titles.
const textKey = 0x5851f42d4c957f2d

// Find looks the title up first. It looks a title with numbers up with them, and also without them among titles whose
// numbers are unknown.
func (x *Index) Find(p Print) (m Match, ok bool, err error) {
	for _, k := range []struct {
		hash, key uint64
		cause     string
	}{{p.Numbers, p.Numbers, "duplicate title"}, {p.Title, p.Title, "duplicate title"}, {p.Text, p.Text ^ textKey, "duplicate content"}} {
		if n, ok := x.documents[k.key]; ok && k.hash != 0 {
			set, id, err := x.name(n)
			return Match{Cause: k.cause, Set: set, ID: id}, err == nil, err
		}
	}
	return Match{}, false, nil
}

// Add remembers the document under its title, with numbers if they are known, and under its text.
func (x *Index) Add(p Print, set, id string) (err error) {
	for _, k := range [][2]uint64{{p.Numbers, p.Numbers}, {p.Text, p.Text ^ textKey}} {
		if _, old := x.documents[k[1]]; !old && k[0] != 0 {
			x.documents[k[1]] = uint32(len(x.names))
		}
	}
	if x.file == nil {
		if x.file, err = scratch.New(); err != nil {
			return err
		}
		x.out = bufio.NewWriterSize(x.file, 64<<10)
	}
	number := slices.Index(x.sets, set)
	if number < 0 {
		if number = len(x.sets); number == 255 { // further sets share the name of the last
			number--
		} else {
			x.sets = append(x.sets, set)
		}
	}
	x.names = append(x.names, x.size)
	x.size += 1 + int64(len(id))
	x.out.WriteByte(byte(number))
	if _, err := x.out.WriteString(id); err != nil { // or the error of a write before it
		return fmt.Errorf("names: %w; point TMPDIR to a folder with more room", err)
	}
	return nil
}

// name returns the set and the name of document n.
func (x *Index) name(n uint32) (set, id string, err error) {
	end := x.size
	if int(n)+1 < len(x.names) {
		end = x.names[n+1]
	}
	b := make([]byte, end-x.names[n])
	if err = x.out.Flush(); err == nil {
		_, err = x.file.ReadAt(b, x.names[n])
	}
	if err != nil {
		return "", "", fmt.Errorf("names: %w; point TMPDIR to a folder with more room", err)
	}
	return x.sets[b[0]], string(b[1:]), nil
}

// Close drops the index.
func (x *Index) Close() error {
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}
