package concept

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/judge"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// reviewing has what people say of the concepts of documents.
type reviewing struct {
	review     *review.Review
	vocabulary *thesaurus.Vocabulary
	said       Metrics // counts of the assigned concepts

	lost  int    // kept concepts that are no one concept of the vocabulary
	first string // of these
}

// readReview reads --review; nil without one. It needs the vocabulary, since people may write labels.
func readReview(t *stages.Task, v *thesaurus.Vocabulary) (*reviewing, error) {
	r, err := judge.ReadReview(t)
	if r == nil || err != nil {
		return nil, err
	}
	if v == nil {
		return nil, &stages.UsageError{Err: errors.New("--review needs --vocabulary: people may write labels into the sheet, which have to be found in it")}
	}
	return &reviewing{review: r, vocabulary: v, said: Metrics{"review_right": 0, "review_struck": 0, "review_unmarked": 0, "review_unseen": 0}}, nil
}

// give returns the concepts that people kept or added, and the assigned ones without those that have no mark; ok is false for a document
// that they did not correct.
func (r *reviewing) give(record *corpus.Record, given assigned) (gold []string, judged assigned, ok bool, err error) {
	d, err := r.review.Meet(record.ID, record.Digest(), record.File, record.Row)
	if d == nil || err != nil {
		return nil, judged, false, err
	}
	gold = r.uris(d, review.Kept)
	struck, unmarked := r.uris(d, review.Struck), r.uris(d, review.Unmarked)
	for i, c := range given.Concepts {
		switch {
		case slices.Contains(gold, c):
			r.said["review_right"]++
		case slices.Contains(struck, c):
			r.said["review_struck"]++
		case slices.Contains(unmarked, c):
			r.said["review_unmarked"]++
			continue
		default:
			r.said["review_unseen"]++
		}
		judged.add(c, given.Scores[i])
	}
	return gold, judged, true, nil
}

// uris returns the URIs of the concepts of a document with a mark. It counts kept ones that are no one concept of the vocabulary.
func (r *reviewing) uris(d *review.Document, m review.Mark) (all []string) {
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

// end adds the counts to metrics, with the share of right ones of those that are judged. It says what was left out, and refuses a review of
// documents that are not there.
func (r *reviewing) end(t *stages.Task, m Metrics) error {
	maps.Copy(m, r.said)
	m["review_precision"] = r.said["review_right"] / max(1, r.said["review_right"]+r.said["review_struck"])
	if err := r.review.Met(); err != nil {
		return err
	}
	if r.lost > 0 {
		t.Log.Warn("left out: concepts of the review that the vocabulary lacks, and labels that several of its concepts have; give their URIs", "concepts", r.lost, "first", r.first)
	}
	return nil
}
