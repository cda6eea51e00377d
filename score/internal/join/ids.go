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

// ids finds the prediction of each document by its id. It holds the predictions that came before their document: none
// if both are in the same order.
type ids struct {
	predictions rows.Reader[schemas.Prediction]
	read        int64
	waiting     map[string]schemas.Prediction
	documents   map[string]bool // ids of documents read so far
	seen        map[string]bool // ids of predictions read so far

	missing, repeatedDocuments, repeatedPredictions []string
}

func newIDs(predictions rows.Reader[schemas.Prediction]) *ids {
	return &ids{predictions: predictions, waiting: map[string]schemas.Prediction{}, documents: map[string]bool{}, seen: map[string]bool{}}
}

// find returns the prediction for a document. found is false if there is none, or if the document's id repeats; wrong
// reports either at the end.
func (s *ids) find(id string) (p schemas.Prediction, found bool, err error) {
	if s.documents[id] {
		s.repeatedDocuments = append(s.repeatedDocuments, id)
		return p, false, nil
	}
	s.documents[id] = true
	if p, found = s.waiting[id]; found {
		delete(s.waiting, id)
		return p, true, nil
	}
	for {
		p, err := s.next()
		switch {
		case err == io.EOF:
			s.missing = append(s.missing, id)
			return p, false, nil
		case err != nil:
			return p, false, err
		case p.ID == id:
			return p, true, nil
		}
		s.waiting[p.ID] = p
	}
}

// next reads the next prediction with a new id.
func (s *ids) next() (schemas.Prediction, error) {
	for {
		p, err := s.predictions.Next()
		if err != nil {
			return p, err
		}
		s.read++
		if !s.seen[p.ID] {
			s.seen[p.ID] = true
			return p, nil
		}
		s.repeatedPredictions = append(s.repeatedPredictions, p.ID)
	}
}

// rest reads the predictions that no document asked for.
func (s *ids) rest() error {
	for {
		p, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.waiting[p.ID] = schemas.Prediction{} // only the id matters for the message
	}
}

// wrong describes the ids that are not on both sides exactly once, "" if there are none.
func (s *ids) wrong() string {
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
	return strings.Join(parts, "; ")
}

func firstThree(ids []string) string {
	var b strings.Builder
	for i, id := range ids[:min(3, len(ids))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.100q", id)
	}
	if n := len(ids) - 3; n > 0 {
		fmt.Fprintf(&b, " and %d more", n)
	}
	return b.String()
}
