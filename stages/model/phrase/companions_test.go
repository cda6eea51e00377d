package phrase

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// noTagger has only a digest.
type noTagger struct{}

func (noTagger) Digest() string                                           { return "a" }
func (noTagger) Prepare(*kernel.Workers, bool)                            {}
func (noTagger) Tags(*kernel.Workers, []Document) ([][]choose.Tag, error) { return nil, nil }

// TestCompanionsFit: a choice goes with the companions of its fit, and with no others.
func TestCompanionsFit(t *testing.T) {
	known, err := choose.NewKnown([]schemas.KnownPhrase{{Stems: "a", Targets: 1}})
	if err != nil {
		t.Fatal(err)
	}
	neighbours, err := choose.NewNeighbours([]schemas.Neighbour{{Stems: "a", Found: 1, Documents: schemas.Gaps(0)}})
	if err != nil {
		t.Fatal(err)
	}
	all := []Companions{{}, {Known: known}, {Neighbours: neighbours}, {Tagger: noTagger{}}, {known, neighbours, noTagger{}}}
	for i, of := range all {
		m := &choose.Ranker{Known: of.Known.Digest(), Neighbours: of.Neighbours.Digest(), Tagger: of.TaggerDigest()}
		for j, c := range all {
			if c.Fit(m) != (i == j || i == 0 && j == 3) {
				t.Errorf("%+v and a choice of %+v: %v", c, of, c.Fit(m))
			}
		}
	}
}

// lengths tags the first word of a document by its number of tokens.
type lengths struct{ noTagger }

func (lengths) Tags(_ *kernel.Workers, documents []Document) (all [][]choose.Tag, _ error) {
	for _, d := range documents {
		all = append(all, []choose.Tag{{Begins: 1 / float64(len(d.Tokens))}})
	}
	return all, nil
}

// TestMaterials: a tagger reads the documents that have words, and each gets its own tags.
func TestMaterials(t *testing.T) {
	documents := []Document{{Tokens: []string{"a"}}, {}, {Tokens: []string{"a", "b", "c", "d"}, Title: 2}}
	all, err := Materials(nil, documents, Companions{Tagger: lengths{}}, true)
	if err != nil || len(all) != 3 || all[0].Tags[0].Begins != 1 || all[1].Tags != nil || all[2].Tags[0].Begins != .25 || all[2].Title != 2 || !all[2].Scattered || !all[0].Runs {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := Materials(nil, documents, Companions{}, false); err != nil || all[2].Tags != nil || all[2].Scattered {
		t.Errorf("%+v, %v", all, err)
	}
}
