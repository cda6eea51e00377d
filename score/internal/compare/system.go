package compare

import "wrone2set/score/internal/result"

// System is the predictions of one system for all documents.
type System struct {
	Name   string
	About  string // where its predictions come from, for readers; "" if nothing is known
	Result *result.Result

	settings result.Settings
	measures []measure
	rows     [][]float64 // what each document adds to the measures, one behind the other
}

// NewSystem returns a system without documents.
func NewSystem(name string, s result.Settings) *System {
	alone := s
	alone.Samples = 0
	return &System{Name: name, Result: result.New(alone), settings: s, measures: measures(&s)}
}

// Add adds a document; see result.Result.Add, the errors of which it returns. All systems get the same documents in the
// same order.
func (s *System) Add(d *result.Document) error {
	if err := s.Result.Add(d); err != nil {
		return err
	}
	row := make([]float64, width(s.measures))
	at := 0
	for _, m := range s.measures {
		if s.knows(m) {
			m.add(d, row[at:at+m.width])
		}
		at += m.width
	}
	s.rows = append(s.rows, row)
	return nil
}

// knows tells whether the measure has a value here.
func (s *System) knows(m measure) bool { return !m.scored || s.Result.Uncalibrated == "" }

// width is how many numbers a document adds to all measures.
func width(all []measure) (n int) {
	for _, m := range all {
		n += m.width
	}
	return n
}
