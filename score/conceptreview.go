package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
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
	found      map[*review.Document]bool
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
	return &conceptReview{review: r, vocabulary: v, found: map[*review.Document]bool{}}, nil
}

// give returns the concepts that people kept or added, and the assigned ones without those that have no mark; ok is false for a document
// that they did not correct.
func (r *conceptReview) give(record *corpus.Record, given []concept.Assigned) (gold []string, judged []concept.Assigned, ok bool, err error) {
	d := r.review.Find(record.ID)
	if d == nil {
		return nil, nil, false, nil
	}
	if r.found[d] = true; schemas.Differ(d.Digest, record.Digest()) {
		file, at := d.Place()
		return nil, nil, false, &schemas.FileError{File: record.File, Row: record.Row, Err: fmt.Errorf("document %.100q has another title or text than the one that was corrected, row %d of %s", d.ID, at, file),
			Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding"}
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
	for _, d := range r.review.Documents() {
		if !r.found[d] {
			file, at := d.Place()
			return &schemas.FileError{File: file, Row: at, Err: fmt.Errorf("document %.100q is not in --documents", d.ID), Remedy: "give the documents that were labelled, with the same ids"}
		}
	}
	if r.lost > 0 {
		t.Log.Warn("left out: concepts of the review that the vocabulary lacks, and labels that several of its concepts have; give their URIs", "concepts", r.lost, "first", r.first)
	}
	return nil
}
