package choose

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestSame: a document with the words of the text is that text, and its keyphrases are no evidence. So are those of a document
// that shares none of its words.
func TestSame(t *testing.T) {
	n := labelled(
		schemas.Neighbour{Stems: "a", Found: 2, Documents: schemas.Gaps(0, 1)}, schemas.Neighbour{Stems: "b", Found: 2, Documents: schemas.Gaps(0, 1)},
		schemas.Neighbour{Stems: "c", Found: 2, Documents: schemas.Gaps(1, 1)}, schemas.Neighbour{Stems: "d", Found: 1, Documents: schemas.Gaps(3)},
		schemas.Neighbour{Stems: "of one", Keyphrase: "of one", Documents: schemas.Gaps(0)}, schemas.Neighbour{Stems: "of three", Keyphrase: "of three", Documents: schemas.Gaps(0, 1, 1)},
		schemas.Neighbour{Stems: "other", Keyphrase: "other", Documents: schemas.Gaps(3)},
	)
	v := n.votes(strings.Fields("a b a unknown b"))
	of := v.find([]byte("of three"))
	if len(v.all) != 1 || math.Abs(v.mean-float64(of.Best)/mostNeighbours) > 1e-9 || of.Count != 1 || fmt.Sprint(spellings(v)) != "[of three]" {
		t.Errorf("%+v, %v; want one vote for one phrase", v.all, spellings(v))
	}
	if of := v.find([]byte("of one")); of != (rank.Vote{}) {
		t.Errorf("%+v for a phrase that no neighbour has", of)
	}
	if v := (*Neighbours)(nil).votes([]string{"a"}); v.most != nil || v.mean != 0 || v.find([]byte("a")) != (rank.Vote{}) {
		t.Errorf("none: %+v", v)
	}
}

// TestSameLong: a labelled document is known by its most telling words alone, and yet its whole text is found to be the same.
func TestSameLong(t *testing.T) {
	var rows []schemas.Neighbour
	var text []string
	for w := range 3 * Telling {
		// Three documents have all the other words, so they are the same, too.
		r := schemas.Neighbour{Stems: fmt.Sprintf("w%02d", w), Found: 3, Documents: schemas.Gaps(2, 1, 1)}
		if w < Telling {
			r = schemas.Neighbour{Stems: r.Stems, Found: 2, Documents: schemas.Gaps(0)}
		}
		if w < Telling/2 {
			r.Documents = schemas.Gaps(0, 1)
		}
		rows, text = append(rows, r), append(text, r.Stems)
	}
	rows = append(rows, schemas.Neighbour{Stems: "x", Found: 1, Documents: schemas.Gaps(9)})
	n := labelled(rows...)
	if got := n.near(text, n.memory()); len(got) != 1 || got[0].Of != 1 {
		t.Errorf("%v; want the document with half of the telling words, without the text's own", got)
	}
	if got := n.near(text[Telling-3:], n.memory()); len(got) != 1 || got[0].Of != 0 {
		t.Errorf("%v; want the document that shares three words", got)
	}
}

// TestWordOfAll: a word that all documents have says nothing, however many such words a text has.
func TestWordOfAll(t *testing.T) {
	n := labelled(
		schemas.Neighbour{Stems: "a", Found: 2, Documents: schemas.Gaps(0, 1)}, schemas.Neighbour{Stems: "b", Found: 2, Documents: schemas.Gaps(0, 1)},
		schemas.Neighbour{Stems: "c", Found: 1, Documents: schemas.Gaps(0)}, schemas.Neighbour{Stems: "d", Found: 1, Documents: schemas.Gaps(0)},
	)
	if got := n.near([]string{"a", "b", "c"}, n.memory()); len(got) != 1 || got[0].Of != 0 {
		t.Errorf("%v; want the document with c", got)
	}
	if got := n.near([]string{"b", "a"}, n.memory()); len(got) != 0 {
		t.Errorf("%v are near for words that all have", got)
	}
}

// spellings returns the phrases with the most votes.
func spellings(v votes) (all []string) {
	for _, p := range v.most {
		all = append(all, v.of.phrases.words(p))
	}
	return all
}

// TestSearches: a search finds the same after others, whose memory it uses.
func TestSearches(t *testing.T) {
	n := worked().Neighbours
	first := n.votes([]string{"cut", "graph"})
	for _, s := range []string{"imag", "tree", "unknown", "cut"} {
		n.votes([]string{s})
	}
	if again := n.votes([]string{"cut", "graph"}); !slices.Equal(again.all, first.all) || len(first.all) == 0 || again.mean != first.mean {
		t.Errorf("%+v, at first %+v", again.all, first.all)
	}
}

// TestMostVoted: the phrases with the most votes are candidates, however many there are.
func TestMostVoted(t *testing.T) {
	rows := []schemas.Neighbour{{Stems: "a", Found: 2, Documents: schemas.Gaps(0, 1)}, {Stems: "b", Found: 3, Documents: schemas.Gaps(0, 1, 1)}, {Stems: "c", Found: 1, Documents: schemas.Gaps(5)}}
	for i := range 30 {
		of := schemas.Gaps(0)
		if i%10 == 0 {
			of = schemas.Gaps(0, 1)
		}
		rows = append(rows, schemas.Neighbour{Stems: fmt.Sprintf("p%02d", i), Keyphrase: fmt.Sprint("phrase ", i), Documents: of})
	}
	v := labelled(rows...).votes([]string{"a"})
	if most := spellings(v); len(most) != mostVoted || !slices.Equal(most[:4], []string{"phrase 0", "phrase 10", "phrase 20", "phrase 1"}) {
		t.Errorf("%v", most)
	}
	for i := range 30 {
		if of := v.find(fmt.Appendf(nil, "p%02d", i)); float64(of.Count) != 1+one(i%10 == 0) {
			t.Errorf("phrase %d: %+v", i, of)
		}
	}
}

// TestNeighbourRows: rows out of order, repeated ones and impossible counts are damage. The digest is that of the content.
func TestNeighbourRows(t *testing.T) {
	good := []schemas.Neighbour{{Stems: "a", Found: 2, Documents: schemas.Gaps(0, 1)}, {Stems: "b", Found: 1, Documents: schemas.Gaps(0)},
		{Stems: "a", Keyphrase: "as", Documents: schemas.Gaps(0)}, {Stems: "b", Keyphrase: "b", Documents: schemas.Gaps(100)}}
	digest := labelled(good...).Digest()
	// Choices of earlier versions have the digest of the gaps as varints, too.
	if digest != "45a88a9f9eb2897b34941c2431de8936e348005b54e94d14e6653484d2a3d4b6" || labelled().Digest() != "" || (*Neighbours)(nil).Digest() != "" {
		t.Errorf("digest %q; none has one", digest)
	}
	for name, change := range map[string]func(r []schemas.Neighbour){
		"swapped words": func(r []schemas.Neighbour) { r[0], r[1] = r[1], r[0] }, "a phrase first": func(r []schemas.Neighbour) { r[1], r[2] = r[2], r[1] },
		"swapped phrases": func(r []schemas.Neighbour) { r[2], r[3] = r[3], r[2] }, "twice": func(r []schemas.Neighbour) { r[1].Stems = "a" },
		"without documents": func(r []schemas.Neighbour) { r[3].Documents = nil },
		"found too rarely":  func(r []schemas.Neighbour) { r[0].Found = 1 },
	} {
		r := slices.Clone(good)
		change(r)
		if _, err := NewNeighbours(r); !errors.Is(err, schemas.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(r []schemas.Neighbour){
		"stems": func(r []schemas.Neighbour) { r[3].Stems = "c" }, "spelling": func(r []schemas.Neighbour) { r[3].Keyphrase = "B" },
		"found": func(r []schemas.Neighbour) { r[0].Found = 3 }, "documents": func(r []schemas.Neighbour) { r[3].Documents = schemas.Gaps(2) },
	} {
		r := slices.Clone(good)
		if change(r); labelled(r...).Digest() == digest {
			t.Errorf("other %s, same digest", name)
		}
	}
}

// TestDocumentsRise: numbers of documents that do not rise, are too great or cut off, are damage.
func TestDocumentsRise(t *testing.T) {
	for _, c := range []struct {
		documents []byte
		want      []int32 // nil: damage
	}{
		{schemas.Gaps(0, 1, 3_999_999), []int32{0, 1, 4_000_000}}, {schemas.Gaps(63, 64, 200_000), []int32{63, 127, 200_127}},
		{schemas.Gaps(1, 0), nil}, {schemas.Gaps(-1), nil}, {schemas.Gaps(3, -1), nil}, {schemas.Gaps(1, 4_000_000), nil},
		{schemas.Gaps(5, 1<<31-1), nil}, {schemas.Gaps(0, 300)[:2], nil}, {[]byte{0x80, 0x80, 0x80, 0x80, 0}, nil},
	} {
		n, err := NewNeighbours([]schemas.Neighbour{{Stems: "a", Found: 9, Documents: schemas.Gaps(0)}, {Stems: "b", Found: 9, Documents: c.documents}})
		switch {
		case c.want == nil && !(errors.Is(err, schemas.ErrDamaged) && strings.Contains(err.Error(), `row 2: "b"`)):
			t.Errorf("%v: %v", c.documents, err)
		case c.want != nil && (err != nil || !slices.Equal(n.holders.Of(1), c.want)):
			t.Errorf("%v: %v, %v", c.documents, n, err)
		}
	}
}

// BenchmarkNear searches as many documents as the built-in model has, with words as frequent as its own.
func BenchmarkNear(b *testing.B) {
	const documents = 124_000
	r := rand.New(rand.NewPCG(1, 1))
	var rows []schemas.Neighbour
	for w := range 15_000 {
		row, last := schemas.Neighbour{Stems: fmt.Sprintf("w%05d", w)}, 0
		share := .14 / (1 + float64(w)/50)
		for d := int(r.ExpFloat64() / share); d < documents; d += 1 + int(r.ExpFloat64()/share) {
			row.Documents, last = append(row.Documents, schemas.Gaps(int32(d-last))...), d
			row.Found++
		}
		if row.Found > 0 {
			rows = append(rows, row)
		}
	}
	n := labelled(rows...)
	var texts [][]string
	for range 64 {
		var stems []string
		for range 180 {
			stems = append(stems, rows[min(int(50*(math.Exp(5*r.Float64())-1)), len(rows)-1)].Stems)
		}
		texts = append(texts, once(stems))
	}
	m := n.memory()
	for i := 0; b.Loop(); i++ {
		n.near(texts[i%len(texts)], m)
	}
}

// votes returns the votes of the neighbours of a text.
func (n *Neighbours) votes(stems []string) (v votes) {
	v.read(n, once(stems))
	return v
}
