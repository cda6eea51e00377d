package match_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// paper are the rules of the authors' run.
var paper = match.Rules{NumPreds: 200, ValidFilter: true}

// verdict judges one document.
func verdict(t *testing.T, j *match.Matcher, d match.Input) match.Verdict {
	t.Helper()
	v, err := j.Judge(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// split cuts a line at semicolons, and its phrases at blanks.
func split(line string) (all []match.Candidate) {
	for p := range strings.SplitSeq(line, ";") {
		all = append(all, match.Candidate{Words: strings.Split(strings.TrimSpace(p), " ")})
	}
	return all
}

func document(source, targets, predictions string) match.Input {
	return match.Input{Source: strings.Fields(strings.ReplaceAll(source, "<eos>", "")), Targets: split(targets), Predictions: split(predictions)}
}

// judge shows the outcome for one made-up document: each phrase's stems, then
// P or A for its kind, then what is true of it: repeated, invalid, hit.
func judge(t *testing.T, rules match.Rules, released bool, source, targets, predictions string) string {
	v := verdict(t, match.New(rules, released, text.Stem), document(source, targets, predictions))
	show := func(phrases []match.Phrase) string {
		var out []string
		for _, p := range phrases {
			s := p.Stems + "/" + strings.ToUpper(p.Kind().String()[:1])
			if !p.First {
				s += " repeated"
			}
			if !p.Valid {
				s += " invalid"
			}
			if p.Hit {
				s += " hit"
			}
			out = append(out, s)
		}
		return strings.Join(out, "; ")
	}
	return fmt.Sprintf("%s | %s", show(v.Predictions), show(v.Targets))
}

func TestDocument(t *testing.T) {
	const source = "graph colouring . <eos> we colour random graphs , fast ."
	oneWord, substring, three := paper, paper, paper
	oneWord.OneWordFilter, substring.MatchByStr, three.NumPreds = true, true, 1
	for _, c := range []struct {
		name                 string
		rules                match.Rules
		targets, predictions string
		want                 string
	}{
		{"stems and kinds", paper, "random graph;trees", "Random Graphs;tree;forest",
			"random graph/P hit; tree/A hit; forest/A | random graph/P hit; tree/A hit"},
		{"repeated stems", paper, "graph;graphs", "graphs;graph;graphing",
			"graph/P hit; graph/P repeated hit; graph/P repeated hit | graph/P hit; graph/P repeated hit"},
		{"a run across title and body", paper, "colouring . we", "colouring we",
			"colour we/A | colour . we/P"},
		{"invalid predictions, targets kept", paper, "graphs , fast", "graphs , fast;<unk> graphs;we .",
			"graph , fast/P invalid hit; <unk> graph/A invalid; we ./A invalid | graph , fast/P"},
		{"filters off", match.Rules{}, "graphs , fast", "graphs , fast;<unk> graphs",
			"graph , fast/P hit; <unk> graph/A | graph , fast/P hit"},
		{"a repeat of an invalid phrase stays out", paper, "x", "a , b;a , b", "a , b/A invalid; a , b/A repeated invalid | x/A"},
		{"one word", oneWord, "graph", "we;random graph;graph", "we/P; random graph/P; graph/P invalid hit | graph/P"},
		{"inside words", substring, "grap", "rando", "rando/P | grap/P"},
		{"the first only", three, "graph", "tree;graph", "tree/A | graph/P"},
		{"released", paper, "x", "a b_c;a_b c", "a b_c/A; a_b c/A repeated | x/A"},
		{"not released", paper, "x", "a b_c;a_b c", "a b_c/A; a_b c/A | x/A"},
		{"empty phrases", paper, "graph;", ";", "/A hit; /A repeated hit | graph/P; /A hit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := judge(t, c.rules, c.name == "released", source, c.targets, c.predictions); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMarkedPhrasesAreLeftOut(t *testing.T) {
	v := verdict(t, match.New(paper, false, text.Stem), match.Input{
		Source:      []string{"deep", "sets"},
		Targets:     []match.Candidate{{Words: []string{"deep", "set"}}},
		Predictions: []match.Candidate{{Words: []string{"sets"}, Repeated: true}, {Words: []string{"deep", "sets"}}},
	})
	if v.Predictions[0].Counts() || !v.Predictions[1].Counts() || v.Distinct != 1 {
		t.Errorf("verdict %+v", v)
	}
	if r := v.Rankings[metric.Present]; r.Predictions != 1 || r.At(5).Hits != 1 {
		t.Errorf("present: %d predictions, %d hits", r.Predictions, r.At(5).Hits)
	}
}

func TestMemoryOfStemsChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("stems 600,000 words")
	}
	judge := match.New(paper, false, text.Stem)
	d := document("we sort <eos> lists fast", "list;sorting", "lists;lists , fast;<unk> lists;sort .;sort") // three are invalid
	want := fmt.Sprint(verdict(t, judge, d).Rankings)
	words := make([]string, 0, 1<<16)
	for i := range 600_000 {
		if words = append(words, fmt.Sprint("w", i)); len(words) == cap(words) {
			verdict(t, judge, match.Input{Source: words})
			words = words[:0]
		}
	}
	if got := fmt.Sprint(verdict(t, judge, d).Rankings); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
