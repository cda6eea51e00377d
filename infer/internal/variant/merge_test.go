package variant

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// merged returns the concepts of documents, see split, of definitions "short=long" by their documents, and of an earlier corpus.
func merged(t *testing.T, documents []string, define map[string]int64, earlier ...schemas.MergedPhrase) *Concepts {
	t.Helper()
	p := NewPhrases()
	all := split(documents)
	for _, d := range all {
		for _, phrase := range d {
			if err := p.Add(phrase, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	forms := NewForms(p)
	for pair, n := range define {
		short, long, _ := strings.Cut(pair, "=")
		forms.Add(short, long, n)
	}
	c, err := Merge(p, forms, earlier)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		var found []schemas.Phrase
		for i, phrase := range d {
			found = append(found, schemas.Phrase{Phrase: phrase, Score: 1 / float32(i+1)})
		}
		c.Count(found, 0)
	}
	return c
}

// split returns the phrases of documents; "3*a, b" is three of them.
func split(documents []string) (all [][]string) {
	for _, d := range documents {
		n := 1
		if before, after, ok := strings.Cut(d, "*"); ok {
			fmt.Sscan(before, &n)
			d = after
		}
		for range n {
			all = append(all, strings.Split(d, ", "))
		}
	}
	return all
}

// rows returns the concepts.
func rows(t *testing.T, c *Concepts) (all []schemas.MergedPhrase) {
	t.Helper()
	if err := c.Each(func(r *schemas.MergedPhrase) error { all = append(all, *r); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// shown returns the variants of the concepts, those of one joined by =.
func shown(t *testing.T, c *Concepts) string {
	var all []string
	for _, r := range rows(t, c) {
		all = append(all, strings.Join(r.Variants, "="))
	}
	return strings.Join(all, " | ")
}

// TestMerge: what becomes one, the preferred spelling first, and concepts by their documents.
func TestMerge(t *testing.T) {
	for _, c := range []struct {
		documents []string
		define    map[string]int64
		want      string
	}{
		{[]string{"3*data sets", "2*dataset", "1*data-set"}, nil, "data sets=dataset=data-set"},
		{[]string{"2*Neural Nets", "3*neural nets", "4*neural net"}, nil, "neural nets=Neural Nets=neural net"}, // five documents have the plural
		// An acronym with a long form that nearly all documents give it.
		{[]string{"9*GNNs", "graph neural network"}, map[string]int64{"GNN=graph neural networks": 4, "GNN=great new numbers": 1}, "graph neural network=GNNs"},
		{[]string{"9*GNN", "graph neural network"}, map[string]int64{"GNN=graph neural networks": 3, "GNN=great new numbers": 1}, "GNN | graph neural network"},
		{[]string{"9*GNN", "graph neural network"}, map[string]int64{"GNN=graph neural networks": 1}, "GNN | graph neural network"},
		{[]string{"9*GNN", "graph neural network"}, nil, "GNN | graph neural network"},
		{[]string{"2*GNN", "graph neural net"}, map[string]int64{"GNN=graph neural network": 9}, "GNN | graph neural net"},
		{[]string{"2*art", "1*adaptive resonance theory"}, map[string]int64{"ART=adaptive resonance theory": 9}, "art | adaptive resonance theory"},
		{[]string{"graph neural network (GNN)", "3*GNN", "graph neural network (GNN)"}, nil, "graph neural network (GNN)=GNN"},
		{[]string{"graph neural network (GNN)", "graph neural networks"}, nil, "graph neural networks=graph neural network (GNN)"},
		// Capitals: no vowel; longer phrases in capitals, or not.
		{[]string{"2*XML", "xml"}, nil, "XML=xml"},
		{[]string{"3*ART", "2*art"}, nil, "ART | art"},
		{[]string{"2*GPU", "gpu", "3*GPU cluster"}, nil, "GPU=gpu | GPU cluster"},
		{[]string{"2*GPU", "gpu", "2*GPU cluster"}, nil, "GPU | GPU cluster | gpu"},
		{[]string{"2*GPU", "gpu", "6*GPU cluster", "3*gpu time"}, nil, "GPU cluster | gpu time | GPU | gpu"},
		{[]string{"4*RDFS", "rdfs", "2*RDF"}, nil, "RDFS=rdfs | RDF"},
		// Capitals inside.
		{[]string{"BuildingBlock", "building block"}, nil, "BuildingBlock | building block"},
		{[]string{"GraphRAG", "Graph RAG"}, nil, "Graph RAG=GraphRAG"},
		{[]string{"2*WordNet", "wordnet"}, nil, "WordNet=wordnet"},
		{[]string{"MoT", "MOT"}, nil, "MOT | MoT"},
		{[]string{"2*--", "+"}, nil, "-- | +"},
	} {
		if got := shown(t, merged(t, c.documents, c.define)); got != c.want {
			t.Errorf("%v: %s, want %s", c.documents, got, c.want)
		}
	}
}

// TestStandsFor: an acronym that stays by itself has the long forms that it stands for, and is counted.
func TestStandsFor(t *testing.T) {
	c := merged(t, []string{"5*CAD", "computer-aided design", "4*LLM", "large language model"}, map[string]int64{"CAD=Computer-Aided Design": 3, "CAD=computer-aided design": 4, "CAD=coronary artery disease": 6,
		"LLM=large language models": 2})
	all := rows(t, c)
	if got := strings.Join(all[0].StandsFor, "; "); all[0].Phrase != "CAD" || got != "computer-aided design; coronary artery disease" || c.Ambiguous != 1 || c.Acronyms != 1 {
		t.Errorf("%s stands for %s; %+v", all[0].Phrase, got, c.Merged)
	}
	if all[1].Phrase != "large language model" || len(all[1].StandsFor) > 0 {
		t.Errorf("%v stands for %v", all[1].Variants, all[1].StandsFor)
	}
}

// TestCount: a document with two spellings counts once, with the better score; the first year is the least.
func TestCount(t *testing.T) {
	c := merged(t, []string{"net", "nets"}, nil)
	c.tallies = make([]tally, len(c.nodes))
	c.Count([]schemas.Phrase{{Phrase: "net", Score: .25}, {Phrase: "nets", Score: .75}}, 2003)
	c.Count([]schemas.Phrase{{Phrase: "nets", Score: .25}}, 2001)
	c.Count([]schemas.Phrase{{Phrase: "unknown", Score: 1}}, 1999)
	c.Count([]schemas.Phrase{{Phrase: "nets", Score: 0}}, 0)
	r := rows(t, c)[0]
	if r.Documents != 3 || *r.Score != float32(1)/3 || *r.FirstYear != 2001 {
		t.Errorf("%d documents, score %v, first year %v", r.Documents, *r.Score, *r.FirstYear)
	}
}

// TestIDs: an id depends on the concept alone, not on other phrases, the order of documents, or which spelling is preferred.
func TestIDs(t *testing.T) {
	define := map[string]int64{"GNN=graph neural networks": 4}
	a := rows(t, merged(t, []string{"3*GNN", "2*graph neural networks", "colour", "XML"}, define))
	b := rows(t, merged(t, []string{"7*graphs", "color", "graph neural network", "2*XML", "2*graph neural networks", "GNNs"}, define))
	id := func(all []schemas.MergedPhrase, phrase string) string {
		for _, r := range all {
			if slices.Contains(r.Variants, phrase) {
				return r.ID
			}
		}
		return ""
	}
	for _, p := range [][2]string{{"GNN", "GNNs"}, {"colour", "color"}, {"XML", "XML"}} {
		if x, y := id(a, p[0]), id(b, p[1]); x != y || len(x) != 17 || x[0] != 'p' {
			t.Errorf("%v: %s, %s", p, x, y)
		}
	}
	if id(a, "colour") == id(a, "XML") || id(b, "graphs") == id(b, "GNNs") {
		t.Error("two concepts have one id")
	}
	if got := id(a, "GNN"); got != hashed("graphneuralnetwork", 1) {
		t.Errorf("the id of an acronym and its long form is %s", got)
	}
	// The id is part of what users keep: another one is another concept to them.
	if got := id(a, "colour"); got != "poque3holzqezfdff" {
		t.Errorf("the id of color is %s", got)
	}
}

// TestBefore: ids of an earlier corpus are kept, what it merged stays merged, and no id is given to another concept.
func TestBefore(t *testing.T) {
	year := int32(1990)
	earlier := func(id string, documents int64, variants ...string) schemas.MergedPhrase {
		return schemas.MergedPhrase{ID: id, Phrase: variants[0], Variants: variants, Documents: documents, FirstYear: &year, Replaces: []string{"old-" + id}}
	}
	other := hashed("slot", 1)
	c := merged(t, []string{"3*colours", "2*kite", "2*dragon", "graph neural network", "2*GNN", "slot"}, map[string]int64{"GNN=graph neural network": 2},
		earlier("a", 5, "color"), earlier("b", 1, "kite", "dragon"), earlier("c", 1, "graph neural network"), earlier("d", 7, "GNN", "gnn"), earlier("e", 1, "gone"), earlier(other, 1, "else"))
	c.Count([]schemas.Phrase{{Phrase: "colours", Score: 1}}, 1995)
	c.Count([]schemas.Phrase{{Phrase: "kite", Score: 1}}, 1985)
	var got []string
	for _, r := range rows(t, c) {
		got = append(got, fmt.Sprint(r.ID, " ", r.Documents, " ", strings.Join(r.Variants, "="), " ", strings.Join(r.Replaces, ",")))
	}
	slices.Sort(got)
	want := []string{"a 4 colours=color old-a", "b 5 dragon=kite old-b", "d 3 graph neural network=GNN=gnn c,old-c,old-d", "e 0 gone old-e", other + " 0 else old-" + other, hashed("slot", 2) + " 1 slot "}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.Earlier != 1 {
		t.Errorf("%+v", c.Merged)
	}
	for _, r := range rows(t, c) {
		if (r.ID == "a" || r.ID == "e") && *r.FirstYear != 1990 || r.ID == "b" && *r.FirstYear != 1985 || r.Documents == 0 && r.Score != nil {
			t.Errorf("%+v", r)
		}
	}
}

// TestName: labels are matched as phrases are, each concept once.
func TestName(t *testing.T) {
	c := merged(t, []string{"2*neural nets", "TRUST", "trust"}, nil)
	for _, n := range [][2]string{{"Neural net", "u:1"}, {"neural-net", "u:1"}, {"neural nets", "u:2"}, {"trust", "u:3"}, {"nothing", "u:4"}} {
		c.Name(n[0], true, n[1])
	}
	var got []string
	for _, r := range rows(t, c) {
		got = append(got, r.Phrase+" "+strings.Join(r.Concepts, ","))
	}
	if s := strings.Join(got, "; "); s != "neural nets u:1,u:2; TRUST ; trust u:3" {
		t.Error(s)
	}
}
