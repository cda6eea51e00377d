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
)

// File is the name of a Choice in a folder.
const File = "concepts.json"

// Choice gives candidates their probabilities. Make one with Fit, Read or Default.
type Choice struct {
	Documents int     `json:"documents"` // that it was fitted to
	Right     int     `json:"right"`     // candidates that were right in them
	Start     float64 `json:"start"`     // log-odds before the first tree
	Trees     []Tree  `json:"trees"`
	Steps     []Step  `json:"steps"`
	// Missed is the mean number of concepts of a document that were no candidates.
	Missed float64 `json:"missed"`
}

// Tree is a tree whose nodes of one depth ask the same question. The answers, the first one the highest bit, are the number
// of the leaf.
type Tree struct {
	Questions []Question `json:"questions"`
	Leaves    []float64  `json:"leaves"` // 2 to the number of questions
}

// Question asks whether a feature is above a number.
type Question struct {
	Feature string  `json:"feature"`
	Above   float32 `json:"above"`

	index int // in Features
}

// Step is one step of a rising function: for margins up to UpTo that no earlier step has; the last one's for those above it.
type Step struct {
	UpTo        float64 `json:"up_to"`
	Probability float64 `json:"probability"`
}

// Judge sets Margin and Probability of candidates and puts the most probable first.
func (c *Choice) Judge(candidates []Candidate) {
	for i := range candidates {
		k := &candidates[i]
		k.Margin = c.Start
		for t := range c.Trees {
			k.Margin += c.Trees[t].leaf(k.Features)
		}
		k.Probability = c.calibrated(k.Margin)
	}
	slices.SortStableFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(b.Margin, a.Margin), cmp.Compare(a.Concept, b.Concept))
	})
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

// calibrated is the probability of a margin, by Steps if there are any.
func (c *Choice) calibrated(margin float64) float64 {
	n := len(c.Steps)
	if n == 0 {
		return 1 / (1 + math.Exp(-margin))
	}
	i := sort.Search(n, func(i int) bool { return margin <= c.Steps[i].UpTo })
	return c.Steps[min(i, n-1)].Probability
}

// Best is the number of the first candidates, most probable first, whose expected F1 is the highest: of the concepts of a
// document as many are expected as the probabilities and Missed add up to.
func (c *Choice) Best(candidates []Candidate) int {
	total := c.Missed
	for _, k := range candidates {
		total += k.Probability
	}
	best, most, sum := 0, 0., 0.
	for i, k := range candidates {
		sum += k.Probability
		if f := 2 * sum / (float64(i+1) + total); f > most {
			best, most = i+1, f
		}
	}
	return best
}

// onDisk is the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Choice
}

// What the file says it is.
const (
	schemaName    = "concepts"
	schemaVersion = 1
	mostBytes     = 16 << 20
	mostQuestions = 8
)

// Write writes the choice as concepts.json.
func (c *Choice) Write(w io.Writer) error {
	b, err := json.MarshalIndent(onDisk{schemaName, schemaVersion, *c}, "", " ")
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// ReadChoice reads what Write wrote; path is its name in errors.
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
	for i, s := range c.Steps {
		if s.Probability < 0 || s.Probability > 1 || i > 0 && (s.UpTo < c.Steps[i-1].UpTo || s.Probability < c.Steps[i-1].Probability) {
			return nil, errors.Join(schemas.ErrDamaged, errors.New("the steps do not rise from 0 to 1"))
		}
	}
	return c, nil
}
