package corpus

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Parts reads a set part by part. It keeps a file open if the next part continues in it: a file that can only be read
// from its start is thus read once, not once per part.
type Parts struct {
	set     Set
	index   *Index
	batches *Batches
}

// Open starts reading the parts of a set.
func (x *Index) Open(set Set) *Parts { return &Parts{set: set, index: x} }

// Part moves to the beginning of a part and returns its batches. They are valid until the next call.
func (p *Parts) Part(part int) (*Batches, error) {
	start := p.index.Parts[part]
	last := p.batches
	p.batches = &Batches{Set: p.set[start.File:], file: start.File, Limit: p.index.PartRows(part), keep: true, End: func(string, int64) {}}
	if last != nil && last.reader != nil {
		// A reader moves forward only.
		if last.file == start.File && !before(start.At, last.here().At) {
			p.batches.reader = last.reader
		} else if err := last.Close(); err != nil {
			return nil, err
		}
	}
	return p.batches, p.batches.enter(start.At)
}

// before reports whether place a precedes place b in the same file.
func before(a, b record.Place) bool { return a.Rows < b.Rows || a.Source.Text < b.Source.Text }

// Close closes the file that is open.
func (p *Parts) Close() error {
	if p.batches == nil {
		return nil
	}
	return p.batches.Close()
}

// here returns where the next row begins.
func (r *Batches) here() Start {
	return Start{File: r.file, At: r.reader.(record.Enterable).Place()}
}

// enter moves to a place in the first file.
func (r *Batches) enter(at record.Place) error {
	if r.reader == nil {
		if err := r.open(); err != nil {
			return err
		}
	}
	return r.reader.(record.Enterable).Enter(at)
}

// PartIDs gives the records of a part the same ids as in the whole set.
type PartIDs struct {
	numbered []int64 // as in Start.Numbered
	taken    int64
}

// IDs returns the ids of a part, from its first record on.
func (x *Index) IDs(part int) *PartIDs { return &PartIDs{numbered: x.Parts[part].Numbered} }

// Take receives the id of every record of the part in order and returns the id of its document.
func (d *PartIDs) Take(_ string, _ int64, id string) (string, error) {
	d.taken++
	if len(d.numbered) > 0 && d.numbered[0] == d.taken {
		id = numbered(id, int(d.numbered[1]))
		d.numbered = d.numbered[2:]
	}
	return id, nil
}

// numbered appends a number to an id.
func numbered(id string, n int) string { return fmt.Sprintf("%s-%d", id, n) }
