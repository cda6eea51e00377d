package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
)

// reviewInput is the input of sheets that people corrected.
func reviewInput() stages.Input {
	return stages.Input{Name: "review", Schema: "review", Many: true, Remote: true,
		Doc: "sheets that --export review wrote and people corrected: .xlsx, .ods or CSV"}
}

// readReview reads --review, and says and notes what is in it. A review without a correction is an error.
func readReview(t *stages.Task) (*review.Review, error) {
	var paths []string
	for _, in := range t.Input("review") {
		paths = append(paths, in.Files...)
	}
	r, err := review.ReadCorrected(paths, t.Open)
	if err != nil {
		return nil, err
	}
	c := r.Count()
	t.Log.Info(c.String())
	for name, n := range map[string]int{"documents": c.Touched, "untouched": c.Documents - c.Touched, "kept": c.Kept, "added": c.Added, "struck": c.Struck, "unmarked": c.Unmarked} {
		t.Note("review_"+name, n)
	}
	return r, nil
}

// eachReviewed calls do with every document of --documents that the review corrects. One that is not there, or has another text now, is an
// error.
func eachReviewed(t *stages.Task, r *review.Review, each func(add func(recordRow, *corpus.IDs) error) error, do func(*corpus.Record, *review.Document) error) error {
	err := each(func(row recordRow, ids *corpus.IDs) (err error) {
		if row.reject != nil {
			return t.Reject(row.File, row.Row, row.reject.Error())
		}
		if row.ID, err = ids.Take(row.File, row.Row, row.ID); err != nil {
			return err
		}
		d, err := r.Meet(row.ID, row.Digest(), row.File, row.Row)
		if d == nil || err != nil {
			return err
		}
		return do(&row.Record, d)
	})
	if err != nil {
		return err
	}
	return r.Met()
}

// writeNever writes the phrases that are struck everywhere, if there are some.
func writeNever(t *stages.Task, r *review.Review, key func(*review.Document, review.Judged) string) error {
	all := r.Never(key)
	t.Note("never", len(all))
	if len(all) == 0 {
		return nil
	}
	t.Log.Info(fmt.Sprintf("struck in %d documents or more and kept in none: infer --never %s leaves them out", review.Fewest, review.NeverFile), "phrases", len(all), "first", all[0].Text)
	return t.Fill(review.NeverFile, review.WriteNever(all))
}
