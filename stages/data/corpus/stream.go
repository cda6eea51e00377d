package corpus

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
)

// Stream is an Arrow stream that keeps record batches intact, for programs that answer each batch with one.
type Stream struct {
	records *stream.Stream
	options Options
	pending []Unparsed // rows left in the current record batch
	ids     schemas.Column
	open    bool // the current record batch has pieces left
}

// Piece is a piece of a record batch. Batches are cut so that rows can be parsed in parallel. Last marks the final
// piece.
type Piece struct {
	Batch
	Last bool
	IDs  schemas.Column // ids of the whole record batch, set on its last piece
}

// OpenStream opens an Arrow stream.
func OpenStream(path string, o Options) (*Stream, error) {
	o.Format = string(Arrow)
	r, err := openFile(path, "", o)
	if err != nil {
		return nil, err
	}
	return &Stream{records: r.Records.(*stream.Stream), options: o}, nil
}

// IDs returns an empty column of the stream's id type.
func (s *Stream) IDs() schemas.Column { return s.records.IDs() }

// Close closes the file.
func (s *Stream) Close() error { return s.records.Close() }

// Next returns the next piece, which may have no rows, and io.EOF after the last. It reads nothing beyond a record
// batch before it has given the whole batch, because the sender may be waiting for the answer.
func (s *Stream) Next() (*Piece, error) {
	if !s.open {
		var err error
		if s.pending, s.ids, err = s.records.Batch(); err != nil {
			return nil, err
		}
		s.open = true
	}
	n := min(batchRows, len(s.pending))
	p := &Piece{Batch: Batch{reader: s.records, rows: s.pending[:n:n], from: &s.options}}
	if s.pending = s.pending[n:]; len(s.pending) == 0 {
		p.Last, p.IDs, s.open = true, s.ids, false
	}
	return p, nil
}
