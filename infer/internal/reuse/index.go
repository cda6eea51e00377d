package reuse

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/schemas"
)

// Index finds rows by the content of their documents, and tells which ids are gone. It takes 28 bytes a row, and 4 more with slots.
// Find may be called by any number of goroutines, Meet by one.
type Index struct {
	rows  []entry  // of documents of text, in the order of their hashes
	ends  []int64  // number after the last row of each file
	ids   []uint64 // hashes of the ids, rising, each once
	met   []uint64 // a bit for each of ids
	gone  int64    // ids without a bit
	slots []uint32 // number of the first slot of each row, and that of all slots; nil without them

	slotEnds []int64 // number after the last slot of each file
}

// entry is a row: the first half of the digest of its document, and its number from 0 over all files.
type entry struct {
	hash [16]byte
	row  uint32
}

func (e entry) compare(other entry) int { return bytes.Compare(e.hash[:], other.hash[:]) }

// hashOf returns the hash of a digest. It is false for documents that are not reused: those of tokens and empty ones.
func hashOf(digest string) (e entry, ok bool) {
	text, ok := strings.CutPrefix(digest, "text:")
	if !ok || len(text) < 2*len(e.hash) || digest == (&schemas.Document{}).Digest() {
		return e, false
	}
	_, err := hex.Decode(e.hash[:], []byte(text[:2*len(e.hash)]))
	return e, err == nil
}

// NewIndex reads ids and digests of the rows in files of a table, which has columns of these names, and finds their slots in as many
// files of slots, if there are any.
func NewIndex[R any](ctx context.Context, table schemas.Table[R], files, slots []string, by schemas.Opener) (*Index, error) {
	x := &Index{}
	number := int64(0)
	for _, path := range files {
		err := texts(ctx, table, path, by, []string{"id", "digest"}, func(values []string) error {
			if e, ok := hashOf(values[1]); ok {
				e.row = uint32(number)
				x.rows = append(x.rows, e)
			}
			x.ids = append(x.ids, xxh3.HashString(values[0]))
			if number++; number > math.MaxUint32 {
				return errors.New("the rows of all --reuse are too many to be numbered; give fewer folders")
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		x.ends = append(x.ends, number)
	}
	if len(slots) > 0 {
		if err := x.findSlots(ctx, slots, by); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(x.rows, entry.compare)
	slices.Sort(x.ids)
	x.ids = slices.Compact(x.ids)
	x.met, x.gone = make([]uint64, len(x.ids)/64+1), int64(len(x.ids))
	return x, nil
}

// texts passes columns of a file to do.
func texts[R any](ctx context.Context, table schemas.Table[R], path string, by schemas.Opener, columns []string, do func([]string) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r, err := table.OpenBy(path, by)
	if err != nil {
		return err
	}
	return errors.Join(r.Texts(columns, do), r.Close())
}

// findSlots finds the slots of each row. Those of a file are in the order of its rows, as ids still are.
func (x *Index) findSlots(ctx context.Context, files []string, by schemas.Opener) error {
	row, slot := int64(-1), uint32(0)
	for i, path := range files {
		entered := false // an id of the last file does not count: folders may share some
		err := texts(ctx, schemas.Slots, path, by, []string{"id"}, func(values []string) error {
			for id := xxh3.HashString(values[0]); !entered || x.ids[row] != id; entered = true {
				if row++; row == x.ends[i] {
					return &schemas.FileError{File: path, Err: fmt.Errorf("slots of %.100q have no row among the predictions, or stand in another order", values[0]),
						Remedy: "give --reuse a folder as infer wrote it"}
				}
				x.slots = append(x.slots, slot)
			}
			if slot++; slot == math.MaxUint32 {
				return errors.New("the slots of all --reuse are too many to be numbered; give fewer folders")
			}
			return nil
		})
		if err != nil {
			return err
		}
		for row = x.ends[i] - 1; int64(len(x.slots)) < x.ends[i]; { // the last rows may have none
			x.slots = append(x.slots, slot)
		}
		x.slotEnds = append(x.slotEnds, int64(slot))
	}
	x.slots = append(x.slots, slot)
	return nil
}

// Find returns the number of a row of a document with this digest.
func (x *Index) Find(digest string) (row uint32, ok bool) {
	e, ok := hashOf(digest)
	if !ok {
		return 0, false
	}
	i, ok := slices.BinarySearchFunc(x.rows, e, entry.compare)
	if !ok {
		return 0, false
	}
	return x.rows[i].row, true
}

// Meet notes that a document has this id. It reports whether a row has it.
func (x *Index) Meet(id string) bool {
	i, known := slices.BinarySearch(x.ids, xxh3.HashString(id))
	if known && x.met[i/64]&(1<<(i%64)) == 0 {
		x.met[i/64] |= 1 << (i % 64)
		x.gone--
	}
	return known
}
