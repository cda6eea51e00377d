package joint

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestWordTags: the first piece of a word has the probabilities by which Label finds present phrases, and other pieces have
// none. They depend neither on other documents nor on threads.
func TestWordTags(t *testing.T) {
	for _, system := range systems {
		m := model[float64](t, shape(system))
		var sources [][]int32
		for _, e := range documents(t) {
			sources = append(sources, e.Source)
		}
		all, err := m.wordTags(kernel.NewWorkers(3), sources)
		if err != nil {
			t.Fatal(err)
		}
		for d, source := range sources {
			alone, err := m.wordTags(nil, [][]int32{source})
			if err != nil || len(alone) != 1 || !slices.Equal(alone[0], all[d]) || len(all[d]) != len(source) {
				t.Fatalf("%s: document %d: %v alone, %v in the batch, %v", system, d, alone, all[d], err)
			}
			r, err := m.study(nil, [][]int32{source})
			if err != nil {
				t.Fatal(err)
			}
			answers, sure, err := r.ask(0, present)
			if err != nil {
				t.Fatal(err)
			}
			begins := map[int]choose.Tag{}
			for i, w := range r.words[0] {
				tag := all[d][w.lo]
				begins[w.lo] = tag
				if got := []float64{1 - tag.Begins - tag.Inside, tag.Begins, tag.Inside}; math.Abs(got[answers[i]]-sure[i]) > 1e-12 || slices.Max(got) != got[answers[i]] {
					t.Errorf("%s: document %d: word %d has %v, its tag is %d with %v", system, d, i, got, answers[i], sure[i])
				}
			}
			for at, tag := range all[d] {
				if tag != begins[at] {
					t.Errorf("%s: document %d: piece %d has %v, which is no start of a word", system, d, at, tag)
				}
			}
			r.end()
		}
		if n := m.pool.Lent(); n != 0 {
			t.Errorf("%s: %d slices are lent", system, n)
		}
	}
}

// TestOfTokens: a token has the tag of its first piece, and tokens that the network does not read have none.
func TestOfTokens(t *testing.T) {
	tag := func(n float64) choose.Tag { return choose.Tag{Begins: n} }
	got := ofTokens([]choose.Tag{{}, tag(1), tag(2), tag(3), tag(4), {}}, []int32{-1, 0, 0, 1, 2, -1})
	if want := []choose.Tag{tag(1), tag(3), tag(4)}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := ofTokens([]choose.Tag{{}, tag(1)}, []int32{-1, 0, 1, 2, -1}); !slices.Equal(got, []choose.Tag{tag(1)}) {
		t.Errorf("%v of a document that is cut", got)
	}
}

// TestInt8File: a model in 8 bits, read again, labels in 8 bits as the model that was written, to the bit. Its linear layers are
// stored in 8 bits, its word embeddings in 16.
func TestInt8File(t *testing.T) {
	for _, system := range systems {
		m, f := model[float32](t, shape(system)), folder(t.TempDir())
		f.write(t, slots.ConfigFile, m.WriteConfig)
		f.write(t, slots.TensorsFile, func(w io.Writer) error { return WriteInt8(w, m) })
		back, err := f.read()
		if err != nil {
			t.Fatal(err)
		}
		back.Words = vocabulary
		stored, err := schemas.OpenTensors(f.path(slots.TensorsFile))
		if err != nil {
			t.Fatal(err)
		}
		defer stored.Close()
		for name, want := range map[string]string{"bert.encoder.layer.1.intermediate.dense.weight": "[]int8", "present.weight": "[]float32",
			"bert.embeddings.word_embeddings.weight": "[]schemas.Float16", "cls.predictions.transform.dense.weight": "[]float32"} {
			if x, err := stored.Tensor(name); err != nil || fmt.Sprintf("%T", x.Data) != want {
				t.Errorf("%s: %s is stored as %T, want %s; %v", system, name, x.Data, want, err)
			}
		}
		if x, err := stored.Tensor("relation.1.generation.dense.weight"); system == UniKeyphrase && (err != nil || fmt.Sprintf("%T", x.Data) != "[]int8") {
			t.Errorf("a relation layer is stored as %T, %v", x.Data, err)
		}
		Quantise(nil, m)
		Quantise(nil, back)
		var sources [][]int32
		for _, e := range documents(t) {
			sources = append(sources, e.Source)
		}
		a, err1 := m.Label(nil, sources)
		b, err2 := back.Label(nil, sources)
		x, err3 := m.wordTags(nil, sources)
		y, err4 := back.wordTags(nil, sources)
		if err := errors.Join(err1, err2, err3, err4); err != nil || fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(x) != fmt.Sprint(y) {
			t.Errorf("%s: %v, %v; %v and %v", system, err, strings.Compare(fmt.Sprint(x), fmt.Sprint(y)), a, b)
		}
	}
}
