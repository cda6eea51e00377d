package compare

import "github.com/wrone2set/wrone2set/score/internal/result"

// System is the scores of one system for all documents.
type System struct {
	Name   string
	About  string // origin of its predictions, for readers; "" if unknown
	Result *result.Result

	measures []measure
	rows     [][]float64 // per document: the numbers of all measures, concatenated
}

// NewSystem returns a system without documents.
func NewSystem(name, about string, s result.Settings) *System {
	return &System{Name: name, About: about, Result: result.New(s), measures: measures(&s)}
}

// Add adds a document and returns the errors of result.Result.Add. All systems must get the same documents in the
// same order, because the bootstrap pairs them by position.
func (s *System) Add(d *result.Judged) error {
	if err := s.Result.Add(d); err != nil {
		return err
	}
	row := make([]float64, width(s.measures))
	at := 0
	for _, m := range s.measures {
		if !m.scored || s.Result.Uncalibrated == "" {
			m.add(d, row[at:at+m.width])
		}
		at += m.width
	}
	s.rows = append(s.rows, row)
	return nil
}

// width returns how many numbers a document adds to all measures.
func width(all []measure) (n int) {
	for _, m := range all {
		n += m.width
	}
	return n
}
