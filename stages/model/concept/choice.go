package concept

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// File is the name of a Choice in a folder.
const File = "concepts.json"

// Choice computes the probabilities of candidates. Make one with Fit, ReadChoice or Default.
type Choice struct {
	Documents int     `json:"documents"` // number of documents of the fit
	Right     int     `json:"right"`     // right candidates in them
	Start     float64 `json:"start"`     // log-odds before the first tree
	Trees     []Tree  `json:"trees"`
	Steps     []Step  `json:"steps"`
	// Unseen[k] is the share of documents with k concepts that are not among their candidates, for rank.Best.
	Unseen []float64 `json:"unseen"`
	// Thresholds are the probabilities at or above which the candidates of all documents have a precision, by rising precision.
	Thresholds []rank.Threshold `json:"thresholds"`
}

// Tree is an oblivious tree: all nodes of one depth ask the same question. The answers are the bits of the leaf's number, the
// first one the highest.
type Tree struct {
	Questions []Question `json:"questions"`
	Leaves    []float64  `json:"leaves"` // 2 to the number of questions
}

// Question asks whether a feature is above a threshold.
type Question struct {
	Feature string  `json:"feature"`
	Above   float32 `json:"above"`

	index int // in Features
}

// Step is a step of the rising function from margins to probabilities. It covers the margins above the previous step up to
// UpTo; the last step also covers higher ones.
type Step struct {
	UpTo        float64 `json:"up_to"`
	Probability float64 `json:"probability"`
}

// Judge sets Margin and Probability of the candidates, and sorts them by falling probability.
func (c *Choice) Judge(candidates []Candidate) {
	for i := range candidates {
		k := &candidates[i]
		k.Margin = c.margin(k.Features)
		k.Probability = c.calibrated(k.Margin)
	}
	slices.SortStableFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(b.Margin, a.Margin), cmp.Compare(a.Concept, b.Concept))
	})
}

// margin returns the log-odds before Steps.
func (c *Choice) margin(features []float32) float64 {
	m := c.Start
	for t := range c.Trees {
		m += c.Trees[t].leaf(features)
	}
	return m
}

func (t *Tree) leaf(features []float32) float64 {
	at := 0
	for i := range t.Questions {
		q := &t.Questions[i]
		at *= 2
		if features[q.index] > q.Above {
			at++
		}
	}
	return t.Leaves[at]
}

// calibrated returns the probability of a margin: by Steps, or the logistic function without any.
func (c *Choice) calibrated(margin float64) float64 {
	n := len(c.Steps)
	if n == 0 {
		return 1 / (1 + math.Exp(-margin))
	}
	i := sort.Search(n, func(i int) bool { return margin <= c.Steps[i].UpTo })
	return c.Steps[min(i, n-1)].Probability
}

// Best returns how many of the first candidates, sorted by falling probability, give the highest expected F1.
func (c *Choice) Best(candidates []Candidate) int {
	p := make([]float64, len(candidates))
	for i := range candidates {
		p[i] = candidates[i].Probability
	}
	n, _ := rank.Best(p, c.Unseen)
	return n
}

// Missed returns the mean number of concepts of a document that are not among its candidates.
func (c *Choice) Missed() (mean float64) {
	for k, share := range c.Unseen {
		mean += float64(float64(k) * share)
	}
	return mean
}

// Threshold returns the probability at or above which, on average over a corpus, a share of the concepts is right.
func (c *Choice) Threshold(precision float64) float64 { return rank.At(c.Thresholds, precision) }

// onDisk is the content of the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Choice
}

// Schema and version of the file.
const (
	schemaName    = "concepts"
	schemaVersion = 2
	mostBytes     = 16 << 20
	mostQuestions = 8
)

// Write writes the choice as JSON; equal choices give equal bytes.
func (c *Choice) Write(w io.Writer) error {
	b, err := json.MarshalIndent(onDisk{schemaName, schemaVersion, *c}, "", " ")
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// ReadChoice reads a file of Write. path is its name in errors; a damaged file or one of another schema is a
// *schemas.FileError.
func ReadChoice(path string, r io.Reader) (*Choice, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("concept: %w", err)
	}
	c, err := parse(b)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "run train concepts"}
	}
	return c, nil
}

func parse(b []byte) (*Choice, error) {
	var d onDisk
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	if d.Schema != schemaName || d.Version != schemaVersion {
		return nil, fmt.Errorf("%w: it is %q of version %d, want %q of version %d", schemas.ErrSchema, d.Schema, d.Version, schemaName, schemaVersion)
	}
	c := &d.Choice
	for i := range c.Trees {
		t := &c.Trees[i]
		if n := len(t.Questions); n > mostQuestions || len(t.Leaves) != 1<<n {
			return nil, fmt.Errorf("%w: a tree of %d questions has %d leaves", schemas.ErrDamaged, n, len(t.Leaves))
		}
		for q := range t.Questions {
			name := t.Questions[q].Feature
			if t.Questions[q].index = slices.Index(Features, name); t.Questions[q].index < 0 {
				return nil, fmt.Errorf("%w: unknown feature %q", schemas.ErrSchema, name)
			}
		}
	}
	for _, p := range c.Unseen {
		if !(p >= 0 && p <= 1) || len(c.Unseen) > mostUnseen+1 {
			return nil, fmt.Errorf("%w: the shares of concepts that are no candidates are out of range", schemas.ErrDamaged)
		}
	}
	if !rank.Rising(c.Thresholds) {
		return nil, fmt.Errorf("%w: the thresholds are out of range or out of order", schemas.ErrDamaged)
	}
	for i, s := range c.Steps {
		if s.Probability < 0 || s.Probability > 1 || i > 0 && (s.UpTo < c.Steps[i-1].UpTo || s.Probability < c.Steps[i-1].Probability) {
			return nil, errors.Join(schemas.ErrDamaged, errors.New("the steps do not rise from 0 to 1"))
		}
	}
	return c, nil
}
