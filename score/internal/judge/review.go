package judge

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/review"
)

// ReviewInput is the input of sheets that people corrected, which have keyphrases or concepts of documents.
func ReviewInput(of string) stages.Input {
	return stages.Input{Name: "review", Schema: "review", Many: true, Remote: true,
		Doc: "sheets that --export review wrote and people corrected: .xlsx, .ods or CSV; they have the " + of}
}

// ReadReview reads --review and says what is in it; nil without one.
func ReadReview(t *stages.Task) (*review.Review, error) {
	var paths []string
	for _, in := range t.Input("review") {
		paths = append(paths, in.Files...)
	}
	if len(paths) == 0 {
		return nil, nil
	}
	r, err := review.ReadCorrected(paths, t.Open)
	if err != nil {
		return nil, err
	}
	c := r.Count()
	t.Log.Info(c.String())
	t.Log.Info(review.Gain(c.Touched))
	return r, nil
}
