package phrase

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// vocabularyOf returns a vocabulary of words, the special tokens first.
func vocabularyOf(t *testing.T, words []string) *text.Vocabulary {
	t.Helper()
	rows := make([]schemas.VocabRow, len(words))
	for i, w := range words {
		rows[i] = schemas.VocabRow{ID: int32(i), Token: w}
	}
	v, err := text.NewVocabulary(rows, len(rows))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// numbered returns a vocabulary of n words: special tokens, then w7, w8 …
func numbered(t *testing.T, n int) *text.Vocabulary {
	w := slices.Clone(text.Specials)
	for len(w) < n {
		w = append(w, fmt.Sprintf("w%d", len(w)))
	}
	return vocabularyOf(t, w)
}

// line renders phrases as score:phrase with a for absent and d for duplicate.
func line(phrases []schemas.Phrase) string {
	var parts []string
	for _, p := range phrases {
		s := fmt.Sprintf("%g:%s:%d", p.Score, p.Phrase, p.Slot)
		if !p.Present {
			s += ":a"
		}
		if p.Duplicate {
			s += ":d"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

func TestRank(t *testing.T) {
	doc := strings.Fields("graph cuts for image segmentation .")
	say := func(score float64, phrase string) choose.Answer {
		return choose.Answer{Words: strings.Fields(phrase), Score: score}
	}
	answers := []choose.Answer{
		say(.5, "graph cutting"), {Score: .9}, say(.25, "cut"), say(.75, "graph cut"), {},
		say(.25, "segment image"), say(.5, "segmented"), say(.25, "cuts"),
	}
	all := ".75:graph cut:3 .5:graph cutting:0:d .5:segmented:6 .25:cut:2 .25:segment image:5:a .25:cuts:7:d"
	for _, c := range []struct {
		name string
		set  func(*Lister)
		want string
	}{
		{"all", func(*Lister) {}, all},
		{"unmarked", func(r *Lister) { r.Unmarked = true }, strings.ReplaceAll(all, ":d", "")},
		{"min score", func(r *Lister) { r.MinScore = .5 }, ".75:graph cut:3 .5:graph cutting:0:d .5:segmented:6"},
		{"two", func(r *Lister) { r.MaxPhrases = 2 }, ".75:graph cut:3 .5:graph cutting:0:d .5:segmented:6"},
		{"two unmarked", func(r *Lister) { r.MaxPhrases, r.Unmarked = 2, true }, ".75:graph cut:3 .5:graph cutting:0"},
		{"none", func(r *Lister) { r.MinScore = .8 }, ""},
		{"two of each", func(r *Lister) { r.Each = 2 }, ".75:graph cut:3 .5:graph cutting:0:d .5:segmented:6 .25:segment image:5:a"},
		{"as written", func(r *Lister) { r.Written = true },
			".5:graph cutting:0 .25:cut:2 .75:graph cut:3:d .25:segment image:5:a .5:segmented:6 .25:cuts:7:d"},
	} {
		r := &Lister{Stemmer: text.NewStemmer()}
		c.set(r)
		if got := strings.ReplaceAll(line(r.List(&schemas.Document{Body: doc}, answers)), "0.", "."); got != c.want {
			t.Errorf("%s:\n%s\n%s", c.name, got, c.want)
		}
	}
}

func readJSON(t *testing.T, path string, v any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(path, err)
	}
}

// TestReferenceSplit compares words and phrases with those of the authors' functions for random tokens, including special
// tokens and tokens after the end of a slot.
func TestReferenceSplit(t *testing.T) {
	var cases []struct {
		N, L   int
		V      int        `json:"vocab_size"`
		Tokens []int32    `json:"tokens"`
		Source []string   `json:"src"`
		OOV    []string   `json:"oov_list"`
		Copy   [][]int32  `json:"copy_attn_argsort"` // positions by falling weight, some after the end of the source
		Scores []float32  `json:"token_scores"`
		Words  []string   `json:"words_replace_unk"`
		Split  [][]string `json:"split_kg_one2set"`
	}
	readJSON(t, parity.Files(t, "units/detok_split.json")[0], &cases)
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			attended := make([]int32, len(c.Tokens))
			for j, order := range c.Copy {
				attended[j] = order[0]
				if int(order[0]) >= len(c.Source) {
					attended[j] = order[1]
				}
			}
			v, d := numbered(t, c.V), Document{Tokens: c.Source, Example: schemas.Example{OOV: c.OOV}}
			var answers []choose.Answer
			for n := range c.N {
				lo, hi := n*c.L, (n+1)*c.L
				answers = append(answers, d.Answer(v, Output[float32]{Tokens: c.Tokens, Probabilities: c.Scores, Attended: attended}.Part(lo, hi)))
				for j := lo; j < hi; j++ {
					if got := d.word(v, c.Tokens[j], attended[j]); got != c.Words[j] {
						t.Errorf("token %d: %q, want %q", j, got, c.Words[j])
					}
				}
			}
			got := (&Lister{Stemmer: text.NewStemmer(), Unmarked: true}).List(&schemas.Document{Body: c.Source}, answers)
			if fmt.Sprint(tokensOf(got)) != fmt.Sprint(c.Split) {
				t.Errorf("%v, want %v", tokensOf(got), c.Split)
			}
		})
	}
}

func tokensOf(phrases []schemas.Phrase) [][]string {
	list := [][]string{}
	for _, p := range phrases {
		list = append(list, p.Tokens)
	}
	return list
}

// greedyDocument is a document of greedy.json.
type greedyDocument struct {
	Index  int        `json:"original_index"`
	Source []string   `json:"src"`
	OOV    []string   `json:"oov_list"`
	Words  [][]string `json:"words"`
	Slots  []*struct {
		Words []string `json:"words"`
		Score float64  `json:"score"`
	} `json:"slots"`
	Phrases [][]string `json:"predictions_kg_one2set"`
	Line    string     `json:"line_kg_one2set"`
}

// TestReferenceGreedy compares words, scores and ranked phrases made from the tokens and copy weights of the reference model.
func TestReferenceGreedy(t *testing.T) {
	for _, path := range parity.Files(t, "model/*/greedy.json") {
		dir := filepath.Dir(path)
		var sets map[string]json.RawMessage
		readJSON(t, path, &sets)
		var docs struct {
			V     int      `json:"vocab_size"`
			Words []string `json:"idx2word"`
		}
		readJSON(t, filepath.Join(dir, "docs.json"), &docs)
		held := 0
		for set, raw := range sets {
			var list []greedyDocument
			if json.Unmarshal(raw, &list) != nil {
				continue // a note
			}
			held++
			t.Run(filepath.Base(dir)+"/"+set, func(t *testing.T) {
				holdGreedy(t, filepath.Join(dir, "greedy_"+set+".safetensors"), vocabularyOf(t, docs.Words[:docs.V]), list)
			})
		}
		if held == 0 {
			t.Errorf("%s has no documents", path)
		}
	}
}

func holdGreedy(t *testing.T, path string, vocabulary *text.Vocabulary, list []greedyDocument) {
	f, err := schemas.OpenTensors(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tensor, err1 := f.Tensor("tokens")
	weights, wide, err2 := f.Float32("copy_attn")
	scores, _, err3 := f.Float32("token_scores")
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	tokens := tensor.Data.([]int64)
	slots, length, width := tensor.Shape[1], tensor.Shape[2], wide[3]
	for i, doc := range list {
		var answers []choose.Answer
		d := Document{Tokens: doc.Source, Example: schemas.Example{OOV: doc.OOV}}
		for n := range slots {
			var o Output[float32]
			for l := range length {
				at := (i*slots+n)*length + l
				o.Add(int32(tokens[at]), scores[at], largest(weights[at*width:at*width+len(doc.Source)]))
				if got := d.word(vocabulary, o.Tokens[l], o.Attended[l]); got != doc.Words[n][l] {
					t.Errorf("document %d, slot %d, step %d: %q, want %q", i, n, l, got, doc.Words[n][l])
				}
			}
			r := d.Answer(vocabulary, o)
			answers = append(answers, r)
			switch want := doc.Slots[n]; {
			case want == nil && len(r.Words) > 0:
				t.Errorf("document %d, slot %d: %v, want none", i, n, r)
			case want != nil && (!slices.Equal(r.Words, want.Words) || math.Abs(r.Score-want.Score) > 1e-7):
				t.Errorf("document %d, slot %d: %v, want %v", i, n, r, *want)
			}
		}
		got := (&Lister{Stemmer: text.NewStemmer(), Unmarked: true}).List(&schemas.Document{Body: doc.Source}, answers)
		if fmt.Sprint(tokensOf(got)) != fmt.Sprint(doc.Phrases) {
			t.Errorf("document %d: %v, want %v", i, tokensOf(got), doc.Phrases)
		}
	}
}

func largest(x []float32) int32 {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return int32(best)
}

// TestPlaces: a phrase is present if its stems are a run of those of title and body together, as in score. Its place is the
// first run within one field that crosses no break, else the first one within a field; without such a run it has none.
func TestPlaces(t *testing.T) {
	raw := read("Graph-Cuts", "On Naïve  Bayes: a GRAPH cut. Cut on naive bayes of Straßen")
	apart := &schemas.Document{Title: strings.Fields("fast graph"), Body: strings.Fields("cuts and  more graph cuts")}
	across := &schemas.Document{Title: strings.Fields("fast graph"), Body: strings.Fields("cuts and more")}
	for _, c := range []struct {
		d            *schemas.Document
		phrase, want string
	}{
		{raw, "graph cut", "title 0-10 Graph-Cuts"},
		{raw, "naive bayes", "body 3-16 Naïve  Bayes"},
		{raw, "cut on", "body 31-37 Cut on"}, // not "cuts . on" across the end of the title
		{raw, "bayes a graph", "body 11-25 Bayes: a GRAPH"},
		{raw, "strassen", "body 53-61 Straßen"},
		{raw, "cut . on", "present"},      // only across the end of the title
		{raw, ".", "body 29-30 ."},        // not the full stop added to the title
		{raw, "cut .", "title 6-10 Cuts"}, // the word before that full stop
		{raw, "bayes graph", "absent"},
		{read("", "Wide nets: Trees of wide nets, trees"), "net tree", "body 5-16 nets: Trees"},
		{read("", "Wide nets: Trees of nets trees"), "net tree", "body 20-30 nets trees"},
		{read("A title", ""), ".", "present"}, // only the full stop that was added
		{read("", "half ½ a"), "<digit>", "body 5-7 ½"},
		{read("", "half ½ a"), "<digit> a", "body 5-9 ½ a"}, // ½ gives two numbers: from the second one
		{read("", "5㎧"), "s", "body 1-4 ㎧"},                 // shares its character with the number
		{read("", "می\u200cشد\u200c است"), "میشد", "body 0-14 می\u200cشد\u200c"},
		{read("", "thumb\U0001f3fd up"), "thumb", "body 0-9 thumb\U0001f3fd"},
		{read("", "in \u060012"), "<digit>", "body 3-7 \u060012"},                                                  // a character that joins the next one
		{&schemas.Document{Body: []string{"a"}, BodyText: "\r\n", BodySpans: []int32{1, 1}}, "a", "body 0-2 \r\n"}, // spans that no tokeniser gives
		{apart, "graph cut", "body 14-24 graph cuts"},                                                              // not across the end of the title
		{across, "graph cut", "present"},
		{across, "fast graphs cut and", "present"},
		{across, "graph and", "absent"},
		{across, "more fast", "absent"}, // the end of the body is not before the title
		{apart, "fast", "title 0-4 fast"},
		{apart, "more", "body 9-13 more"},
		{apart, "graph", "title 5-10 graph"},
	} {
		r := &Lister{Stemmer: text.NewStemmer(), Unmarked: true}
		p := r.List(c.d, []choose.Answer{{Words: strings.Fields(c.phrase), Score: .5}})[0]
		got := "absent"
		switch {
		case p.Start != nil:
			got = fmt.Sprintf("%s %d-%d %s", p.Field, *p.Start, *p.End, p.Surface)
			given := map[string]string{"title": c.d.TitleText, "body": c.d.BodyText}[p.Field]
			if c.d == apart {
				given = strings.Join(map[string][]string{"title": apart.Title, "body": apart.Body}[p.Field], " ")
			}
			if !p.Present || given[*p.Start:*p.End] != p.Surface {
				t.Errorf("%q: %+v does not stand in %q", c.phrase, p, given)
			}
		case p.End != nil || p.Field+p.Surface != "":
			t.Errorf("%q: incomplete place, %+v", c.phrase, p)
		case p.Present:
			got = "present"
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.phrase, got, c.want)
		}
	}
}
