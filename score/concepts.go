package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/concept"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// ConceptsConfig are the settings of score concepts.
type ConceptsConfig struct {
	corpus.Settings        // of the documents
	LabelLanguage   string `key:"label_language" help:"language of labels without a tag in --vocabulary"`
	sampling
}

// conceptsScoring is the mode that judges assigned concepts.
var conceptsScoring = stages.Stage[ConceptsConfig]{
	Name:    "score concepts",
	Version: "4",
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
		{Name: "predictions", Schema: "assigned", Required: true, Copied: true, Doc: "output of infer concepts, or JSON lines", Files: []string{"concepts-*.parquet"}},
		{Name: "documents", Schema: "corpus", Required: true, Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents with URIs of concepts, or labels of the vocabulary"},
		{Name: "vocabulary", Schema: "skos", Copied: true, Doc: "the thesaurus; concepts outside it do not count"},
		reviewInput("concepts"),
	},
	Outputs: []stages.Output{
		{Name: "metrics.json", Schema: "metrics", Doc: "every number by its name, keys sorted"},
		{Name: summaryFile, Schema: "text", Doc: "the numbers, as printed"},
	},
	Usual:  []string{"columns", "format", "bootstrap", "seed"},
	Config: ConceptsConfig{Settings: corpus.GoldSettings(), LabelLanguage: "en", sampling: defaultSampling()},
	Check:  func(c ConceptsConfig) error { return c.Settings.Check(false) },
	Run:    scoreConcepts,
}

func scoreConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	predictions, err := readAssigned(t)
	if err != nil {
		return err
	}
	v, err := vocabularyOf(ctx, t, c)
	if err != nil {
		return err
	}
	reviewed, err := readConceptReview(t, v)
	if err != nil {
		return err
	}
	tally, err := tallied(ctx, t, c, predictions, v, reviewed)
	if err != nil {
		return err
	}
	m, err := tally.Metrics(ctx, c.Bootstrap, c.Seed, t.Threads)
	if err != nil {
		return err
	}
	text := m.Text()
	if reviewed != nil {
		reviewed.said.Add(m)
		text += reviewed.said.Text()
	}
	if err := t.Fill("metrics.json", func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(m)
	}); err != nil {
		return err
	}
	if err := t.Fill(summaryFile, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
		return err
	}
	_, err = io.WriteString(t.Stdout, text)
	return err
}

// vocabularyOf reads --vocabulary; nil without one.
func vocabularyOf(ctx context.Context, t *stages.Task, c ConceptsConfig) (*thesaurus.Vocabulary, error) {
	if len(t.Input("vocabulary")) == 0 {
		return nil, nil
	}
	file, err := t.File("vocabulary", thesaurus.Of)
	if err != nil {
		return nil, err
	}
	return thesaurus.Open(ctx, file, c.LabelLanguage)
}

// tallied adds up the documents: with a review those that it corrects, by its concepts, else all, by their own.
func tallied(ctx context.Context, t *stages.Task, c ConceptsConfig, predictions map[string]assigned, v *thesaurus.Vocabulary, reviewed *conceptReview) (*concept.Tally, error) {
	tally, judged, spec := concept.New(), 0, t.Input("predictions")[0].Spec
	err := eachGold(ctx, t, c, reviewed != nil, func(r *corpus.Record, gold []string) error {
		p, ok := predictions[r.ID]
		if !ok {
			return &schemas.FileError{File: spec, Err: fmt.Errorf("has no document %q", r.ID), Remedy: "label the same documents"}
		}
		if schemas.Differ(p.digest, r.Digest()) {
			return &schemas.FileError{File: r.File, Place: fmt.Sprintf("row %d", r.Row),
				Err:    fmt.Errorf("document %.100q has another title or text than the one that %s is about", r.ID, spec),
				Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
		}
		judged++
		if reviewed != nil {
			kept, left, ok, err := reviewed.give(r, p.concepts)
			if err != nil || !ok {
				return err
			}
			return tally.Add(kept, left)
		}
		return tally.Add(known(v, gold), p.concepts)
	})
	if err != nil {
		return nil, err
	}
	if more := len(predictions) - judged; more > 0 {
		return nil, &schemas.FileError{File: spec, Err: fmt.Errorf("has %d documents that --documents lacks", more), Remedy: "label the same documents"}
	}
	if reviewed != nil {
		return tally, reviewed.end(t)
	}
	return tally, nil
}

// known returns the URIs of concepts, given as URIs or labels, without those that are no one concept of the vocabulary; nil counts all.
func known(v *thesaurus.Vocabulary, gold []string) []string {
	if v == nil {
		return slices.DeleteFunc(gold, func(uri string) bool { return uri == "" })
	}
	var uris []string
	for _, text := range gold {
		if named := v.Named(text); len(named) == 1 {
			uris = append(uris, v.URI(named[0]))
		}
	}
	return uris
}

// eachGold calls do with every document and its concepts, which a review has where it is given. A row that cannot be read is an error:
// without it the score would be that of other documents.
func eachGold(ctx context.Context, t *stages.Task, c ConceptsConfig, reviewed bool, do func(r *corpus.Record, gold []string) error) error {
	settings := c.Settings
	if !reviewed && !slices.ContainsFunc(settings.Columns, func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "keywords") }) {
		settings.Columns = append(slices.Clone(settings.Columns), "keywords=subjects", "keywords=subject_uris")
	}
	set := corpus.Of(t.Input("documents"), settings.Reading(reviewed, t))
	if err := settings.Suit(set); err != nil {
		return err
	}
	batches, ids := &corpus.Batches{Set: set, End: t.Rows}, settings.IDs(set)
	defer batches.Close()
	for ctx.Err() == nil {
		b, err := batches.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err != nil {
				return &schemas.FileError{File: r.File, Place: fmt.Sprintf("row %d", r.Row), Err: err, Remedy: "correct or remove it"}
			}
			if r.ID, err = ids.Take(r.File, r.Row, r.ID); err != nil {
				return err
			}
			gold := make([]string, len(r.Keyphrases))
			for i, k := range r.Keyphrases {
				gold[i] = strings.Trim(strings.TrimSpace(k), "<>")
			}
			if err := do(&r, gold); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// assigned has the concepts of a document, best first.
type assigned struct {
	concepts []concept.Assigned
	digest   string // of the document; "" if it is not known
}

// readAssigned reads predictions by id.
func readAssigned(t *stages.Task) (map[string]assigned, error) {
	all := map[string]assigned{}
	in := t.Input("predictions")[0]
	for _, path := range in.Files {
		var err error
		if strings.HasSuffix(path, ".parquet") {
			err = readTable(path, all)
		} else {
			err = readLines(t, path, all)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func readTable(path string, all map[string]assigned) error {
	read, err := schemas.Assigneds.ReadAll(path)
	if err != nil {
		return err
	}
	for i, a := range read {
		list := make([]concept.Assigned, len(a.Concepts))
		for i, c := range a.Concepts {
			list[i] = concept.Assigned{Concept: c.Concept, Score: float64(c.Score)}
		}
		if err := accept(all, a.ID, assigned{list, a.Digest}); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("row %d", i+1), Err: err, Remedy: "run infer concepts again"}
		}
	}
	return nil
}

// accept adds the concepts of a document. It refuses a document or a concept that repeats, since it would count twice.
func accept(all map[string]assigned, id string, one assigned) error {
	if _, twice := all[id]; twice {
		return fmt.Errorf("has document %q a second time", id)
	}
	seen := map[string]bool{}
	for _, a := range one.concepts {
		switch {
		case !(a.Score >= 0 && a.Score <= 1):
			return fmt.Errorf("the score of %s is %v: want a probability from 0 to 1", a.Concept, a.Score)
		case seen[a.Concept]:
			return fmt.Errorf("has concept %s a second time", a.Concept)
		}
		seen[a.Concept] = true
	}
	all[id] = one
	return nil
}

// readLines reads JSON lines.
func readLines(t *stages.Task, path string, all map[string]assigned) error {
	f, err := t.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, corpus.MaxLine)
	for line := 1; s.Scan(); line++ {
		var row struct {
			ID       string    `json:"id"`
			Concepts []string  `json:"concepts"`
			Scores   []float64 `json:"scores"`
			Digest   string    `json:"digest"`
		}
		err := json.Unmarshal(s.Bytes(), &row)
		if err == nil && len(row.Scores) != len(row.Concepts) {
			err = fmt.Errorf("has %d concepts and %d scores", len(row.Concepts), len(row.Scores))
		}
		if err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: `want {"id":…,"concepts":[…],"scores":[…]}`}
		}
		list := make([]concept.Assigned, len(row.Concepts))
		for i := range list {
			list[i] = concept.Assigned{Concept: row.Concepts[i], Score: row.Scores[i]}
		}
		if err := accept(all, row.ID, assigned{list, row.Digest}); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: "give each document once, best concept first"}
		}
	}
	if err := s.Err(); err != nil {
		return &schemas.FileError{File: path, Err: err, Remedy: "want one JSON object per line"}
	}
	return nil
}
