package corpus

import (
	"errors"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/hashes"
)

// IDs holds the ids of a set against each other. It remembers of each a hash of 64 bits; when one is met again the set is
// read once more from its beginning, which finds the first row and tells an id from another of the same hash.
type IDs struct {
	set    Set
	number bool
	seen   hashes.Set
	next   map[uint64]int // of an id that was met again: the number to try next
}

// IDs begins with no id of the set.
func (s Settings) IDs(set Set) *IDs {
	return &IDs{set: set, number: s.RepeatedIDs == numberRepeated, next: map[uint64]int{}}
}

// Take is given the id of every record in order and returns the one that the document gets. An id that repeats is an
// error, or gets a number behind it which makes it one that no record before it has. An id that was made up for want of
// one, since two files may have the same name in different folders, always gets a number.
func (d *IDs) Take(file string, row int64, id string) (string, error) {
	n, err := d.take(file, row, id)
	if n > 0 {
		id = numbered(id, n)
	}
	return id, err
}

// take is Take that returns the number alone, 0 for none.
func (d *IDs) take(file string, row int64, id string) (int, error) {
	hash := xxh3.HashString(id)
	if d.seen.Add(hash) {
		return 0, nil
	}
	if !d.number && !MadeUp(id, file, row) {
		return 0, d.repeated(file, row, id)
	}
	for n := max(d.next[hash], 2); ; n++ {
		if d.seen.Add(xxh3.HashString(numbered(id, n))) {
			d.next[hash] = n + 1
			return n, nil
		}
	}
}

// Pass takes the ids of the first rows of the set, which are another shard's.
func (d *IDs) Pass(rows int64) error {
	if rows <= 0 {
		return nil
	}
	for _, p := range d.set {
		err := p.each(func(r *Record) error {
			rows--
			if rows < 0 {
				return io.EOF
			}
			_, err := d.Take(r.File, r.Row, r.ID)
			return err
		}, func() { rows-- })
		if err != nil || rows <= 0 {
			return err
		}
	}
	return nil
}

// repeated is the error for an id that has been met; nil where only its hash has.
func (d *IDs) repeated(file string, row int64, id string) error {
	first := "an earlier row"
	met := false
	for _, p := range d.set {
		if p.Once {
			met = true
			continue
		}
		err := p.each(func(r *Record) error {
			if r.ID != id {
				return nil
			}
			if r.File != file || r.Row != row {
				first, met = fmt.Sprintf("row %d of %s", r.Row, r.File), true
			}
			return errFound
		}, func() {})
		if errors.Is(err, errFound) {
			break
		}
		if err != nil {
			return err
		}
	}
	if !met {
		return nil
	}
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: fmt.Errorf("the id %.100q is that of %s too", id, first),
		Remedy: "make the ids of a set differ, or have them numbered by --repeated-ids number"}
}

var errFound = errors.New("found")

// each reads a file and looks into all rows; bad ones are told apart. io.EOF of f ends it.
func (p Part) each(f func(*Record) error, bad func()) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	var u Unparsed
	for err == nil {
		if err = in.Next(&u); err != nil {
			break
		}
		r, badErr := in.Parse(&u)
		if badErr != nil {
			bad()
			continue
		}
		err = f(&r)
	}
	if err == io.EOF {
		return nil
	}
	return err
}
