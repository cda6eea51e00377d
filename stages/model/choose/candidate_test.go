package choose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// worked returns a document whose features can be computed by hand. Its stems are
//
//	graph cut . we cut graph for imag segment .
func worked() Material {
	known, err := NewKnown([]schemas.KnownPhrase{
		{Stems: "cut", Targets: 1, Documents: 6}, {Stems: "for", Documents: 5000}, {Stems: "graph", Documents: 9}, {Stems: "graph cut", Targets: 3, Documents: 8},
	})
	if err != nil {
		panic(err)
	}
	return Material{
		Tokens: strings.Fields("graph cuts . we cut graphs for image segmentation ."), Title: 3,
		Slots: []Answer{
			{Null: .2, Said: true, Words: []string{"graph", "cut"}, Probabilities: []float64{.4, .5, .9}},
			{Null: .75, Words: []string{"graph", "cuts"}, Probabilities: []float64{.2, .25, .5}},
			{Null: .5, Words: []string{"cut"}, Probabilities: []float64{.25, .75}},
			{Null: .9, Words: []string{"tree", "graphs"}, Probabilities: []float64{.05, .5}},
			{Null: .5, Words: []string{","}, Probabilities: []float64{.5, .5}},
			{Null: 1, Probabilities: []float64{.5}},
		},
		// A stem has the greatest chance of its forms: "cuts" and "cut", "graph" and "graphs".
		Chances: []Chance{{.5, .5}, {.25, .03125}, {1, 1}, {}, {.375, .0625}, {.125, .25}, {}, {}, {}},
		Tags:    []Tag{{.5, .125}, {.125, .25}, {0, .25}, {}, {.25, .0625}, {.0625, .125}, {}, {.75, 0}, {.25, .5}},
		Known:   known,
		// Three documents are similar to it by 1/√12, 5/6 and 1/√6, the fourth not at all.
		Neighbours: labelled(
			schemas.Neighbour{Stems: "cut", Found: 2, Documents: schemas.Gaps(0, 1)}, schemas.Neighbour{Stems: "graph", Found: 1, Documents: schemas.Gaps(1)},
			schemas.Neighbour{Stems: "imag", Found: 2, Documents: schemas.Gaps(2)}, schemas.Neighbour{Stems: "tree", Found: 2, Documents: schemas.Gaps(0, 1)},
			schemas.Neighbour{Stems: "cut", Keyphrase: "cuts", Documents: schemas.Gaps(1, 1)}, schemas.Neighbour{Stems: "graph cut", Keyphrase: "graph cut", Documents: schemas.Gaps(0)},
			schemas.Neighbour{Stems: "min flow", Keyphrase: "min flows", Documents: schemas.Gaps(0, 1, 2)}, schemas.Neighbour{Stems: "x", Keyphrase: ",", Documents: schemas.Gaps(1)},
		),
	}
}

// labelled returns the neighbours of these rows.
func labelled(rows ...schemas.Neighbour) *Neighbours {
	n, err := NewNeighbours(rows)
	if err != nil {
		panic(err)
	}
	return n
}

// odds returns the log-odds of p, by another formula than logOdds.
func odds(p float64) float64 { return math.Log(p) - math.Log1p(-p) }

func TestFeatures(t *testing.T) {
	here, near := odds(2.15/6), (1/math.Sqrt(12)+5./6+1/math.Sqrt(6))/mostNeighbours
	for i, want := range []map[string]float64{
		{ // "graph cut" of the first two: q .45 and .225, p .4·.5·.9/.8 = .225 and .2·.25·.5/.25 = .1
			"here_best": odds(.8), "here_mean": odds(.525), "word_best": odds(.45), "word_mean": odds(.3375),
			"any_word": odds(1 - (1-.8*.45)*(1-.25*.225)), "phrase_best": math.Log(.225), "any_phrase": odds(1 - .82*.975),
			"least_word": odds(.4), "end_best": odds(.9), "witnesses": math.Ln2, "unforced": math.Ln2, "present_slots": 1,
			"best_of_present": 1, "here_document": here, "present": 1, "words": 2, "part": 0, "first": 0, "title": 1,
			"runs": math.Ln2, "word_runs": math.Log(3), "words_there": 1, "length": math.Log(11),
			"opens": 0, "goes_on": odds(.0625),
			// It occurs at the start of the document and before a full stop.
			"free": math.Ln2, "before": edge, "after": edge,
			"targets": math.Log(4), "keyphraseness": math.Log(4. / 18),
			// A slot writes it with .2005, "cut" with .1875, "tree graph" with .025.
			"written": 1, "inside": odds(.1875), "around": -mostLogOdds, "said_least": odds(.2005), "said_mean": odds(.2005),
			"runs_least": math.Log(3), "runs_mean": math.Log(3), "frequency_least": math.Log(7),
			"frequency_mean": math.Log(70) / 2, "frequency_most": math.Log(10), "use_least": math.Log(3.5 / 29),
			"use_mean": (math.Log(3.5/29) + math.Log(4.5/26)) / 2, "use_most": math.Log(4.5 / 26), "begins": math.Log(3.5 / 29), "ends": math.Log(4.5 / 26),
			"vote_sum": 1 / math.Sqrt(12), "vote_best": 1 / math.Sqrt(12), "vote_count": math.Ln2, "vote_first": math.Log(3), "near": near, "window": 0,
			"tag_best": odds(.5 * .25 * .75), "tag_mean": odds(.5 * .25 * .75), "tag_begins": 0, "tag_least": odds(.375),
		},
		{ // "cut": p .25·.75/.5
			"here_best": 0, "here_mean": 0, "word_best": odds(.25), "word_mean": odds(.25), "any_word": odds(.125),
			"phrase_best": math.Log(.375), "any_phrase": odds(.1875), "least_word": odds(.25), "end_best": odds(.75),
			"witnesses": 0, "unforced": 0, "present_slots": 1, "best_of_present": 1, "here_document": here, "present": 1,
			"words": 1, "part": 1, "first": math.Ln2, "title": 1, "runs": math.Log(3), "word_runs": math.Log(3),
			"words_there": 1, "length": math.Log(11), "targets": math.Ln2,
			"opens": odds(.375), "goes_on": mostLogOdds,
			// It occurs once alone and once in "graph cut": between "graph" and a full stop, and between "we" and "graph".
			"free": math.Ln2, "before": (math.Log(3.5/29) + math.Log(.5/20)) / 2, "after": (edge + math.Log(.5/29)) / 2,
			"keyphraseness": math.Log(2. / 16),
			"written":       1, "inside": -mostLogOdds, "around": odds(.2005), "said_least": odds(.2005), "said_mean": odds(.2005),
			"runs_least": math.Log(3), "runs_mean": math.Log(3), "frequency_least": math.Log(7), "frequency_mean": math.Log(7), "frequency_most": math.Log(7),
			"use_least": math.Log(4.5 / 26), "use_mean": math.Log(4.5 / 26), "use_most": math.Log(4.5 / 26), "begins": math.Log(1.5 / 26), "ends": math.Log(4.5 / 26),
			"vote_sum": 5./6 + 1/math.Sqrt(6), "vote_best": 5. / 6, "vote_count": math.Log(3), "vote_first": 0, "near": near, "window": 0,
			"tag_best": odds(.25 * .875), "tag_mean": odds((.25*.875 + .125*.75) / 2), "tag_begins": odds(.25), "tag_least": odds(.375),
		},
		{ // "tree graph": at the length limit, without <eos>; p .05·.5/.1
			"here_best": odds(.1), "here_mean": odds(.1), "word_best": odds(.275), "word_mean": odds(.275),
			"any_word": odds(.0275), "phrase_best": math.Log(.25), "any_phrase": odds(.025), "least_word": odds(.05),
			"end_best": mostLogOdds, "witnesses": 0, "unforced": 0, "present_slots": 0, "best_of_present": 0,
			"here_document": here, "present": 0, "words": 2, "part": 0, "first": 0, "title": 0, "runs": 0,
			"word_runs": math.Log(3), "words_there": .5, "length": math.Log(11), "targets": 0, "keyphraseness": math.Log(.1),
			"written": 1, "inside": -mostLogOdds, "around": -mostLogOdds, "said_least": odds(.025), "said_mean": (odds(.025) + odds(.2005)) / 2,
			"runs_least": 0, "runs_mean": math.Log(3) / 2, "frequency_least": 0, "frequency_mean": math.Log(10) / 2, "frequency_most": math.Log(10),
			"use_least": math.Log(.5 / 20), "use_mean": (math.Log(.5/20) + math.Log(3.5/29)) / 2, "use_most": math.Log(3.5 / 29),
			"begins": math.Log(.5 / 20), "ends": math.Log(.5 / 29), "free": 0, "before": edge, "after": edge,
			"opens": -mostLogOdds, "goes_on": 0,
			"vote_sum": 0, "vote_best": 0, "vote_count": 0, "vote_first": math.Log(101), "near": near, "window": 0,
			"tag_best": -mostLogOdds, "tag_mean": -mostLogOdds, "tag_begins": -mostLogOdds, "tag_least": -mostLogOdds,
		},
	} {
		c := Candidates(text.NewStemmer(), worked(), 0)[i]
		for k, f := range Features {
			w, ok := want[f.Name]
			if !ok {
				t.Errorf("feature %s is missing in the test", f.Name)
			}
			within := 1e-9
			if strings.HasPrefix(f.Name, "vote_") || f.Name == "near" {
				within = 1e-6 // they are float32
			}
			if math.Abs(c.Features[k]-w) > within {
				t.Errorf("%v: %s is %v, want %v", c.Stems, f.Name, c.Features[k], w)
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	var got []string
	for _, c := range Candidates(text.NewStemmer(), worked(), 0) {
		got = append(got, fmt.Sprint(c.Words, c.Stems, c.Present, c.Start, c.Slot, c.Slots, c.SlotScore))
	}
	want := []string{
		"[graph cut] [graph cut] true 0 0 [0 1] 0.45",
		"[cut] [cut] true 1 2 [2] 0.25",
		"[tree graphs] [tree graph] false -1 3 [3] 0.275",
		"[min flows] [min flow] false -1 -1 [] 0", // of neighbours; "," is no phrase, and the others are there
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d := worked()
	d.Slots[0], d.Slots[1] = d.Slots[1], d.Slots[0]
	if c := Candidates(text.NewStemmer(), d, 0)[0]; c.Slot != 1 || c.Words[1] != "cut" {
		t.Errorf("the words are those of slot %d, %v, not of the most probable one", c.Slot, c.Words)
	}
}

// TestAlternatives: an alternative is one more witness, of its slot, and candidates that only alternatives wrote come last.
func TestAlternatives(t *testing.T) {
	d := worked()
	d.Neighbours = nil
	d.Alternatives = []Answer{
		{Slot: 3, Null: .9, Words: []string{"image", "segmentation"}, Probabilities: []float64{.02, .5, .5}},
		{Slot: 0, Null: .2, Words: []string{"cuts"}, Probabilities: []float64{.1, .5}},
		{Slot: 2, Null: .5, Words: []string{"cuts"}, Probabilities: []float64{.1, .5}},
		{Slot: 1, Null: .75, Words: []string{"."}, Probabilities: []float64{.5, .5}},
		{Slot: 1, Null: .75, Words: []string{"segmentation"}, Probabilities: []float64{.01, .1}},
	}
	var got []string
	candidates := Candidates(text.NewStemmer(), d, .002)
	for _, c := range candidates {
		got = append(got, fmt.Sprint(c.Words, c.Slot, c.Slots))
	}
	want := []string{"[graph cut] 0 [0 1]", "[cut] 2 [0 2]", "[tree graphs] 3 [3]", "[image segmentation] 3 [3]"}
	if !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	if got := feature(t, candidates[1], "witnesses"); got != math.Log(3) {
		t.Errorf("%v is not the logarithm of three witnesses", got)
	}
	if got := feature(t, candidates[3], "present_slots"); got != 0 {
		t.Errorf("an alternative of slot 3 of 6 counts as present half")
	}
}

// TestFloor: slots that chose ∅ count if their product reaches the floor. The products are .18, .025, .1875 and .025; the first
// slot did not choose ∅.
func TestFloor(t *testing.T) {
	for floor, want := range map[float64]string{0: "[0 1] [2] [3]", .025: "[0 1] [2] [3]", .03: "[0] [2]", .1875: "[0] [2]", .2: "[0]", 1: "[0]"} {
		var got []string
		d := worked()
		d.Neighbours = nil
		for _, c := range Candidates(text.NewStemmer(), d, floor) {
			got = append(got, fmt.Sprint(c.Slots))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("floor %v: slots %v, want %s", floor, got, want)
		}
	}
}

// TestTitle: an occurrence across the end of the title is not within the title.
func TestTitle(t *testing.T) {
	d := worked()
	for title, want := range []float64{0, 0, 1} {
		d.Title = title
		if got := feature(t, Candidates(text.NewStemmer(), d, 0)[0], "title"); got != want {
			t.Errorf("with %d words of title: %v, want %v", title, got, want)
		}
	}
}

func feature(t *testing.T, c Candidate, name string) float64 {
	t.Helper()
	i := slices.IndexFunc(Features, func(f Feature) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no feature %s", name)
	}
	return c.Features[i]
}

func TestCounts(t *testing.T) {
	for phrase, want := range map[string]bool{
		"": false, ",": false, "a , b": false, "a .": false, "( )": false, "<digit>": false, "<digit> <digit>": false, "<unk>": false,
		"a <peos>": false, "web <digit>": true, "c": true, "3d": true, "é": true, "u.s.": true,
	} {
		if got := counts(strings.Fields(phrase)); got != want {
			t.Errorf("%q: %v, want %v", phrase, got, want)
		}
	}
}

// TestUnwritten: the features of the slots that wrote a phrase come first, and are those of a phrase without any.
func TestUnwritten(t *testing.T) {
	d := worked()
	d.Runs = true
	e := new(evidence)
	e.begin(text.NewStemmer(), d)
	e.add(text.NewStemmer(), d.Slots[0])
	e.weigh()
	e.read()
	for i, all := 0, e.values(); i < len(e.found); i++ {
		for k, f := range Features {
			if got, want := all[i*len(Features)+k], f.value(&e.found[i]); got != want {
				t.Errorf("%v: %s is %v, want %v", e.found[i].Words, f.Name, got, want)
			}
		}
	}
	if Features[bySlots].Name != "present" {
		t.Errorf("the first feature that does not depend on slots is %s", Features[bySlots].Name)
	}
}

// TestFeatureRanges: every feature stays in its range, whatever the input.
func TestFeatureRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	chance := func() float64 { return []float64{0, 1, 1e-30, r.Float64()}[r.IntN(4)] }
	words := []string{"a", "b", "c", "<digit>"}
	known, err := NewKnown([]schemas.KnownPhrase{
		{Stems: "a", Documents: math.MaxInt64}, {Stems: "a b", Targets: math.MaxInt64}, {Stems: "b", Targets: math.MaxInt64, Documents: 1}, {Stems: "b b", Targets: math.MaxInt64},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		d := Material{Runs: r.IntN(2) == 0, Known: []*Known{nil, known}[r.IntN(2)]}
		for range r.IntN(8) {
			d.Tokens = append(d.Tokens, words[r.IntN(4)])
		}
		d.Title = r.IntN(len(d.Tokens) + 1)
		for range d.Tokens {
			d.Chances = append(d.Chances, Chance{chance(), chance()})
		}
		for range 1 + r.IntN(6) {
			s := Answer{Null: chance(), Said: r.IntN(2) == 0}
			for range r.IntN(20) {
				s.Words, s.Probabilities = append(s.Words, words[r.IntN(4)]), append(s.Probabilities, chance())
			}
			if r.IntN(2) == 0 {
				s.Probabilities = append(s.Probabilities, chance())
			}
			d.Slots = append(d.Slots, s)
		}
		for _, c := range Candidates(text.NewStemmer(), d, 0) {
			for k, f := range Features {
				if v := c.Features[k]; !(v >= f.Least && v <= f.Most) {
					t.Fatalf("%v: %s is %v, outside %v to %v", d, f.Name, v, f.Least, f.Most)
				}
			}
		}
	}
}

// TestNames: names are unique.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Features {
		if seen[f.Name] || f.Doc == "" || f.Least >= f.Most {
			t.Errorf("feature %+v", f)
		}
		seen[f.Name] = true
	}
}

// TestMemory: candidates are the same in the memory of other documents, longer and shorter ones, with and without slots and tags.
func TestMemory(t *testing.T) {
	var m Memory
	r := rand.New(rand.NewPCG(1, 6))
	for i := range 200 {
		d := worked()
		d.Runs, d.Scattered = i%4 > 0, i%5 > 0
		for range r.IntN(40) {
			d.Tokens = append(d.Tokens, d.Tokens[r.IntN(len(d.Tokens))], "w"+strconv.Itoa(r.IntN(1000)))
		}
		if i%50 == 20 {
			for range 10_000 {
				d.Tokens = append(d.Tokens, "w"+strconv.Itoa(r.IntN(1000)))
			}
		}
		if i%3 == 0 {
			d.Slots, d.Alternatives, d.Chances = nil, nil, nil
		}
		if i%7 == 0 {
			d.Neighbours = nil
		}
		if i%6 == 0 {
			d.Tags = make([]Tag, len(d.Tokens))
			for k := range d.Tags {
				d.Tags[k] = Tag{r.Float64() / 2, r.Float64() / 2}
			}
		}
		want, got := Candidates(text.NewStemmer(), d, 0), m.Candidates(text.NewStemmer(), d, 0)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("document %d: %d candidates, alone %d", i, len(got), len(want))
		}
		if len(m.evidence.known) > len(d.Tokens) {
			t.Fatalf("document %d of %d tokens knows %d words", i, len(d.Tokens), len(m.evidence.known))
		}
	}
	if cap(m.evidence.found) > mostKept {
		t.Error("the memory of a long document is kept")
	}
}
