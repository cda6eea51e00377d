package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Index records where the parts of a set begin, so that a part can be read without the parts before it. All parts but
// the last have the same number of rows. Whether an id repeats depends on earlier rows, so NewIndex stores that too.
type Index struct {
	Rows  int64         `json:"rows"`      // rows of the set, bad ones included
	Part  int64         `json:"part_rows"` // rows of every part but the last
	Files []IndexedFile `json:"files"`
	Parts []Start       `json:"-"`
}

// IndexedFile describes one file of a set.
type IndexedFile struct {
	Path string `json:"path"`
	Last int64  `json:"last"` // number of its last row, -1 if it was not read to its end
	// Through means that reading cannot start in the middle: gzip, or zstd with a single frame.
	Through bool `json:"through,omitempty"`
}

// Start is where a part begins.
type Start struct {
	File int          `json:"file"` // index of the file in the set
	At   record.Place `json:"at"`
	// Numbered lists pairs: the place of a row among the part's rows with an id, counted from 1, and the number that
	// its repeated id gets.
	Numbered []int64 `json:"numbered,omitempty"`
}

// NewIndex reads a set, at most limit rows unless limit is 0, and cuts it into parts of part rows. step receives the
// number of rows read. A repeated id is an error or is numbered, as the settings say.
func (s Settings) NewIndex(ctx context.Context, set Set, part, limit int64, threads int, step func(n int64)) (*Index, error) {
	x := &Index{Part: part}
	for _, p := range set {
		x.Files = append(x.Files, IndexedFile{Path: p.Path, Last: -1})
	}
	in := &Batches{Set: set, Limit: limit, every: part}
	in.End = func(path string, rows int64) { x.Files[in.file].Last = rows }
	in.entered = func(enters bool) { x.Files[in.file].Through = !enters }
	defer in.Close()
	ids := s.IDs(set)
	var numbered [][]int64 // per part
	var named int64        // rows with an id in the last part
	// Ids are compared in the order of the rows, which Map keeps: the first of equal ids keeps its name.
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

// identified is a row and its id, "" if the row cannot be parsed.
type identified struct {
	file string
	row  int64
	id   string
}

// identify returns a function that finds the ids of a batch.
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

// PartRows returns the number of rows of a part.
func (x *Index) PartRows(part int) int64 { return min(x.Part, x.Rows-int64(part)*x.Part) }

// PartFiles returns the range [from, to) of files that a part reads, as indices into the set.
func (x *Index) PartFiles(part int) (from, to int) {
	from, to = x.Parts[part].File, len(x.Files)
	if part+1 < len(x.Parts) {
		next := x.Parts[part+1]
		if to = next.File; next.At.Rows > 0 {
			to++ // the next part begins within this file, so this part ends in it
		}
	}
	return from, max(to, from+1)
}

// Encode writes the index as JSON lines, one per part.
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

// ReadIndex parses the output of Encode.
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
