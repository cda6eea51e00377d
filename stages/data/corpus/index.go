package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"wrone2set/stages/data/corpus/internal/record"
	"wrone2set/stages/data/rows"
)

// Index tells where the parts of a set begin, runs of equally many rows but for the last, so that one can be read without
// those before it. What needs the rows before, whether an id has been met, is found out when the index is made.
type Index struct {
	Rows  int64         `json:"rows"`      // of the set, bad ones too
	Part  int64         `json:"part_rows"` // of every part but the last
	Files []IndexedFile `json:"files"`
	Parts []Start       `json:"-"`
}

// IndexedFile is what is known of a file of a set.
type IndexedFile struct {
	Path string `json:"path"`
	Last int64  `json:"last"` // its last row, -1 where it was not read to its end
	// Through files cannot be entered in the middle: gzip, zstd of one frame.
	Through bool `json:"through,omitempty"`
}

// Start is where a part begins.
type Start struct {
	File int          `json:"file"` // the number of the file in the set
	At   record.Place `json:"at"`
	// Numbered are the rows whose id gets a number, counted from 1 among the rows of the part that have one, and behind each
	// that number.
	Numbered []int64 `json:"numbered,omitempty"`
}

// NewIndex reads a set, no more than limit rows where that is not 0, and cuts it into parts of so many rows. step is told
// of rows that were read. An id that occurs again is an error, or numbered, as the settings have it.
func (s Settings) NewIndex(ctx context.Context, set Set, part, limit int64, threads int, step func(n int64)) (*Index, error) {
	x := &Index{Part: part}
	for _, p := range set {
		x.Files = append(x.Files, IndexedFile{Path: p.Path, Last: -1})
	}
	in := &Batches{Set: set, To: -1, cut: part}
	in.End = func(path string, rows int64) { x.Files[in.file].Last = rows }
	in.entered = func(enters bool) { x.Files[in.file].Through = !enters }
	if limit > 0 {
		in.To = limit
	}
	defer in.Close()
	ids := s.IDs(set)
	var numbered [][]int64 // of each part
	var named int64        // rows of the last one that have an id
	err := rows.Map(ctx, threads, in.Next, in.identify, func(found []identified) error {
		for _, f := range found {
			if x.Rows%part == 0 {
				numbered, named = append(numbered, nil), 0
			}
			x.Rows++
			if f.id == "" {
				continue
			}
			named++
			n, err := ids.take(f.file, f.row, f.id)
			if err != nil {
				return err
			}
			if n > 0 {
				last := len(numbered) - 1
				numbered[last] = append(numbered[last], named, int64(n))
			}
		}
		step(int64(len(found)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	x.Parts = in.starts
	for i := range x.Parts {
		x.Parts[i].Numbered = numbered[i]
	}
	return x, nil
}

// identified is a row and its id, "" where it cannot be read.
type identified struct {
	file string
	row  int64
	id   string
}

// identify makes functions that find the ids of a batch.
func (r *Batches) identify() func(*Batch) ([]identified, error) {
	return func(b *Batch) ([]identified, error) {
		found := make([]identified, b.Len())
		for i := range found {
			if rec, err := b.Parse(i); err == nil {
				found[i] = identified{rec.File, rec.Row, rec.ID}
			}
		}
		r.Release(b)
		return found, nil
	}
}

// PartRows is the number of rows of a part.
func (x *Index) PartRows(part int) int64 { return min(x.Part, x.Rows-int64(part)*x.Part) }

// PartFiles are the numbers in the set of the files that a part reads, from one up to another that is not read any more.
func (x *Index) PartFiles(part int) (from, to int) {
	from, to = x.Parts[part].File, len(x.Files)
	if part+1 < len(x.Parts) {
		next := x.Parts[part+1]
		if to = next.File; next.At.Rows > 0 {
			to++
		}
	}
	return from, max(to, from+1)
}

// Encode writes the index as lines of JSON, one a part.
func (x *Index) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	if err := e.Encode(x); err != nil {
		return nil, err
	}
	for _, p := range x.Parts {
		if err := e.Encode(p); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// ReadIndex reads what Encode wrote.
func ReadIndex(data []byte) (*Index, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	x := new(Index)
	err := d.Decode(x)
	for err == nil {
		var p Start
		if err = d.Decode(&p); err == nil {
			x.Parts = append(x.Parts, p)
		}
	}
	if err != io.EOF || len(x.Parts) == 0 {
		return nil, fmt.Errorf("index of parts: %w", err)
	}
	return x, nil
}
