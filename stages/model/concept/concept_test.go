package concept

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

func vocabulary(t testing.TB, list string) *thesaurus.Vocabulary {
	t.Helper()
	v, err := thesaurus.Read(t.Context(), "l", strings.NewReader(list), "en")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const list = "<u:a>\tsolar power\n<u:b>\tpower\n<u:c>\twind (energy)\n<u:d>\twind\n<u:e>\tbatteries\n<u:f>\tcharging stations\n"

// feature is the value of a feature of a concept, NaN if it is no candidate.
func feature(all []Candidate, v *thesaurus.Vocabulary, uri, name string) float32 {
	for _, c := range all {
		for i, f := range Features {
			if f == name && v.URI(c.Concept) == uri {
				return c.Features[i]
			}
		}
	}
	return float32(math.NaN())
}

func TestFeaturesOfText(t *testing.T) {
	v := vocabulary(t, list)
	l := NewLabeller(t.Context(), v, nil, &Choice{}, "en")
	all := l.Candidates(l.Read(Document{"Solar powers", "Power from wind. The wind is an energy of the kind."}))
	for _, c := range []struct {
		uri, feature string
		want         float32
	}{
		{"u:a", "title", 1}, {"u:a", "words", 2}, {"u:a", "gap", 0}, {"u:a", "exact", 0}, {"u:a", "covered", 0},
		{"u:b", "sentences", log(2)}, {"u:b", "covered", .5}, {"u:b", "exact", 1}, {"u:b", "first", 1. / 13}, {"u:b", "last", 2. / 13},
		{"u:c", "sentences", log(2)}, {"u:c", "shared", log(1)}, {"u:d", "shared", log(2)}, {"u:c", "qualifier", 1}, {"u:d", "bare", 0}, {"u:d", "qualifier", 0},
		{"u:d", "document_literals", log(4)}, {"u:d", "given", 0},
	} {
		if got := feature(all, v, c.uri, c.feature); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s of %s is %v, want %v", c.feature, c.uri, got, c.want)
		}
	}
	if got := feature(all, v, "u:e", "literal"); got == got {
		t.Errorf("batteries are a candidate")
	}
}

// TestTitleEnds: the first word of the body is not in the title, and is compared with the text of the body.
func TestTitleEnds(t *testing.T) {
	v := vocabulary(t, list)
	l := NewLabeller(t.Context(), v, nil, &Choice{}, "en")
	all := l.Candidates(l.Read(Document{"Batteries", "Wind is here."}))
	for _, c := range []struct {
		uri, feature string
		want         float32
	}{{"u:e", "title", 1}, {"u:e", "exact", 1}, {"u:d", "title", 0}, {"u:d", "exact", 1}} {
		if got := feature(all, v, c.uri, c.feature); got != c.want {
			t.Errorf("%s of %s is %v, want %v", c.feature, c.uri, got, c.want)
		}
	}
}

// TestForeign: stop words of the text's language are none of a label in another one.
func TestForeign(t *testing.T) {
	v := vocabulary(t, "<u:a>\tdie\n<u:b>\tcasting\n")
	for language, want := range map[string]int{"en": 2, "de": 1} {
		l := NewLabeller(t.Context(), v, nil, &Choice{}, language)
		if all := l.Candidates(l.Read(Document{"", "die casting"})); len(all) != want {
			t.Errorf("%d candidates of a text in %s, want %d", len(all), language, want)
		}
	}
	if NewNames(v).Has("de", "die") {
		t.Error("a stop word of German is a label in English")
	}
}

// TestCrowdedText: of a text with more than mostLiterals concepts so many are candidates, and the text says so; a text that is too long
// is refused.
func TestCrowdedText(t *testing.T) {
	var labels, text strings.Builder
	for i := range mostLiterals + 3 {
		fmt.Fprintf(&labels, "<u:%d>\tw%d\n", i, i)
		fmt.Fprintf(&text, "w%d ", i)
	}
	l := NewLabeller(t.Context(), vocabulary(t, labels.String()), nil, &Choice{}, "en")
	for body, want := range map[string]bool{text.String(): true, text.String()[:10000]: false} {
		read := l.Read(Document{"", body})
		if all := l.Candidates(read); read.Crowded != want || want && len(all) != mostLiterals {
			t.Errorf("%d candidates, crowded: %v", len(all), read.Crowded)
		}
	}
	long := strings.Repeat("x", MostBytes)
	if Fits("", long) != nil || Fits("x", long) == nil {
		t.Error("Fits")
	}
}

// TestIsotonic: a step has at least leastGroup candidates, since the share of fewer is no probability.
func TestIsotonic(t *testing.T) {
	margins, rows := make([]float64, 100), make([]row, 100)
	for i := range margins {
		margins[i] = float64(i)
	}
	rows[99].right, rows[30].right = true, true
	if got, want := isotonic(margins, rows), []Step{{99, 2. / 100}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	rows[98].right = true
	if got, want := isotonic(margins, rows), []Step{{39, 1. / 40}, {99, 2. / 60}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// remembered are documents of two kinds, of which those about cars have u:e and u:f.
func remembered(l *Labeller, v *thesaurus.Vocabulary) (all []Indexed) {
	for i, text := range []string{"electric cars driving", "roses blooming garden", "trains running rails", "electric cars parked", "fish swimming rivers", "bread baking ovens"} {
		var uris []string
		if strings.Contains(text, "cars") {
			uris = []string{"u:e", "u:f"}
		}
		all = append(all, l.Index(fmt.Sprint(i), l.Read(Document{Title: text}), Concepts(v, uris)))
	}
	return all
}

// TestMemory: what similar documents have is a candidate, though no label of it is in the text, and the most similar one is named.
func TestMemory(t *testing.T) {
	v := vocabulary(t, list)
	plain := NewLabeller(t.Context(), v, nil, &Choice{}, "en")
	m := NewMemory(v, remembered(plain, v))
	l := NewLabeller(t.Context(), v, m, &Choice{}, "en")
	all := l.Candidates(l.Read(Document{"Cars parked", ""}))
	for _, c := range []struct {
		uri, feature string
		want         float32
	}{{"u:e", "literal", 0}, {"u:e", "given", log(2)}, {"u:e", "votes", 1}, {"u:e", "votes_count", 2}, {"u:e", "votes_rank", 1}, {"u:e", "profile_share", 1}} {
		if got := feature(all, v, c.uri, c.feature); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s of %s is %v, want %v", c.feature, c.uri, got, c.want)
		}
	}
	if len(all) != 2 || all[0].Neighbour != 3 {
		t.Errorf("%d candidates, the neighbour of the first is %d", len(all), all[0].Neighbour)
	}
	// What a neighbouring concept has of votes is its share of all similar documents, not the highest similarity.
	near, err := thesaurus.Read(t.Context(), "t", strings.NewReader("@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:e> s:prefLabel 'batteries'@en . <u:f> s:prefLabel 'stations'@en ."+
		"<u:g> s:prefLabel 'parked'@en ; s:broader <u:e> ; s:narrower <u:f> ; s:related <u:e> ."), "")
	if err != nil {
		t.Fatal(err)
	}
	l = NewLabeller(t.Context(), near, NewMemory(near, remembered(NewLabeller(t.Context(), near, nil, &Choice{}, "en"), near)), &Choice{}, "en")
	beside := l.Candidates(l.Read(Document{"Cars parked", ""}))
	for _, name := range []string{"broader_votes", "narrower_votes", "related_votes"} {
		if got := feature(beside, near, "u:g", name); math.Abs(float64(got-1)) > 1e-6 {
			t.Errorf("%s of u:g is %v, want 1", name, got)
		}
	}
	if most := feature(beside, near, "u:e", "votes_most"); !(most > .3 && most < .95) {
		t.Errorf("votes_most of u:e is %v", most)
	}
	s := remembered(plain, v)[0].Stored(v)
	if got := FromStored(s, v); !reflect.DeepEqual(got.Concepts, Concepts(v, []string{"u:f", "u:e"})) || !reflect.DeepEqual(got.Counts, []uint32{2, 2, 2}) {
		t.Errorf("stored and read: %+v", got)
	}
	if got := FromStored(s, vocabulary(t, "<u:f>\tx\n")); len(got.Concepts) != 1 {
		t.Errorf("with another vocabulary: %+v", got)
	}
}

// both makes documents where a candidate is likely to be right if two features are of one sign.
func both(seed uint64, documents int) (all []Example) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range documents {
		var e Example
		for range 20 {
			c := Candidate{Features: make([]float32, len(Features))}
			c.Features[2], c.Features[5] = float32(r.NormFloat64()), float32(r.NormFloat64())
			p := .05
			if c.Features[2]*c.Features[5] > 0 {
				p = .6
			}
			e.Candidates, e.Right = append(e.Candidates, c), append(e.Right, r.Float64() < p)
		}
		all = append(all, e)
	}
	return all
}

// TestFit: on documents that the fit has not seen, the probabilities are those by which the documents were made.
func TestFit(t *testing.T) {
	fitted, err := Fit(both(1, 400), nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	c := fitted.Choice
	off, n := 0., 0
	for _, e := range both(2, 100) {
		c.Judge(e.Candidates)
		for _, k := range e.Candidates {
			want := .05
			if k.Features[2]*k.Features[5] > 0 {
				want = .6
			}
			off += math.Abs(k.Probability - want)
			n++
		}
	}
	if off /= float64(n); off > .07 {
		t.Errorf("probabilities are %.3f off in the mean, with %d trees and %d steps", off, len(c.Trees), len(c.Steps))
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := ReadChoice("f", bytes.NewReader(b.Bytes()))
	if err != nil || !reflect.DeepEqual(c, again) {
		t.Errorf("read: %v", err)
	}
	for _, bad := range []string{"", "{}", strings.Replace(b.String(), `"gap"`, `"gab"`, 1) + "x", strings.Replace(b.String(), `"version": 2`, `"version": 1`, 1),
		strings.Replace(b.String(), `"unseen": [`, `"unseen": [-1,`, 1), strings.Replace(b.String(), `"precision": 0.01`, `"precision": 0.5`, 1)} {
		if _, err := ReadChoice("f", strings.NewReader(bad)); err == nil {
			t.Errorf("%.40q is read", bad)
		}
	}
	if _, err := Fit(both(1, 1)[:0], nil, func() {}); err == nil {
		t.Error("fitted to nothing")
	}
}

// TestF1: of five candidates shown two are right, of four right ones; candidates that are missed count, and fewer than five are shown
// alone.
func TestF1(t *testing.T) {
	c := &Choice{Trees: []Tree{{Questions: []Question{{Feature: Features[0]}}, Leaves: []float64{0, 1}}}}
	of := func(right string, missed int) (e Example) {
		for _, r := range right {
			k := Candidate{Features: make([]float32, len(Features))}
			if r == 'R' || r == 'W' {
				k.Features[0] = 1
			}
			e.Candidates, e.Right = append(e.Candidates, k), append(e.Right, r|0x20 == 'r')
		}
		e.Missed = missed
		return e
	}
	got := c.F1([]Example{of("wwrwwwRWrr", 0), of("R", 1), of("ww", 3), of("", 2), of("rrrrrr", 0)})
	want := []float64{2 * 2. / (5 + 4), 2 * 1. / (1 + 2), 0, 0, 2 * 5. / (5 + 6)}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("document %d: F1 %v, want %v", i, got[i], want[i])
		}
	}
	for _, k := range []struct {
		one, other []float64
		want       bool
	}{
		{[]float64{.5, .5, .5, .5}, []float64{.4, .4, .4, .4}, true},
		{[]float64{.5, .5, .5, .5}, []float64{.5, .5, .5, .5}, false},
		{[]float64{1, .1, .1, .1}, []float64{.1, .2, .2, .2}, false},
		{[]float64{.4, .4, .5, .5}, []float64{.5, .5, .5, .5}, false},
		{[]float64{.5}, []float64{.4}, true},
	} {
		if Beats(k.one, k.other) != k.want {
			t.Errorf("%v beats %v: want %v", k.one, k.other, k.want)
		}
	}
}

// TestFitFolds: F1 of a fit is that on documents which it has not seen, not on its own.
func TestFitFolds(t *testing.T) {
	few := both(7, 40)
	c, err := Fit(few, nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if folds, own := Mean(c.F1), Mean(c.Choice.F1(few)); len(c.F1) != len(few) || folds >= own {
		t.Errorf("F1 on folds of %d documents is %.3f, on its own documents %.3f", len(c.F1), folds, own)
	}
}

// TestFitCorrects: few documents like those of another choice keep it and correct it; a choice of other documents is left out.
func TestFitCorrects(t *testing.T) {
	first, err := Fit(both(1, 400), nil, func() {})
	counted := int64(0)
	if err != nil {
		t.Fatal(err)
	}
	few := both(3, 12)
	alone, err1 := Fit(few, nil, func() {})
	c, err2 := Fit(few, first.Choice, func() { counted++ })
	if counted != Steps(first.Choice) {
		t.Errorf("%d steps, announced were %d", counted, Steps(first.Choice))
	}
	if err1 != nil || err2 != nil || len(c.Trees) < len(first.Trees) || !reflect.DeepEqual(c.Trees[:len(first.Trees)], first.Trees) || c.Documents != 12 {
		t.Fatalf("%v, %v", err1, err2)
	}
	far := func(c *Choice) (sum float64) {
		for _, e := range both(4, 200) {
			for i, k := range e.Candidates {
				sum += loss(c.margin(k.Features), e.Right[i])
			}
		}
		return sum
	}
	if far(c.Choice) > .97*far(alone.Choice) {
		t.Errorf("loss %.1f corrected, %.1f alone", far(c.Choice), far(alone.Choice))
	}
	wrong := *first.Choice
	wrong.Trees = slices.Clone(first.Trees)
	for i := range wrong.Trees {
		leaves := slices.Clone(wrong.Trees[i].Leaves)
		for l := range leaves {
			leaves[l] *= -3
		}
		wrong.Trees[i].Leaves = leaves
	}
	if c, err := Fit(few, &wrong, func() {}); err != nil || !reflect.DeepEqual(c, alone) {
		t.Errorf("a choice that is wrong is corrected, %v", err)
	}
}

func TestDefault(t *testing.T) {
	c, err := Default()
	if err != nil || len(c.Trees) < 50 || len(c.Steps) < 20 {
		t.Fatal(c, err)
	}
	for _, tree := range c.Trees {
		for _, q := range tree.Questions {
			if q.index >= slices.Index(Features, "given") {
				t.Errorf("the default asks for %s, which only a memory knows", q.Feature)
			}
		}
	}
}

// TestBest: with .9, .5 and .1 and nothing missed, F1 of one is 1.8/2.5, of two 2.8/3.5, of three 3/4.5.
func TestBest(t *testing.T) {
	c := &Choice{}
	if n := c.Best([]Candidate{{Probability: .9}, {Probability: .5}, {Probability: .1}}); n != 2 {
		t.Errorf("%d are best", n)
	}
	// Of .9 and .35 the first alone has 1.8/2.25, both 2.5/3.25.
	if n := c.Best([]Candidate{{Probability: .9}, {Probability: .35}}); n != 1 {
		t.Errorf("%d are best of an unsure second", n)
	}
	if n := (&Choice{Unseen: []float64{0, 0, 1}}).Best([]Candidate{{Probability: .9}, {Probability: .35}}); n != 2 {
		t.Errorf("%d are best where two more are missed", n)
	}
	if n := c.Best(nil); n != 0 {
		t.Errorf("%d of none", n)
	}
}

// TestNames: a label names a phrase in any order and form, with or without its qualifier; one that has more or fewer words does not.
func TestNames(t *testing.T) {
	n := NewNames(vocabulary(t, list))
	for phrase, want := range map[string]bool{
		"solar power": true, "Solar powers": true, "power (solar)": true, "wind": true, "wind energy": true, "battery": true, "": true, "!": true,
		"solar": false, "solar power plant": false, "wind farm": false, "power batteries": false,
	} {
		if got := n.Has("en", phrase); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
	if !n.Has("de", "wind") || n.Has("de", "Sonne") {
		t.Error("of a German text, with English labels")
	}
}
