package fallback

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// small is a lexicon of ten documents whose words and candidates are right one time in ten.
func small() *Lexicon {
	l := &Lexicon{Documents: 9, Word: .1, Candidate: .1, Words: map[string]Seen{"graph": {9, 7}, "cut": {4, 1}, "theori": {4, 0}}, Phrases: map[string]int{"graph cut": 3}}
	for _, name := range CueNames {
		l.Cues = append(l.Cues, Cue{name, map[string]Seen{}})
	}
	return l
}

// TestCues: a candidate is like others in its stems, its words, their endings and the words around it.
func TestCues(t *testing.T) {
	of := find("en", "", "We saw Graph theories of Cuts, and NMR")
	c, want := of["graph theori of cut"], [...]string{"graph theori of cut", "cut", "cuts", "uts", "ts", "s", "graph", "aph", "saw", "|"}
	if c.Cues() != want || !c.Capital {
		t.Errorf("%q, %v", c.Cues(), c.Capital)
	}
	c, want = of["theori"], [...]string{"theori", "|theori", "theories", "ies", "es", "s", "", "", "graph", "of"}
	if c.Cues() != want || c.Capital {
		t.Errorf("%q, %v", c.Cues(), c.Capital)
	}
	of = find("en", "Cuts", "Graph. 数学")
	if c := of["graph"]; c.Capital || c.Before != "|" || c.After != "|" || of["cut"].After != "|" {
		t.Errorf("a word that opens a sentence: %+v", c)
	}
	if ending("数学", 1) != "学" || ending("数学", 3) != "数学" || ending("", 2) != "" {
		t.Error("an ending is of characters")
	}
}

// TestLexiconValues: values that can be reckoned by hand.
func TestLexiconValues(t *testing.T) {
	l := small()
	l.Cues[0].Seen["graph cut"] = Seen{2, 1}
	l.Cues[3].Seen["uts"] = Seen{10, 0}
	c := find("en", "", "We use graph cuts")["graph cut"]
	v := l.Values(&c)
	graph, cut := math.Log(7.3/12/.1), math.Log(1.3/7/.1)
	want := make([]float64, len(LexiconTerms))
	want[0], want[3] = math.Log(1.2/4/.1), math.Log(1./20/.1)
	copy(want[len(CueNames):], []float64{math.Log(4), (graph + cut) / 2, min(graph, cut), graph, cut, 1, 0})
	for k := range want {
		if math.Abs(v[k]-want[k]) > 1e-12 {
			t.Errorf("%s is %v, want %v", LexiconTerms[k], v[k], want[k])
		}
	}
	if c = find("en", "", "the graph zebra")["graph zebra"]; l.Values(&c)[len(CueNames)+5] != .5 {
		t.Errorf("half of its words are known: %v", l.Values(&c))
	}
}

// TestRarities: the documents of a lexicon say how rare words are, unless that is known.
func TestRarities(t *testing.T) {
	texts := Find(word.NewCutter(), "en", "", "graph theory, cuts of theory", rarity("en"))
	small().Rarities(texts.Candidates)
	of := map[string]Values{}
	for _, c := range texts.Candidates {
		of[c.Key()] = c.Values
	}
	graph, theory := of["graph"], of["theori"]
	if graph[11] != 1 || graph[12] != 0 || theory[12] != math.Log(2) || theory[13] != 0 || math.Abs(graph[13]-math.Log(.2/2/math.Ln2)) > 1e-12 {
		t.Errorf("graph %v, theory %v", graph, theory)
	}
	known := Find(word.NewCutter(), "en", "", "graph theory", func(string, string) float64 { return 3 })
	small().Rarities(known.Candidates)
	if known.Candidates[0].Values[12] != 3 {
		t.Errorf("%v is known", known.Candidates[0].Values)
	}
}

// TestLexiconFile: a model with a lexicon is read as it was written, judges by it, and a damaged one is refused.
func TestLexiconFile(t *testing.T) {
	lexical := func() *Ranker {
		m := made()
		m.Lexicon = small()
		m.Lexicon.Cues[0].Seen["graph"] = Seen{8, 8}
		for _, term := range LexiconTerms {
			m.Terms = append(m.Terms, rank.Term{Feature: term, Scale: 1})
		}
		m.Terms[len(Terms)].Weight = 2
		return linked(m)
	}
	m := lexical()
	got, err := Read("x", strings.NewReader(fileOf(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	c := slices.Clone(Find(word.NewCutter(), "en", "", "graph cuts", rarity("en")).Candidates)
	got.Assess(c)
	i := slices.IndexFunc(c, func(c Candidate) bool { return c.Key() == "graph" })
	if want := -1 - 1.5*math.Ln2 + 2*math.Log(8.2/10/.1); math.Abs(c[i].Margin-want) > 1e-12 {
		t.Errorf("margin %v, want %v", c[i].Margin, want)
	}
	refuses(t, lexical, map[string]func(*Ranker){
		"another cue": func(m *Ranker) { m.Lexicon.Cues[2].Name = "first" }, "a cue too few": func(m *Ranker) { m.Lexicon.Cues = m.Lexicon.Cues[1:] },
		"more right than seen": func(m *Ranker) { m.Lexicon.Cues[0].Seen["graph"] = Seen{8, 9} }, "seen": func(m *Ranker) { m.Lexicon.Words["graph"] = Seen{9, -1} },
		"phrases": func(m *Ranker) { m.Lexicon.Phrases["graph cut"] = -3 }, "candidate": func(m *Ranker) { m.Lexicon.Candidate = 1.1 },
		"word": func(m *Ranker) { m.Lexicon.Word = -1 }, "documents": func(m *Ranker) { m.Lexicon.Documents = -9 },
	})
	m.Lexicon = nil
	if _, err := Read("x", strings.NewReader(fileOf(t, m))); !errors.Is(err, schemas.ErrSchema) {
		t.Errorf("weights of a lexicon without one: %v", err)
	}
}

// TestDefault: infer's own model has no lexicon: it was fitted to documents that no user has.
func TestDefault(t *testing.T) {
	m, err := Default()
	if err != nil || m.Lexicon != nil || m.Documents == 0 {
		t.Errorf("%v, %v", m, err)
	}
}
