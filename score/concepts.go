package main

import (
	"context"
	"io"

	"github.com/wrone2set/wrone2set/score/internal/concept"
	"github.com/wrone2set/wrone2set/score/internal/judge"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// conceptsScoring is the mode that judges assigned concepts.
var conceptsScoring = stages.Stage[concept.Settings]{
	Name:    "score concepts",
	Version: "6",
	Doc: `Scores assigned concepts against the concepts that indexers gave.

Example: score concepts --predictions labels --documents test.jsonl --vocabulary stw.ttl.gz --out scores

Example: score concepts --predictions labels --documents papers.csv --vocabulary stw.ttl.gz --review review.xlsx --out scores

--predictions come from infer concepts, or are JSON lines with id, concepts (URIs, best first) and scores. --documents is a corpus
whose column subjects has the URIs of each document's concepts; --columns keywords=NAME names another column. With --vocabulary,
only concepts of the thesaurus count. F1@k and nDCG@k are means over documents. The precision is that of all assigned concepts.
The ECE compares scores with the share of right concepts. With --review, the sheet of infer concepts --export review that people
corrected, only documents with a mark or a new concept count: kept and added concepts are their concepts, and concepts without
a mark are left out.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "assigned", Required: true, Copied: true, Doc: "output of infer concepts, or JSON lines", Files: []string{"concepts-*-of-*.parquet"}},
		{Name: "documents", Schema: "corpus", Required: true, Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents with URIs of concepts, or labels of the vocabulary"},
		{Name: "vocabulary", Schema: "skos", Copied: true, Doc: "the thesaurus; concepts outside it do not count"},
		judge.ReviewInput("concepts"),
	},
	Outputs: []stages.Output{
		{Name: metricsFile, Schema: "metrics", Doc: "every number by its name, keys sorted"},
		{Name: summaryFile, Schema: "text", Doc: "the numbers, as printed"},
	},
	Usual:  []string{"columns", "format", "bootstrap", "seed"},
	Config: concept.Settings{Settings: corpus.GoldSettings(), LabelLanguage: "en", Sampling: metric.DefaultSampling()},
	Check:  func(c concept.Settings) error { return c.Settings.Check(false) },
	Run:    scoreConcepts,
}

// scoreConcepts scores concepts of a thesaurus.
func scoreConcepts(ctx context.Context, t *stages.Task, c concept.Settings) error {
	m, err := concept.Score(ctx, t, c)
	if err != nil {
		return err
	}
	return fill(t, []form{
		{metricsFile, m.Write},
		{summaryFile, func(w io.Writer) error { return m.Summary(io.MultiWriter(w, t.Stdout)) }},
	})
}
