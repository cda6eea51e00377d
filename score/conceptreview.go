package main

import (
	"cmp"
	"errors"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/concept"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// conceptReview has what people say of the concepts of documents.
type conceptReview struct {
	review     *review.Review
	vocabulary *thesaurus.Vocabulary
	said       concept.Opinion

	lost  int    // kept concepts that are no one concept of the vocabulary
	first string // of these
}

// readConceptReview reads --review; nil without one. It needs the vocabulary, since people may write labels.
func readConceptReview(t *stages.Task, v *thesaurus.Vocabulary) (*conceptReview, error) {
	r, err := readReview(t)
	if r == nil || err != nil {
		return nil, err
	}
	if v == nil {
		return nil, &stages.UsageError{Err: errors.New("--review needs --vocabulary: people may write labels into the sheet, which have to be found in it")}
	}
	return &conceptReview{review: r, vocabulary: v}, nil
}

// give returns the concepts that people kept or added, and the assigned ones without those that have no mark; ok is false for a document
// that they did not correct.
func (r *conceptReview) give(record *corpus.Record, given []concept.Assigned) (gold []string, judged []concept.Assigned, ok bool, err error) {
	d, err := r.review.Meet(record.ID, record.Digest(), record.File, record.Row)
	if d == nil || err != nil {
		return nil, nil, false, err
	}
	gold = r.uris(d, review.Kept)
	struck, unmarked := r.uris(d, review.Struck), r.uris(d, review.Unmarked)
	for _, a := range given {
		switch {
		case slices.Contains(gold, a.Concept):
			r.said.Right++
		case slices.Contains(struck, a.Concept):
			r.said.Struck++
		case slices.Contains(unmarked, a.Concept):
			r.said.Unmarked++
			continue
		default:
			r.said.Unseen++
		}
		judged = append(judged, a)
	}
	return gold, judged, true, nil
}

// uris returns the URIs of the concepts of a document with a mark. It counts kept ones that are no one concept of the vocabulary.
func (r *conceptReview) uris(d *review.Document, m review.Mark) (all []string) {
	for _, p := range d.Marked(m) {
		text := cmp.Or(p.Concept, p.Text)
		named := r.vocabulary.Named(text)
		if len(named) == 1 {
			all = append(all, r.vocabulary.URI(named[0]))
			continue
		}
		if m == review.Kept {
			r.lost, r.first = r.lost+1, cmp.Or(r.first, text)
		}
	}
	return all
}

// end says what was left out, and refuses a review of documents that are not there.
func (r *conceptReview) end(t *stages.Task) error {
	if err := r.review.Met(); err != nil {
		return err
	}
	if r.lost > 0 {
		t.Log.Warn("left out: concepts of the review that the vocabulary lacks, and labels that several of its concepts have; give their URIs", "concepts", r.lost, "first", r.first)
	}
	return nil
}
