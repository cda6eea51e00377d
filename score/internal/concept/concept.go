// Package concept is score concepts: it measures assigned concepts against those of indexers.
//
//	predictions ─ readAssigned ─► concepts by id ┐
//	documents ─ eachGold ─► gold concepts ───────┴─ Tally.Add ─► Metrics; with --review, reviewing has the gold concepts
//
// F1@k of a document is 2·hits / (concepts among the first k + gold concepts), and nDCG@k has gain 1 for a gold concept and
// the best order of all gold concepts as its ideal (Järvelin and Kekäläinen, TOIS 2002), as Annif's evaluation has them.
// Both are means over documents with a gold concept.
package concept

import (
	"context"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Settings are those of score concepts.
type Settings struct {
	corpus.Settings        // of the documents
	LabelLanguage   string `key:"label_language" help:"language of labels without a tag in --vocabulary"`
	metric.Sampling
}

// Score scores the predictions of a task: with a review the documents that it corrects, by its concepts, else all, by their own.
func Score(ctx context.Context, t *stages.Task, c Settings) (Metrics, error) {
	predictions, err := readAssigned(t)
	if err != nil {
		return nil, err
	}
	var v *thesaurus.Vocabulary
	if len(t.Input("vocabulary")) > 0 {
		file, err := t.File("vocabulary", thesaurus.Of)
		if err != nil {
			return nil, err
		}
		if v, err = thesaurus.Open(ctx, file, c.LabelLanguage); err != nil {
			return nil, err
		}
	}
	reviewed, err := readReview(t, v)
	if err != nil {
		return nil, err
	}
	tally, golden, judged, spec := New(), &golden{v: v}, 0, t.Input("predictions")[0].Spec
	err = eachGold(ctx, t, c.Settings, reviewed != nil, func(r *corpus.Record, gold []string) error {
		p, ok := predictions[r.ID]
		if !ok {
			return &schemas.FileError{File: spec, Err: fmt.Errorf("has no document %q", r.ID), Remedy: "label the same documents"}
		}
		if schemas.Differ(p.Digest, r.Digest()) {
			return join.AnotherText(r.File, r.Row, r.ID, spec)
		}
		judged++
		if reviewed != nil {
			kept, left, ok, err := reviewed.give(r, p)
			if err != nil || !ok {
				return err
			}
			return tally.Add(kept, left)
		}
		return tally.Add(golden.uris(gold), p)
	})
	if err != nil {
		return nil, err
	}
	if more := len(predictions) - judged; more > 0 {
		return nil, &schemas.FileError{File: spec, Err: fmt.Errorf("has %d documents that --documents lacks", more), Remedy: "label the same documents"}
	}
	if reviewed == nil {
		if err := golden.end(t); err != nil {
			return nil, err
		}
	}
	m, err := tally.Metrics(ctx, c.Sampling, t.Threads)
	if err != nil || reviewed == nil {
		return m, err
	}
	return m, reviewed.end(t, m)
}
