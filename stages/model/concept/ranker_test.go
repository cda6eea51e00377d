package concept

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// made returns a choice that asks for the gap, with two steps.
func made(t testing.TB) *Ranker {
	t.Helper()
	c := &Ranker{Documents: 9, Right: 5, Thresholds: []rank.Threshold{{Precision: .5, Probability: .25}, {Precision: .75, Probability: rank.Never}}}
	c.Intercept, c.Unseen = -.5, []float64{.5, .5}
	c.Trees = []rank.Tree{{Questions: []rank.Question{{Feature: "gap", Above: float64(float32(.1))}}, Leaves: []float64{2, -1}}}
	c.Steps = []rank.Step{{UpTo: .5, Probability: .25}, {UpTo: 1, Probability: .75}}
	if err := c.Link(Features); err != nil {
		t.Fatal(err)
	}
	return c
}

// of returns a candidate with a gap.
func of(concept uint32, gap float32) Candidate {
	c := Candidate{Concept: concept, Features: make([]float32, len(Features))}
	c.Features[slices.Index(Features, "gap")] = gap
	return c
}

// TestAssess: candidates are sorted by probability, then by margin, then by concept. A feature that equals a question's number is
// not above it.
func TestAssess(t *testing.T) {
	c := made(t)
	all := []Candidate{of(4, .2), of(3, .1), of(2, .2), of(1, 0)}
	c.Assess(all)
	var got []uint32
	for _, k := range all {
		got = append(got, k.Concept)
	}
	if !slices.Equal(got, []uint32{1, 3, 2, 4}) || all[1].Margin != 1.5 || all[1].Probability != .75 || all[2].Margin != -1.5 || all[2].Probability != .25 {
		t.Errorf("order %v, %+v", got, all)
	}
	c.Steps[0].Probability = .75 // all are equally probable
	equal := []Candidate{of(1, .2), of(2, 0)}
	if c.Assess(equal); equal[0].Concept != 2 || equal[1].Probability != .75 {
		t.Errorf("equal probabilities are not sorted by margin: %+v", equal)
	}
	if m := c.Margins([]Candidate{of(1, 1), of(2, 0)}); !slices.Equal(m, []float64{-1.5, 1.5}) {
		t.Errorf("margins %v", m)
	}
}

// TestPick: with .9, .5 and .1 and nothing missed, F1 of one is 1.8/2.5, of two 2.8/3.5, of three 3/4.5; of .9 and .35 the first
// alone has 1.8/2.25, both 2.5/3.25. The missed concepts and the thresholds are those of the choice.
func TestPick(t *testing.T) {
	table := []rank.Threshold{{Precision: .6, Probability: .5}}
	for _, k := range []struct {
		rule   string
		p      []float64
		unseen []float64
		want   int
	}{
		{"f1", []float64{.9, .5, .1}, nil, 2}, {"f1", []float64{.9, .35}, nil, 1}, {"f1", []float64{.9, .35}, []float64{0, 0, 1}, 2}, {"f1", nil, nil, 0},
		{"f1,probability=0.6", []float64{.9, .5, .1}, nil, 1}, {"top=2", []float64{.9, .5, .1}, nil, 2}, {"precision=0.5", []float64{.9, .5, .1}, nil, 2},
	} {
		c := &Ranker{Judge: rank.Judge{Unseen: k.unseen}, Thresholds: table}
		var all []Candidate
		for _, p := range k.p {
			all = append(all, Candidate{Probability: p})
		}
		rule, err := rank.ParseRule(k.rule)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.Pick(rule, all); n != k.want {
			t.Errorf("%s of %v: %d, want %d", k.rule, k.p, n, k.want)
		}
	}
}

// TestFile: a choice is read as it was written, and equal choices give equal bytes.
func TestFile(t *testing.T) {
	c := made(t)
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	again, err := ReadRanker("f", strings.NewReader(whole))
	if err != nil || !reflect.DeepEqual(c, again) {
		t.Fatalf("%v: %+v, want %+v", err, again, c)
	}
	for name, spoil := range map[string]func(*Ranker){
		"thresholds":      func(c *Ranker) { c.Thresholds[1].Precision = .25 },
		"unseen":          func(c *Ranker) { c.Unseen[0] = -1 },
		"unknown feature": func(c *Ranker) { c.Trees[0].Questions[0].Feature = "gab" },
		"steps fall":      func(c *Ranker) { c.Steps[1].Probability = .1 },
		"a leaf too few":  func(c *Ranker) { c.Trees[0].Leaves = c.Trees[0].Leaves[:1] },
	} {
		bad := made(t)
		spoil(bad)
		var b bytes.Buffer
		if err := bad.Write(&b); err != nil {
			t.Fatal(err)
		}
		var file *schemas.FileError
		if _, err := ReadRanker("f", &b); !errors.As(err, &file) || file.File != "f" || !strings.Contains(file.Remedy, "train concepts") || strings.Contains(err.Error(), "checksum") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for from, to := range map[string]string{`"concepts"`: `"choice"`, `"version": 3`: `"version": 1`, `"version": `: `"version": 1`} {
		if _, err := ReadRanker("f", strings.NewReader(strings.Replace(whole, from, to, 1))); !errors.Is(err, schemas.ErrSchema) {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// TestVersion2: a file of version 2, without a checksum, gives the probabilities that it gave: its steps end at log-odds, and its
// numbers are in 32 bits.
func TestVersion2(t *testing.T) {
	c, err := ReadRanker("f", strings.NewReader(`{"schema": "concepts", "version": 2, "documents": 9, "right": 5, "start": -0.5,
		"trees": [{"questions": [{"feature": "gap", "above": 0.1}], "leaves": [2, -1]}], "steps": [{"up_to": 0, "probability": 0.25}, {"up_to": 1.5, "probability": 0.75}],
		"unseen": [0.5, 0.5], "thresholds": [{"precision": 0.5, "probability": 0.25}, {"precision": 0.75, "probability": 2}]}`))
	want := made(t)
	want.Steps[1].UpTo = rank.Logistic(1.5)
	if err != nil || !reflect.DeepEqual(c, want) {
		t.Errorf("%v: %+v, want %+v", err, c, want)
	}
	if _, err := ReadRanker("f", strings.NewReader(`{"schema": "concepts", "version": 2, "unseen": [2]}`)); !errors.Is(err, schemas.ErrDamaged) {
		t.Errorf("shares above 1: %v", err)
	}
}

func TestDefault(t *testing.T) {
	c, err := Default()
	if err != nil || len(c.Trees) < 50 || len(c.Steps) < 20 {
		t.Fatal(c, err)
	}
	for _, tree := range c.Trees {
		for _, q := range tree.Questions {
			if slices.Index(Features, q.Feature) >= slices.Index(Features, "given") {
				t.Errorf("the default asks for %s, which only a memory knows", q.Feature)
			}
		}
	}
}
