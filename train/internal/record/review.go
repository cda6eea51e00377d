package record

import (
	"context"
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
)

// ReviewInput is the input of sheets that people corrected.
func ReviewInput() stages.Input {
	return stages.Input{Name: "review", Schema: "review", Many: true, Remote: true,
		Doc: "sheets that --export review wrote and people corrected: .xlsx, .ods or CSV"}
}

// Review reads --review, and says and notes what is in it. A review without a correction is an error.
func Review(t *stages.Task) (*review.Review, error) {
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

// EachReviewed calls do with every record of --documents that the review corrects. One that is not there, or has another text now, is an
// error.
func EachReviewed(ctx context.Context, t *stages.Task, s corpus.Settings, r *review.Review, do func(*corpus.Record, *review.Document) error) error {
	none := func(*corpus.Record) (struct{}, error) { return struct{}{}, nil }
	reading := Reading[struct{}]{Settings: s, Label: true, Worker: func() func(*corpus.Record) (struct{}, error) { return none },
		Add: func(record *corpus.Record, _ struct{}) error {
			d, err := r.Meet(record.ID, record.Digest(), record.File, record.Row)
			if d == nil || err != nil {
				return err
			}
			return do(record, d)
		}}
	if err := reading.Each(ctx, t); err != nil {
		return err
	}
	return r.Met()
}

// WriteNever writes the phrases that are struck everywhere, if there are some.
func WriteNever(t *stages.Task, r *review.Review, key func(*review.Document, review.Judged) string) error {
	all := r.Never(key)
	t.Note("never", len(all))
	if len(all) == 0 {
		return nil
	}
	t.Log.Info(fmt.Sprintf("struck in %d documents or more and kept in none: infer --never %s leaves them out", review.Fewest, review.NeverFile), "phrases", len(all), "first", all[0].Text)
	return t.Fill(review.NeverFile, review.WriteNever(all))
}
