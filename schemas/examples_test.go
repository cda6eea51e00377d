package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func examples(n int) []Example {
	r := rand.New(rand.NewPCG(3, 4))
	ids := func(n int) []int32 {
		l := make([]int32, n)
		for i := range l {
			l[i] = r.Int32N(60000)
		}
		return l
	}
	es := make([]Example, n)
	for i := range es {
		s := r.IntN(50)
		es[i] = Example{ID: fmt.Sprintf("é-%d", i), Source: ids(s), Extended: ids(s)}
		for j := range r.IntN(3) {
			es[i].OOV = append(es[i].OOV, strings.Repeat("关", j))
		}
		for range r.IntN(5) {
			es[i].Targets = append(es[i].Targets, ids(r.IntN(4)))
		}
	}
	if n > 0 {
		es[0] = Example{}
	}
	return es
}

func writeExamples(t testing.TB, es []Example) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewExampleWriter(&b, ExampleHeader{VocabSize: 50002, VocabDigest: "abc"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestExamples(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 1500} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			es := examples(n)
			data := writeExamples(t, es)
			if !bytes.Equal(data, writeExamples(t, es)) {
				t.Error("written twice, the bytes differ")
			}
			r, err := OpenExamples(writeFile(t, "e.arrow", data))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if r.Len() != n || r.Header() != (ExampleHeader{50002, "abc"}) {
				t.Fatalf("%d rows, header %v", r.Len(), r.Header())
			}
			for _, i := range rand.New(rand.NewPCG(5, 6)).Perm(n) {
				e, err := r.At(i)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := fmt.Sprintf("%q %v", e.OOV, e), fmt.Sprintf("%q %v", es[i].OOV, es[i]); got != want {
					t.Fatalf("row %d:\n%s\n%s", i, got, want)
				}
			}
		})
	}
}

func TestExampleRefused(t *testing.T) {
	w, err := NewExampleWriter(&bytes.Buffer{}, ExampleHeader{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Example{ID: "x", Source: []int32{1}}); err == nil || !strings.Contains(err.Error(), "row 1 (x)") {
		t.Errorf("%v", err)
	}
	w, _ = NewExampleWriter(&bytes.Buffer{}, ExampleHeader{})
	big := make([]int32, 1<<20)
	if err := w.Write(Example{Source: big, Extended: big}); err == nil {
		t.Error("8 MiB were taken")
	}
	if w.Close() == nil {
		t.Error("a failed file closed well")
	}
}

// TestExamplesOfOtherVersion forges name and version in the schema, which has each as a text after its length.
func TestExamplesOfOtherVersion(t *testing.T) {
	data := writeExamples(t, examples(3))
	for _, c := range []struct{ old, new, want string }{
		{exampleName + "\x00", "excerpts\x00", `holds "excerpts"`},
		{"\x01\x00\x00\x00" + exampleVersion + "\x00", "\x01\x00\x00\x003\x00", "version 3, want version 2"},
	} {
		other := bytes.ReplaceAll(data, []byte(c.old), []byte(c.new))
		_, err := OpenExamples(writeFile(t, "e.arrow", other))
		if !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "run preprocess again") {
			t.Errorf("%v", err)
		}
	}
}
