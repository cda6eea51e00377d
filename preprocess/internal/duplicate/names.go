package duplicate

import (
	"fmt"
	"os"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// names stores the names of documents: the last ones in memory, the others in a file of package scratch. A name is
// only needed if another document repeats its document. It keeps one offset per sixteen names.
type names struct {
	sets   []string
	disk   *os.File // nil until the first block is full
	before int64    // bytes on disk
	block  []byte   // the bytes after those
	starts []int64  // offsets of documents 0, 16, 32, …
	count  uint32
}

const (
	blockSize = 64 << 10
	group     = 16   // documents per offset
	longest   = 1000 // bytes kept of a name
)

// add appends a document: one byte for its set, two for the length of its name, then the name.
func (n *names) add(set, id string) (uint32, error) {
	id = id[:min(len(id), longest)]
	if len(n.block)+3+len(id) > blockSize {
		if err := n.spill(); err != nil {
			return 0, err
		}
	}
	if n.count%group == 0 {
		n.starts = append(n.starts, n.before+int64(len(n.block)))
	}
	n.block = append(n.block, n.set(set), byte(len(id)), byte(len(id)>>8))
	n.block = append(n.block, id...)
	n.count++
	return n.count - 1, nil
}

// spill appends the block to the file.
func (n *names) spill() (err error) {
	if n.disk == nil {
		if n.disk, err = scratch.New(); err != nil {
			return err
		}
	}
	if _, err := n.disk.Write(n.block); err != nil {
		return fmt.Errorf("names: %w; point TMPDIR to a folder with more room", err)
	}
	n.before += int64(len(n.block))
	n.block = n.block[:0]
	return nil
}

// set returns the number of a set.
func (n *names) set(name string) byte {
	for i, s := range n.sets {
		if s == name {
			return byte(i)
		}
	}
	if len(n.sets) < 255 { // further sets share the name of the last
		n.sets = append(n.sets, name)
	}
	return byte(len(n.sets) - 1)
}

// get returns the set and the name of document i.
func (n *names) get(i uint32) (set, id string, err error) {
	b, err := n.read(i / group)
	if err != nil {
		return "", "", fmt.Errorf("names: %w", err)
	}
	for skip := i % group; ; skip-- {
		end := 3 + (int(b[1]) | int(b[2])<<8)
		if skip == 0 {
			return n.sets[b[0]], string(b[3:end]), nil
		}
		b = b[end:]
	}
}

// read returns a group of documents, part of which may be on disk.
func (n *names) read(g uint32) ([]byte, error) {
	from, to := n.starts[g], n.before+int64(len(n.block))
	if int(g)+1 < len(n.starts) {
		to = n.starts[g+1]
	}
	if from >= n.before {
		return n.block[from-n.before : to-n.before], nil
	}
	written := min(to, n.before)
	b := make([]byte, written-from, to-from)
	if _, err := n.disk.ReadAt(b, from); err != nil {
		return nil, err
	}
	return append(b, n.block[:to-written]...), nil
}

func (n *names) close() error {
	if n.disk == nil {
		return nil
	}
	return n.disk.Close()
}
