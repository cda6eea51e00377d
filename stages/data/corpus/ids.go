package corpus

import (
	"errors"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/hashes"
)

// IDs makes the ids of a set unique, or finds a repeated one. It keeps a 64-bit hash per id. When a hash repeats, it reads the set
// again from the start, which finds the first row and rules out a hash collision. The ids of a part of an index are known before.
type IDs struct {
	set    Set
	number bool
	seen   hashes.Set
	next   map[uint64]int // per repeated id: the number to try next

	ofPart bool
	known  []int64 // of a part, in pairs: the place of a row among those with an id, counted from 1, and the number that its id gets
	taken  int64   // of a part
}

// IDs returns an empty IDs for the set.
func (s Settings) IDs(set Set) *IDs {
	return &IDs{set: set, number: s.RepeatedIDs == numberRepeated, next: map[uint64]int{}}
}

// Take receives the id of every record in order and returns the id of its document. A repeated id is an error, or gets
// the first number that makes it unique. An id that was made up from the file's name is always numbered, since files
// in different folders may share a name.
func (d *IDs) Take(file string, row int64, id string) (string, error) {
	n, err := d.take(file, row, id)
	if n > 0 {
		id = numbered(id, n)
	}
	return id, err
}

// take returns only the number of Take, or 0 for none.
func (d *IDs) take(file string, row int64, id string) (n int, err error) {
	if d.ofPart {
		if d.taken++; len(d.known) > 0 && d.known[0] == d.taken {
			n, d.known = int(d.known[1]), d.known[2:]
		}
		return n, nil
	}
	hash := xxh3.HashString(id)
	if d.seen.Add(hash) {
		return 0, nil
	}
	if !d.number && !MadeUp(id, file, row) {
		return 0, d.repeated(file, row, id)
	}
	// Start after the last number of this id: otherwise n equal ids would take n²/2 tries.
	for n = max(d.next[hash], 2); !d.seen.Add(xxh3.HashString(numbered(id, n))); n++ {
	}
	d.next[hash] = n + 1
	return n, nil
}

// numbered appends a number to an id.
func numbered(id string, n int) string { return fmt.Sprintf("%s-%d", id, n) }

// repeated returns the error for a repeated id, or nil if only the hash repeats.
func (d *IDs) repeated(file string, row int64, id string) error {
	first := ""
	for _, p := range d.set {
		if p.Once { // a pipe cannot be read again: take the id for repeated
			first = "an earlier row"
			continue
		}
		err := p.each(func(r *Record) bool {
			found := r.ID == id && (r.File != file || r.Row != row)
			if found {
				first = fmt.Sprintf("row %d of %s", r.Row, r.File)
			}
			return r.ID != id
		})
		if errors.Is(err, errStopped) {
			break
		}
		if err != nil {
			return err
		}
	}
	if first == "" {
		return nil
	}
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: fmt.Errorf("the id %.100q is also that of %s", id, first),
		Remedy: "make the ids of a set unique, or number them with --repeated-ids number"}
}

var errStopped = errors.New("stopped")

// each calls do for every row of a file that can be parsed. If do returns false, each returns errStopped.
func (p Member) each(do func(*Record) bool) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	var u Unparsed
	for {
		if err := in.Next(&u); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if r, bad := in.Parse(&u); bad == nil && !do(&r) {
			return errStopped
		}
	}
}
