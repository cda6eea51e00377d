package survey

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// of makes a document of labels, each with its probability: "graph cut:.5".
func of(id string, labels ...string) *Document {
	d := &Document{ID: id, Language: "en"}
	for _, l := range labels {
		text, score, _ := strings.Cut(l, ":")
		s := .5
		if score != "" {
			fmt.Sscan(score, &s)
		}
		d.Labels = append(d.Labels, Label{Key: strings.ToLower(text), Text: text, Score: float32(s), Present: !strings.HasPrefix(text, "+")})
	}
	return d
}

// made adds documents and finishes.
func made(t *testing.T, s Settings, documents ...*Document) *Survey {
	t.Helper()
	v, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	for _, d := range documents {
		if d.Values == nil {
			d.Values = make([][]string, len(s.By))
		}
		if err := v.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCounts: what is counted of three documents, by hand. Doubtful ones count as documents and not as probably right.
func TestCounts(t *testing.T) {
	a, b, c := of("a", "Graph:.75", "+tree:.25"), of("b", "graph:.5", "GRAPH:.25", "Graph:.125"), of("c")
	b.Doubtful, b.Language, c.Cut = "not prose", "de", true
	s := made(t, Settings{Likely: true}, a, b, c)
	if s.Documents != 3 || s.Labels != 5 || s.Empty != 1 || s.Cut != 1 || s.Absent != 1 || s.Distinct != 2 || s.More || s.Floor != 0 {
		t.Errorf("%+v", s)
	}
	if s.All.Labels != 2 || s.All.Documents != 2 || s.All.Expected != 1 || s.Present.Expected != .75 || s.Missing.Expected != .25 || s.Ranks[0].Expected != .75 || s.Ranks[1].Expected != .25 || s.Ranks[2].Labels != 0 {
		t.Errorf("%+v", s.All)
	}
	if len(s.Reasons) != 1 || s.Reasons[0].Name != "not prose" || s.Reasons[0].Documents != 1 || s.Reasons[0].Labels != 3 {
		t.Errorf("%+v", s.Reasons)
	}
	if len(s.Languages) != 2 || s.Languages[0].Name != "en" || s.Languages[0].Documents != 2 || s.Languages[1].Doubtful != 1 || s.Languages[1].Labels != 3 || s.Languages[1].Sure.Labels != 0 {
		t.Errorf("%+v", s.Languages)
	}
	// A label counts once in a document, in its most frequent spelling: "Graph" of a, and the first of b.
	if p := s.Phrases; len(p) != 2 || p[0].Documents != 2 || p[0].Text != "Graph" || p[0].Score != .625 || p[1].Text != "+tree" {
		t.Errorf("%+v", p)
	}
	if s := made(t, Settings{}, of("a", "x:.75")); s.All.Labels != 0 || s.Present.Labels != 0 || s.Labels != 1 {
		t.Errorf("scores that are no probabilities count as such: %+v", s.All)
	}
}

// TestSpelling: the most frequent spelling is shown; of equally frequent ones the first in the alphabet.
func TestSpelling(t *testing.T) {
	s := made(t, Settings{}, of("1", "Graph"), of("2", "graph"), of("3", "graph"), of("4", "b"), of("5", "B"))
	if s.Phrases[0].Text != "graph" || s.Phrases[1].Text != "B" {
		t.Errorf("%q, %q", s.Phrases[0].Text, s.Phrases[1].Text)
	}
}

// TestBounded compares a survey in little memory with exact counts on a random corpus: what it has is exact, and nothing of Floor
// documents or more is missing.
func TestBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	zipf := rand.NewZipf(r, 1.2, 2, 5000)
	exact := map[string]int64{}
	var documents []*Document
	for i := range 4000 {
		var labels []string
		for range 1 + r.IntN(6) {
			if l := fmt.Sprint("p", zipf.Uint64()); !slices.Contains(labels, l) {
				labels = append(labels, l)
				exact[l]++
			}
		}
		documents = append(documents, of(fmt.Sprint(i), labels...))
	}
	s := made(t, Settings{Kept: 200, Counted: 60}, documents...)
	if !s.More || s.Floor < 2 || len(s.Phrases) != 60 || int64(s.Distinct) > int64(len(exact)) {
		t.Errorf("%d phrases, floor %d, %d different", len(s.Phrases), s.Floor, s.Distinct)
	}
	have := map[string]bool{}
	for _, p := range s.Phrases {
		if have[p.Text] = true; p.Documents != exact[p.Text] {
			t.Errorf("%s: %d documents, want %d", p.Text, p.Documents, exact[p.Text])
		}
	}
	for text, n := range exact {
		if n >= s.Floor && !have[text] {
			t.Errorf("%s of %d documents is missing, floor %d", text, n, s.Floor)
		}
	}
	all := made(t, Settings{}, documents...)
	if all.More || all.Floor != 0 || len(all.Phrases) != len(exact) || all.Distinct != len(exact) {
		t.Errorf("%d of %d phrases, floor %d", len(all.Phrases), len(exact), all.Floor)
	}
}

// TestColumns: a document counts for each of its values, the largest come first, and what is typical of one is found; what is equally
// frequent everywhere is not.
func TestColumns(t *testing.T) {
	var documents []*Document
	for i := range 200 {
		d := of(fmt.Sprint(i), "common")
		d.Values = [][]string{{"even", "all"}}
		if i%2 == 1 {
			d = of(fmt.Sprint(i), "common", "odd phrase")
			d.Values = [][]string{{"odd", "all"}}
		}
		if i == 199 {
			d.Values = [][]string{nil}
		}
		documents = append(documents, d)
	}
	s := made(t, Settings{By: []string{"kind"}, Likely: true}, documents...)
	c := s.Columns[0]
	if c.Number != 3 || c.None.Documents != 1 || len(c.Values) != 3 || c.Values[0].Name != "all" || c.Values[0].Documents != 199 || c.Values[1].Name != "even" || c.Values[2].Documents != 99 || c.Values[2].Sure.Labels != 198 {
		t.Fatalf("%+v", c)
	}
	if len(c.Values[0].Typical) != 0 || len(c.Values[1].Typical) != 0 {
		t.Errorf("typical of all: %+v, of even: %+v", c.Values[0].Typical, c.Values[1].Typical)
	}
	if got := c.Values[2].Typical; len(got) != 1 || got[0].Text != "odd phrase" || got[0].Inside != 99 {
		t.Errorf("typical of odd: %+v", got)
	}
}

// TestManyValues: a column whose values group nothing is refused; one with more than are shown is counted whole.
func TestManyValues(t *testing.T) {
	v, err := New(Settings{By: []string{"id"}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for i := range mostOfColumn {
		if err := v.Add(&Document{ID: fmt.Sprint(i), Values: [][]string{{fmt.Sprint(i)}}}); err != nil {
			t.Fatal(err)
		}
	}
	var many *ValuesError
	if err := v.Add(&Document{ID: "x", Values: [][]string{{"x"}}}); !errors.As(err, &many) || many.Column != "id" {
		t.Errorf("%v", err)
	}
	if err := v.Finish(t.Context()); err != nil || len(v.Columns[0].Values) != MostValues || v.Columns[0].Number != mostOfColumn {
		t.Errorf("%v, %d values shown", err, len(v.Columns[0].Values))
	}
}

// TestYears: phrases by year; years before the last mostYears are counted together; documents without a year apart. What rises and
// what falls is found, and not what is steady.
func TestYears(t *testing.T) {
	var documents []*Document
	r := rand.New(rand.NewPCG(9, 1))
	for i := range 7000 {
		y := 1950 + i%70
		labels := []string{}
		for name, p := range map[string]float64{"up": float64(y-1950) / 140, "down": float64(2020-y) / 140, "flat": .3} {
			if r.Float64() < p {
				labels = append(labels, name)
			}
		}
		slices.Sort(labels)
		d := of(fmt.Sprint(i), labels...)
		d.Year = y
		documents = append(documents, d)
	}
	documents = append(documents, of("x", "up"))
	s := made(t, Settings{}, documents...)
	if y := s.Years; len(y.All) != mostYears || y.All[0] != 1960 || y.Before != 1000 || y.Unknown != 1 || y.Documents[0] != 100 || y.Tests != 3 {
		t.Errorf("%+v", y)
	}
	if len(s.Rising) != 1 || s.Rising[0].Text != "up" || s.Rising[0].Slope < .005 || s.Rising[0].Slope > .009 {
		t.Errorf("rising %+v", s.Rising)
	}
	if len(s.Falling) != 1 || s.Falling[0].Text != "down" || s.Falling[0].Slope > -.005 {
		t.Errorf("falling %+v", s.Falling)
	}
	sum := int64(0)
	for _, n := range s.Rising[0].Years {
		sum += n
	}
	if sum >= s.Rising[0].Documents || sum < s.Rising[0].Documents-200 {
		t.Errorf("%d of %d documents of up have a year that is shown", sum, s.Rising[0].Documents)
	}
}

// TestPairs: phrases that are together more often than by chance, by hand; not those of which one contains the other, nor those that
// are only frequent.
func TestPairs(t *testing.T) {
	var documents []*Document
	for i := range 100 {
		labels := []string{"common"}
		if i < 20 {
			labels = append(labels, "min cut", "max flow", "flow")
		}
		documents = append(documents, of(fmt.Sprint(i), labels...))
	}
	s := made(t, Settings{}, documents...)
	var got []string
	for _, p := range s.Pairs {
		got = append(got, fmt.Sprintf("%s+%s %d %.1f", min(p.A.Text, p.B.Text), max(p.A.Text, p.B.Text), p.Documents, p.By))
	}
	slices.Sort(got)
	if want := []string{"flow+min cut 20 5.0", "max flow+min cut 20 5.0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSamples: the drawing depends on seed and id, not on the order, and gives every document the same chance; the least certain have
// the lowest mean, and are doubtful only if all are.
func TestSamples(t *testing.T) {
	documents := []*Document{}
	for i := range 100 {
		documents = append(documents, of(fmt.Sprint(i), fmt.Sprintf("a:%v", float64(i%50)/50), "b:1"))
	}
	documents[0].Doubtful = "not prose"
	ids := func(all []*Document) (ids []string) {
		for _, d := range all {
			ids = append(ids, d.ID)
		}
		return ids
	}
	s := made(t, Settings{Examples: 5, Seed: 1}, documents...)
	if got := ids(s.Uncertain); !reflect.DeepEqual(got, []string{"50", "1", "51", "2", "52"}) {
		t.Errorf("least certain %q", got)
	}
	slices.Reverse(documents)
	again := made(t, Settings{Examples: 5, Seed: 1}, documents...)
	if !reflect.DeepEqual(ids(again.Drawn), ids(s.Drawn)) || !reflect.DeepEqual(ids(again.Uncertain), ids(s.Uncertain)) || len(s.Drawn) != 5 {
		t.Errorf("%q, in another order %q", ids(s.Drawn), ids(again.Drawn))
	}
	chosen := map[string]int{}
	for seed := range uint64(2000) {
		v := &Survey{Settings: Settings{Seed: seed}, drawn: sample{most: 5}, sure: sample{}, doubtful: sample{}}
		for _, d := range documents {
			v.offer(d)
		}
		for _, id := range ids(v.drawn.documents()) {
			chosen[id]++
		}
	}
	for _, d := range documents {
		if n := chosen[d.ID]; n < 60 || n > 145 {
			t.Errorf("document %s was drawn %d times, want about 100", d.ID, n)
		}
	}
	for _, d := range documents {
		d.Doubtful = "x"
	}
	if got := made(t, Settings{Examples: 5}, documents...).Uncertain; len(got) != 5 || got[0].ID != "0" {
		t.Errorf("of doubtful documents %q", ids(got))
	}
}

// TestLongText: what the temporary file keeps of a label is bounded.
func TestLongText(t *testing.T) {
	if got := made(t, Settings{}, of("a", strings.Repeat("x", 5000))).Phrases[0].Text; len(got) != longestText {
		t.Errorf("the text has %d bytes", len(got))
	}
}
