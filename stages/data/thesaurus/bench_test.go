package thesaurus

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// generated writes a thesaurus with n labels of one to four words, one in three of them alternative, and broader concepts.
func generated(b *testing.B, path string, n int) {
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 1_000_000)
	for i := range words {
		for range 2 + r.IntN(4) {
			words[i] += string("bcdfglmnprst"[r.IntN(12)]) + string("aeiou"[r.IntN(5)])
		}
	}
	label := func() (s string) {
		for i := range 1 + r.IntN(4) {
			if i > 0 {
				s += " "
			}
			s += words[r.IntN(len(words))]
		}
		return s
	}
	turtle := filepath.Ext(path) == ".ttl"
	if turtle {
		fmt.Fprintln(w, "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .")
	}
	for i := 0; i < n; i++ {
		switch {
		case !turtle:
			fmt.Fprintf(w, "<http://example.org/c%d>\t%s\n", i, label())
		default:
			fmt.Fprintf(w, "<http://example.org/c%d> a skos:Concept ; skos:prefLabel %q@en ; skos:altLabel %q@en, %q@de ; skos:broader <http://example.org/c%d> .\n",
				i, label(), label(), label(), i/10)
			i += 2
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkOpen: a million labels the first time and the second.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"list.tsv", "skos.ttl"} {
		path := filepath.Join(b.TempDir(), name)
		generated(b, path, 1_000_000)
		for _, first := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/first=%v", name, first), func(b *testing.B) {
				for b.Loop() {
					if first {
						os.Remove(path + Compiled)
					}
					o, err := Open(path, Options{Untagged: "en"})
					if err != nil || o.Kept == first || o.texts.len() < 990_000 {
						b.Fatal(err, o)
					}
				}
			})
		}
	}
}
