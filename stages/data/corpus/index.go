package corpus

import (
	"context"
	"errors"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Index is what one pass over a set finds before its rows are read: that each file can be read, its columns, the number of its rows,
// and the numbers of repeated ids, which depend on all earlier rows. The rows are cut into parts, all but the last of which have the
// same number of rows; see Batches.Part.
type Index struct {
	Rows   int64         // rows of the set, bad ones included; -1: unknown before reading
	Files  []IndexedFile // by member
	Layout *Layout       // columns of the set

	part     int64     // rows of every part but the last
	numbered [][]int64 // by part; see IDs.known
}

// IndexedFile describes one file of a set.
type IndexedFile struct {
	Path   string
	Format Format // "" if it was not opened
	Last   int64  // number of its last row, -1 if it was not read to its end

	rows int64  // number of its rows, -1 if it was not read to its end
	bare string // what it is if it has no columns
}

// NewIndex passes once over a set and cuts at most limit rows, unless limit is 0, into parts of part rows. If part is 0, or a file
// is a pipe, it only opens the files, and Rows is -1. step receives the number of rows read, and named, if it is not nil, the id of
// every row that can be parsed, as its document will have it. Its errors are those of Suit, and a repeated id if the settings refuse it.
func (s Settings) NewIndex(ctx context.Context, set Set, part, limit int64, threads int, step func(n int64), named func(id string)) (*Index, error) {
	x := &Index{Rows: -1, part: part, Layout: &Layout{}}
	if part > 0 && !slices.ContainsFunc(set, func(p Member) bool { return p.Once }) {
		if err := x.read(ctx, set, limit, threads, s.IDs(set), step, named); err != nil {
			return nil, err
		}
	}
	if err := x.look(set[len(x.Files):]); err != nil {
		return nil, err
	}
	return x, s.suits(set, func(i int) (string, error) { return x.Files[i].bare, nil })
}

// Layout opens every file to see its columns. A pipe cannot be opened twice, so it must be the only file.
func (s Set) Layout() (*Layout, error) {
	x := &Index{Layout: &Layout{}}
	return x.Layout, x.look(s)
}

// look opens files to see their columns.
func (x *Index) look(set Set) error {
	for _, p := range set {
		if p.Once {
			if p.options.Keep && len(set) > 1 {
				return &schemas.FileError{File: p.Path, Err: errors.New("is a pipe, whose columns are not known before it is read"),
					Remedy: "give it alone, or write it into a file"}
			}
			x.Files = append(x.Files, IndexedFile{Path: p.Path, Last: -1, rows: -1})
			continue
		}
		r, err := p.open()
		if err != nil {
			return err
		}
		x.add(p.Path, r)
		if err := r.Close(); err != nil {
			return err
		}
	}
	return nil
}

// add adds an open file.
func (x *Index) add(path string, r *opened) {
	columns := own
	if c, ok := r.Records.(interface{ Columns() []Column }); ok && len(c.Columns()) > 0 {
		columns = c.Columns()
	}
	of, _ := partition(path, columns)
	x.Layout.add(path, slices.Concat(columns, of))
	x.Files = append(x.Files, IndexedFile{Path: path, Format: r.format, Last: -1, rows: -1, bare: r.bare})
}

// read reads the rows of a set.
func (x *Index) read(ctx context.Context, set Set, limit int64, threads int, ids *IDs, step func(n int64), tell func(id string)) error {
	x.Rows = 0
	in := &Batches{Set: set, Limit: limit, opened: x.add}
	in.ended = func(rows, last int64) {
		f := &x.Files[len(x.Files)-1]
		if f.rows = rows; limit == 0 {
			f.Last = last
		}
	}
	defer in.Close()
	var named int64 // rows with an id in the last part
	// Ids are compared in the order of the rows, which Map keeps: the first of equal ids keeps its name.
	return rows.Map(ctx, threads, in.Next, identify, func(found []Record) error {
		for _, f := range found {
			if x.Rows%x.part == 0 {
				x.numbered, named = append(x.numbered, nil), 0
			}
			x.Rows++
			if f.ID == "" {
				continue
			}
			named++
			n, err := ids.take(f.File, f.Row, f.ID)
			if err != nil {
				return err
			}
			if n > 0 {
				last := len(x.numbered) - 1
				x.numbered[last] = append(x.numbered[last], named, int64(n))
				f.ID = numbered(f.ID, n)
			}
			if tell != nil {
				tell(f.ID)
			}
		}
		step(int64(len(found)))
		return nil
	})
}

// identify returns a function that finds the places and ids of the rows of a batch. A row that cannot be parsed has none.
func identify() func(*Batch) ([]Record, error) {
	return func(b *Batch) ([]Record, error) {
		found := make([]Record, b.Len())
		for i := range found {
			if r, err := b.Parse(i); err == nil {
				found[i] = Record{File: r.File, Row: r.Row, ID: r.ID}
			}
		}
		return found, nil
	}
}
