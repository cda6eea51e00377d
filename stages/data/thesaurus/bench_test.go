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
	const uri = "http://example.org/c"
	ext := filepath.Ext(path)
	head := map[string]string{".ttl": "@prefix skos: <" + skos + "> .\n",
		".rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:skos=\"" + skos + "\">\n"}
	format := map[string]string{
		".tsv": "<%[1]s%[2]d>\t%[3]s\n<%[1]s%[2]da>\t%[4]s\n<%[1]s%[2]db>\t%[5]s\n",
		".ttl": "<%[1]s%[2]d> a skos:Concept ; skos:prefLabel %[3]q@en ; skos:altLabel %[4]q@en, %[5]q@de ; skos:broader <%[1]s%[6]d> .\n",
		".nt": "<%[1]s%[2]d> <%[7]sprefLabel> %[3]q@en .\n<%[1]s%[2]d> <%[7]saltLabel> %[4]q@en .\n<%[1]s%[2]d> <%[7]saltLabel> %[5]q@de .\n" +
			"<%[1]s%[2]d> <%[7]sbroader> <%[1]s%[6]d> .\n",
		".rdf": "<skos:Concept rdf:about=\"%[1]s%[2]d\"><skos:prefLabel xml:lang=\"en\">%[3]s</skos:prefLabel><skos:altLabel xml:lang=\"en\">%[4]s</skos:altLabel>" +
			"<skos:altLabel xml:lang=\"de\">%[5]s</skos:altLabel><skos:broader rdf:resource=\"%[1]s%[6]d\"/></skos:Concept>\n",
	}[ext]
	fmt.Fprint(w, head[ext])
	for i := 0; i < n; i += 3 {
		fmt.Fprintf(w, format, uri, i, label(), label(), label(), i/30*3, skos)
	}
	if ext == ".rdf" {
		fmt.Fprintln(w, "</rdf:RDF>")
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkOpen opens a million labels. CPU seconds also count threads beside, such as garbage collection.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"list.tsv", "skos.ttl", "skos.nt", "skos.rdf"} {
		path := filepath.Join(b.TempDir(), name)
		generated(b, path, 1_000_000)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				o, err := Open(b.Context(), path, "en")
				if err != nil || len(o.labels) < 990_000 {
					b.Fatal(err, o)
				}
			}
		})
	}
}
