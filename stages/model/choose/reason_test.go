package choose

import (
	"math"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestEvidence: each feature is of one kind of evidence.
func TestEvidence(t *testing.T) {
	seen := map[string]int{}
	for _, kind := range Evidence {
		for _, name := range kind.Features {
			if seen[name]++; featureOf(name) < 0 {
				t.Errorf("%s: there is no feature %s", kind.Name, name)
			}
		}
	}
	for _, f := range Features {
		if seen[f.Name] != 1 {
			t.Errorf("%s is of %d kinds", f.Name, seen[f.Name])
		}
	}
}

// TestExplain: places, slots, labelled documents and the most similar of those that have the phrase, by hand. What the
// candidate has in common with others of its kind adds nothing.
func TestExplain(t *testing.T) {
	d, stemmer := worked(), text.NewStemmer()
	m := linked(&Ranker{Present: Kind{Judge: rank.Judge{Terms: []rank.Term{{Feature: "words", Scale: 1, Weight: 2}, {Feature: "vote_count", Scale: 1, Weight: 1}, {Feature: "near", Scale: 1, Weight: 9}}}}})
	judged := Candidates(stemmer, d, 0)
	m.Assess(judged)
	by := map[string]rank.Reason{}
	for i, r := range m.Explain(stemmer, d, judged, judged) {
		by[judged[i].Words[0]+" "+judged[i].Words[len(judged[i].Words)-1]] = r
	}
	got := by["graph cut"]
	if got.Places != 1 || got.Slots != 2 || got.Keyphrase != 3 || got.Neighbours != 1 {
		t.Errorf("%+v", got)
	}
	if want := []rank.Similar{{Similarity: got.Similar[0].Similarity, Keyphrases: []string{"graph cut", "min flows"}}}; !reflect.DeepEqual(got.Similar, want) || math.Abs(got.Similar[0].Similarity-1/math.Sqrt(12)) > 1e-6 {
		t.Errorf("similar documents %+v", got.Similar)
	}
	if n := by["min flows"]; n.Places != 0 || n.Neighbours != 2 || len(n.Similar) != 2 || n.Similar[0].Similarity < n.Similar[1].Similarity {
		t.Errorf("of an absent phrase %+v", n)
	}
	for phrase, r := range by {
		for _, e := range r.Effects {
			if e.Evidence == "document" || e.By == 0 {
				t.Errorf("%s: %+v", phrase, e)
			}
		}
	}
	// The median of the present candidates has one word.
	if len(got.Effects) == 0 || got.Effects[0] != (rank.Effect{Evidence: "length", By: 2}) {
		t.Errorf("effects %+v of %d candidates", got.Effects, len(judged))
	}
	d.Neighbours = nil
	if r := m.Explain(stemmer, d, judged, judged); r[0].Neighbours != 0 || r[0].Similar != nil {
		t.Errorf("without neighbours %+v", r[0])
	}
}
