package join

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// pairs finds the prediction of each document: by its id if both sides have ids, else the next one. It holds the predictions that
// came before their document: none if both are in the same order.
type pairs struct {
	predictions rows.Reader[schemas.Prediction]
	named       bool  // by ids
	read        int64 // predictions
	waiting     map[string]schemas.Prediction
	documents   map[string]bool // ids of documents read so far
	seen        map[string]bool // ids of predictions read so far

	missing, repeatedDocuments, repeatedPredictions []string
}

// find returns the prediction for a document. found is false if there is none, or if the document's id repeats; wrong
// reports either at the end.
func (s *pairs) find(id string) (p schemas.Prediction, found bool, err error) {
	if s.named {
		if s.documents[id] {
			s.repeatedDocuments = append(s.repeatedDocuments, id)
			return p, false, nil
		}
		s.documents[id] = true
		if p, found = s.waiting[id]; found {
			delete(s.waiting, id)
			return p, true, nil
		}
	}
	for {
		p, err := s.next()
		switch {
		case err == io.EOF:
			if s.named {
				s.missing = append(s.missing, id)
			}
			return p, false, nil
		case err != nil:
			return p, false, err
		case p.ID == id || !s.named:
			return p, true, nil
		}
		s.waiting[p.ID] = p
	}
}

// next reads the next prediction, with ids one with a new id.
func (s *pairs) next() (schemas.Prediction, error) {
	for {
		p, err := s.predictions.Next()
		if err != nil {
			return p, err
		}
		s.read++
		if !s.named {
			return p, nil
		}
		if !s.seen[p.ID] {
			s.seen[p.ID] = true
			return p, nil
		}
		s.repeatedPredictions = append(s.repeatedPredictions, p.ID)
	}
}

// rest reads the predictions that no document asked for.
func (s *pairs) rest() error {
	for {
		p, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if s.named {
			s.waiting[p.ID] = schemas.Prediction{} // only the id matters for the message
		}
	}
}

// wrong reports whether the numbers differ, or ids are not on both sides exactly once, and which; "" if there are no ids.
func (s *pairs) wrong(documents int64) (says string, wrong bool) {
	if !s.named {
		return "", documents != s.read
	}
	var parts []string
	for _, w := range []struct {
		what string
		ids  []string
	}{
		{"no prediction for", s.missing}, {"no document for", slices.Sorted(maps.Keys(s.waiting))},
		{"documents repeat", s.repeatedDocuments}, {"predictions repeat", s.repeatedPredictions},
	} {
		if len(w.ids) > 0 {
			parts = append(parts, w.what+" "+firstThree(w.ids))
		}
	}
	return ": " + strings.Join(parts, "; "), len(parts) > 0
}

func firstThree(ids []string) string {
	var quoted []string
	for _, id := range ids[:min(3, len(ids))] {
		quoted = append(quoted, fmt.Sprintf("%.100q", id))
	}
	all := strings.Join(quoted, ", ")
	if n := len(ids) - 3; n > 0 {
		all += fmt.Sprintf(" and %d more", n)
	}
	return all
}
