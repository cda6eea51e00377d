package corpus

import (
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Part moves forward to a part of an index of the set; Next then returns its rows. It passes over the rows before the part without
// parsing them, and rows of Parquet it does not even read. The file in which the next part continues stays open, so that parts in
// order are read in one pass.
func (r *Batches) Part(x *Index, part int) error {
	start := int64(part) * x.part
	r.Limit = start + x.PartRows(part)
	return r.skip(start, x)
}

// skip moves forward to a row.
func (r *Batches) skip(to int64, x *Index) error {
	for r.row < to {
		if n := x.Files[r.file].rows; r.reader == nil && n >= 0 && r.row+n <= to {
			r.file, r.row = r.file+1, r.row+n
			continue
		}
		if err := r.open(); err != nil {
			return err
		}
		if err := r.skipInFile(to, x.Files[r.file]); err != nil {
			return err
		}
	}
	return nil
}

// skipInFile moves forward in the open file, to a row or to the end of the file.
func (r *Batches) skipInFile(to int64, f IndexedFile) error {
	if f.rows >= 0 {
		to = min(to, r.first+f.rows)
	}
	if s, ok := r.reader.(record.Skipper); ok {
		if err := s.Skip(to - r.row); err != nil {
			return err
		}
		r.row = to
	}
	var u Unparsed
	for ; r.row < to; r.row++ {
		if err := r.reader.Next(&u); err == io.EOF {
			return record.Ended(f.Path, r.row-r.first, to-r.first)
		} else if err != nil {
			return err
		}
	}
	if f.rows >= 0 && r.row == r.first+f.rows {
		return r.endFile()
	}
	return nil
}

// Parts returns the number of parts, at least 1.
func (x *Index) Parts() int { return max(len(x.numbered), 1) }

// PartRows returns the number of rows of a part.
func (x *Index) PartRows(part int) int64 { return min(x.part, x.Rows-int64(part)*x.part) }

// PartFiles returns the range [from, to) of files that a part reads, as indices into the set.
func (x *Index) PartFiles(part int) (from, to int) {
	start := int64(part) * x.part
	if from = x.fileOf(start); part == x.Parts()-1 {
		return from, len(x.Files)
	}
	return from, x.fileOf(start+x.part-1) + 1
}

// fileOf returns the index of the file that has a row.
func (x *Index) fileOf(row int64) (i int) {
	for ; i+1 < len(x.Files) && x.Files[i].rows >= 0 && row >= x.Files[i].rows; i++ {
		row -= x.Files[i].rows
	}
	return i
}

// IDs returns the ids of a part, from its first record on, which are the same as in the whole set.
func (x *Index) IDs(part int) *IDs {
	ids := &IDs{ofPart: true}
	if len(x.numbered) > 0 {
		ids.known = x.numbered[part]
	}
	return ids
}
