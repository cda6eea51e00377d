package slots

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestTied: tied embeddings and output layer are one parameter, in the model and in its files. A file in 8 bits has it in
// 16 bits, as other word embeddings.
func TestTied(t *testing.T) {
	c := small
	c.Tied = true
	free, m := fresh[float32](t, small), fresh[float32](t, c)
	if m.Size() != free.Size()-c.Vocab*c.Width || m.head.Words.W != m.embedding.Param {
		t.Errorf("%d parameters, %d untied", m.Size(), free.Size())
	}
	dir := t.TempDir()
	if err := save(m, dir); err != nil {
		t.Fatal(err)
	}
	read, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !read.Tied || read.head.Words.W != read.embedding.Param {
		t.Error("the loaded model is not tied")
	}
	var b bytes.Buffer
	if err := WriteInt8(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, TensorsFile), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	narrow, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(narrow.embedding.Weights, rounded(m.embedding.Weights)) {
		t.Error("the word embeddings are not those of the model in 16 bits")
	}
	ex := examples(c, 3)
	said := func(m *Model[float32]) [][]Written[float32] {
		Quantise(nil, m)
		memory := encode(t, m, nil, pack(t, ex))
		defer memory.Free()
		return say(t, m, nil, memory, GreedyOptions{}).Vanilla
	}
	a, d := said(m), said(narrow)
	for i := range a {
		for j := range a[i] {
			if !slices.Equal(a[i][j].Probabilities, d[i][j].Probabilities) {
				t.Fatalf("document %d, slot %d: the two files give different results", i, j)
			}
		}
	}
}
