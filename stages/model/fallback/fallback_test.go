package fallback

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// made weighs frequency alone.
func made() *Ranker {
	m := &Ranker{Documents: 1, Judge: rank.Judge{Intercept: -1, Unseen: []float64{.5, .5}}, Thresholds: []rank.Threshold{{Precision: .5, Probability: .25}, {Precision: .75, Probability: .6}, {Precision: .9, Probability: rank.Never}}}
	for _, term := range Terms {
		m.Terms = append(m.Terms, rank.Term{Feature: term, Scale: 1})
	}
	m.Terms[0] = rank.Term{Feature: "frequency", Mean: math.Ln2, Scale: 2, Weight: 3}
	return linked(m)
}

// linked returns a model whose features are found.
func linked(m *Ranker) *Ranker {
	if err := m.Link(m.Lexicon.Names()); err != nil {
		panic(err)
	}
	return m
}

func find(tag, title, body string) map[string]Candidate {
	of := map[string]Candidate{}
	for _, c := range Find(word.NewCutter(), tag, title, body, rarity(tag)).Candidates {
		of[strings.Join(c.Stems, " ")] = c
	}
	return of
}

// TestValues: those of a text whose values can be reckoned by hand. It has 12 words.
func TestValues(t *testing.T) {
	of := find("en", "Graph cuts", "We use graph cuts of the NMR, and graph theory.")
	c := of["graph cut"]
	want := Values{math.Ln2, 1, math.Log(.02), 0, 0, 0, 0, math.Log(9), 0, 0, 1, 0, 0, math.Ln2 - math.Log(3)}
	if c.Values != want || c.Places[0] != (spelling.Place{End: 10}) {
		t.Errorf("%v at %v, want %v", c.Values, c.Places[0], want)
	}
	// Two of the three places of "graph" are in "graph cuts", which stands there twice.
	if v := of["graph"].Values; math.Abs(v[10]-1./3) > 1e-9 || v[0] != math.Log(3) || v[3] != 1 {
		t.Errorf("graph: %v", v)
	}
	if v := of["nmr"].Values; v[9] != 1 || math.Abs(v[2]-math.Log(8./12+.02)) > 1e-9 {
		t.Errorf("nmr: %v", v)
	}
	if c, ok := of["graph cut of the nmr"]; !ok || c.Values[8] != 2 || c.Values[6] != 1 {
		t.Errorf("stop words within: %v", c.Values)
	}
	for _, no := range []string{"the nmr", "of", "nmr graph", "graph cut we"} {
		if _, ok := of[no]; ok {
			t.Errorf("%s begins with a stop word, or runs across a mark or a field", no)
		}
	}
}

// TestSingle: German phrases of several words must stand in the text twice; Chinese ones need not, and their rarity is known.
func TestSingle(t *testing.T) {
	of := find("de", "", "Neue Bücher kaufen Bibliotheken. Bibliotheken leihen neue Bücher.")
	if _, once := of["bibliothek leih"]; once || of["neu buch"].Words == nil || of["bibliothek"].Values[0] != math.Ln2 {
		t.Errorf("%v", of)
	}
	if v := of["bibliothek"].Values; v[14] != 1 || v[15] != 1 || v[16] != math.Log(12) || of["neu buch"].Values[15] != 0 {
		t.Errorf("%v", v)
	}
	of = find("zh", "", "建立了飞行器的数学模型")
	if v := of["飞行器"].Values; v[11] != 1 || v[12] < 4 || of["数学 模型"].Words == nil {
		t.Errorf("%v", of)
	}
}

// TestStops: no candidate begins or ends with a stop word of a language of the title or of a passage, or of English.
func TestStops(t *testing.T) {
	const german = "Die Arbeit untersucht, wie sich Kometen in der Nähe der Sonne verhalten, und welche Stoffe dabei frei werden. "
	const french = "Les comètes sont des corps froids qui viennent de loin, et leur queue se forme quand elles passent près du soleil. "
	for _, c := range []struct{ title, body string }{
		{"The tail of the comet and the sun", german + german},
		{"", german + french + german}, {"Les comètes et le soleil", german},
	} {
		for _, of := range find("de", c.title, c.body) {
			for _, w := range []string{of.Words[0], of.Words[len(of.Words)-1]} {
				if strings.Contains(" the of and in die der und wie les des et le qui quand ", " "+w+" ") {
					t.Errorf("%q: %v", c.title, of.Words)
				}
			}
		}
	}
	if _, ok := find("de", "Kometen - Staub", "Kometen und Staub und Kometen - Staub")["komet staub"]; ok {
		t.Error("a candidate crosses a dash")
	}
}

// TestFrequencies: rarity is known by twenty texts of the language, and sets words apart that stand in a text as often.
func TestFrequencies(t *testing.T) {
	f := NewFrequencies()
	for range 10 {
		f.Add("de", []string{"haus", "haus"})
	}
	for range 9 {
		f.Add("de", []string{"katz"})
	}
	if f.Rarity("de")("", "haus") >= 0 {
		t.Error("19 texts say how rare a word is")
	}
	f.Add("de", []string{"haus"})
	if haus, katz, hund := f.Rarity("de")("", "haus"), f.Rarity("de")("", "katz"), f.Rarity("de")("", "hund"); haus != Rarity(12./21) || katz != Rarity(10./21) || hund != Rarity(1./21) {
		t.Errorf("%v, %v, %v", haus, katz, hund)
	}
	if (*Frequencies)(nil).Rarity("de")("", "haus") >= 0 || f.Rarity("fi")("", "haus") >= 0 {
		t.Error("a word is rare by no text")
	}
	of := map[string]float64{}
	for _, c := range Find(word.NewCutter(), "de", "", "Haus und Hund.", f.Rarity("de")).Candidates {
		of[c.Stems[0]] = c.Values[13]
	}
	if of["hund"] != 0 || math.Abs(of["haus"]-(math.Log(Rarity(12./21))-math.Log(Rarity(1./21)))) > 1e-12 {
		t.Errorf("relative: %v", of)
	}
}

func TestJudge(t *testing.T) {
	c := []Candidate{{Values: Values{math.Log(4)}}}
	made().Assess(c)
	if margin := -1 + 1.5*math.Ln2; math.Abs(c[0].Margin-margin) > 1e-12 || math.Abs(c[0].Probability-1/(1+math.Exp(-margin))) > 1e-12 {
		t.Errorf("%v", c[0])
	}
}

// TestPick: the highest margins come first; unseen keyphrases and thresholds are those of the model, and slots is f1.
func TestPick(t *testing.T) {
	judged := []Candidate{{Margin: 1, Probability: .3}, {Margin: 3, Probability: .9}, {Margin: 2, Probability: .6}, {Margin: 0, Probability: .1}}
	for mode, want := range map[rank.Rule]int{
		{Name: rank.Top, Top: 3, Least: .5}: 2, {Name: rank.Precision, Value: .7}: 2, {Name: rank.Precision, Value: .8}: 0, {Name: rank.BestF1}: 2, {Name: rank.Slots}: 2,
	} {
		got := made().Pick(mode, judged)
		if len(got) != want || want > 0 && got[0].Probability != .9 {
			t.Errorf("%s: %d, want %d", mode, len(got), want)
		}
	}
	most := made()
	most.Unseen = []float64{0, 0, 0, 0, 0, 0, 0, 0, 1}
	if got := most.Pick(rank.Rule{Name: rank.BestF1}, judged); len(got) != 3 {
		t.Errorf("with eight unseen keyphrases: %d", len(got))
	}
}

// TestFile: a file is read as it was written, and what is not one of ours is bad input.
func TestFile(t *testing.T) {
	whole := fileOf(t, made())
	m, err := Read("x", strings.NewReader(whole))
	if err != nil || !reflect.DeepEqual(m, made()) {
		t.Fatalf("%v, %v", m, err)
	}
	for from, to := range map[string]string{`"extract"`: `"choice"`, `"version": 5`: `"version": 4`, `"version": `: `"version": 1`} {
		if _, err := Read("x", strings.NewReader(strings.Replace(whole, from, to, 1))); !errors.Is(err, schemas.ErrSchema) {
			t.Errorf("%s: %v", to, err)
		}
	}
	refuses(t, made, map[string]func(*Ranker){
		"threshold": func(m *Ranker) { m.Thresholds[0].Probability = -1.25 }, "no threshold": func(m *Ranker) { m.Thresholds = nil },
		"scale": func(m *Ranker) { m.Terms[0].Scale = 0 }, "twice": func(m *Ranker) { m.Terms[1].Feature = "place" }, "no terms": func(m *Ranker) { m.Terms = nil },
		"intercept": func(m *Ranker) { m.Intercept = 1e99 }, "unseen": func(m *Ranker) { m.Unseen[0] = 1.5 },
	})
}

func fileOf(t *testing.T, m *Ranker) string {
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// refuses holds that the file of a model with impossible content is bad input, with a remedy.
func refuses(t *testing.T, made func() *Ranker, spoilt map[string]func(*Ranker)) {
	t.Helper()
	for name, spoil := range spoilt {
		m := made()
		spoil(m)
		_, err := Read("x", strings.NewReader(fileOf(t, m)))
		var file *schemas.FileError
		if !errors.As(err, &file) || !errors.Is(err, schemas.ErrDamaged) || !strings.Contains(file.Remedy, "train refit") || strings.Contains(err.Error(), "checksum") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzFind: any text gives candidates that stand where they say, and finite values.
func FuzzFind(f *testing.F) {
	f.Add("de", "Bücher", "Neue Bücher, neue Bücher.")
	f.Add("zh", "", "建立了飞行器的数学模型")
	f.Add("ja", "図書館", "図書館の本 e\u0301 😀")
	f.Fuzz(func(t *testing.T, tag, title, body string) {
		for _, c := range Find(word.NewCutter(), tag, title, body, rarity(tag)).Candidates {
			p := c.Places[0]
			text := []string{title, body}[p.Field]
			if p.Start >= p.End || p.End > len(text) {
				t.Fatalf("%v at %v", c.Words, p)
			}
			if got := strings.ToLower(text[p.Start:p.End]); !strings.HasPrefix(got, c.Words[0]) || !strings.HasSuffix(got, c.Words[len(c.Words)-1]) {
				t.Fatalf("%v stands as %q", c.Words, got)
			}
			for k, v := range c.Values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%s of %v is %v", Terms[k], c.Words, v)
				}
			}
		}
	})
}
