package corpus

import (
	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/stream"
)

// Stream is an Arrow stream whose record batches are kept together, for those who answer each with one.
type Stream struct {
	records *stream.Stream
	pending []Unparsed // rows of the record batch at hand
	ids     schemas.Column
	open    bool // the record batch at hand has not been given to its end
}

// Piece is a part of a record batch, of which the last one says so: it is cut, since rows are looked into in parallel.
type Piece struct {
	Batch
	Last bool
	IDs  schemas.Column // of the whole record batch, where this is its last piece
}

// OpenStream opens an Arrow stream.
func OpenStream(path string, o Options) (*Stream, error) {
	o.Format = Arrow
	r, err := Open(path, "", o)
	if err != nil {
		return nil, err
	}
	return &Stream{records: r.(*stream.Stream)}, nil
}

// IDs is the kind of ids that the stream has.
func (s *Stream) IDs() schemas.Column { return s.records.IDs() }

// Close closes the file.
func (s *Stream) Close() error { return s.records.Close() }

// Next gives the next piece, which may have no row, and io.EOF after the last. It reads no byte behind a record batch
// before that has been given whole: who sends the next one may be waiting for an answer.
func (s *Stream) Next() (*Piece, error) {
	if !s.open {
		var err error
		if s.pending, s.ids, err = s.records.Batch(); err != nil {
			return nil, err
		}
		s.open = true
	}
	n := min(batchRows, len(s.pending))
	p := &Piece{Batch: Batch{reader: s.records, rows: s.pending[:n:n]}}
	if s.pending = s.pending[n:]; len(s.pending) == 0 {
		p.Last, p.IDs, s.open = true, s.ids, false
	}
	return p, nil
}
