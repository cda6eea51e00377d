//go:build linux

package torture

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/tools/txtar"
)

// record is a document of the corpora.
type record struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Abstract string   `json:"abstract"`
	Keywords []string `json:"keywords"`
	Subjects []string `json:"subjects"`
}

// records makes documents up, the same for the same seed.
func records(n int, seed uint64) []record {
	r := rand.New(rand.NewPCG(seed, 0))
	words := strings.Fields("graph network of deep random field search with neural theory query the index and parallel proof sparse " +
		"matrix for language model on data stream cache in logic signal filter code tree Bayesian estimate")
	some := func(n int) string {
		var s []string
		for range n {
			s = append(s, words[r.IntN(len(words))])
		}
		return strings.Join(s, " ")
	}
	docs := make([]record, n)
	for i := range docs {
		phrase := some(2)
		docs[i] = record{fmt.Sprintf("d%d-%d", seed, i), some(4) + " " + phrase, some(10+r.IntN(20)) + ", " + phrase + ".", []string{phrase, some(1)},
			[]string{"http://example.org/" + string("abcd"[r.IntN(4)])}}
	}
	return docs
}

// writeCorpora writes the inputs of the jobs into a folder, documents to be labelled in formats that one damages differently.
func writeCorpora(in string) error {
	all := map[string]func(io.Writer) error{}
	inputs, err := txtar.ParseFile("testdata/inputs.txtar")
	if err != nil {
		return err
	}
	for _, f := range inputs.Files {
		all[f.Name] = func(w io.Writer) error { _, err := w.Write(f.Data); return err }
	}
	label := records(12, 4)
	plain := func(w io.Writer) error { return jsonLines(w, label) }
	table := func(w io.Writer) error {
		c := csv.NewWriter(w)
		rows := [][]string{{"id", "title", "abstract"}}
		for _, d := range label {
			rows = append(rows, []string{d.ID, d.Title, d.Abstract})
		}
		return c.WriteAll(rows)
	}
	gzipped := func(fill func(io.Writer) error) func(io.Writer) error {
		return func(w io.Writer) error { z := gzip.NewWriter(w); return errors.Join(fill(z), z.Close()) }
	}
	all["corpus/label.jsonl"], all["corpus/label.jsonl.gz"] = plain, gzipped(plain)
	all["corpus/label.csv"], all["corpus/label.csv.gz"] = table, gzipped(table)
	all["corpus/label.jsonl.zst"] = func(w io.Writer) error {
		z, err := zstd.NewWriter(w)
		if err != nil {
			return err
		}
		return errors.Join(plain(z), z.Close())
	}
	all["corpus/label.bib"] = written("", "@article{%s,\n  title = {%s},\n  abstract = {%s}\n}\n\n", "", label)
	all["corpus/label.ris"] = written("", "TY  - JOUR\nID  - %s\nTI  - %s\nAB  - %s\nER  - \n\n", "", label)
	all["corpus/label.nbib"] = written("", "\nPMID- %s\nTI  - %s\nAB  - %s\n", "", label)
	all["corpus/label-pubmed.xml"] = written("<PubmedArticleSet>", "<PubmedArticle><MedlineCitation><PMID>%s</PMID><Article><ArticleTitle>%s</ArticleTitle><Abstract><AbstractText>%s</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>\n", "</PubmedArticleSet>", label)
	all["corpus/label-marc.xml"] = written("<collection>", "<record><controlfield tag=\"001\">%s</controlfield><datafield tag=\"245\"><subfield code=\"a\">%s</subfield></datafield><datafield tag=\"520\"><subfield code=\"a\">%s</subfield></datafield></record>\n", "</collection>", label)
	all["corpus/label.arrows"] = func(w io.Writer) error { return arrowStream(w, label) }
	for name, docs := range map[string][]record{"pool": records(20, 1), "valid": records(4, 2), "test": records(10, 3), "indexed": records(80, 5), "taught": records(80, 6)} {
		all["corpus/"+name+".jsonl"] = func(w io.Writer) error { return jsonLines(w, docs) }
	}
	for name, fill := range all {
		var b bytes.Buffer
		path := filepath.Join(in, name)
		if err := errors.Join(fill(&b), os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// written returns what writes references: head, each document by a format of its id, title and abstract, and tail.
func written(head, each, tail string, docs []record) func(io.Writer) error {
	return func(w io.Writer) error {
		text := head
		for _, d := range docs {
			text += fmt.Sprintf(each, d.ID, d.Title, d.Abstract)
		}
		_, err := io.WriteString(w, text+tail)
		return err
	}
}

// arrowStream writes a stream of record batches of five documents each.
func arrowStream(w io.Writer, docs []record) error {
	var fields []arrow.Field
	for _, name := range []string{"id", "title", "abstract"} {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.BinaryTypes.String, Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	out := ipc.NewWriter(w, ipc.WithSchema(schema))
	for batch := range slices.Chunk(docs, 5) {
		build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		for _, d := range batch {
			for i, text := range []string{d.ID, d.Title, d.Abstract} {
				build.Field(i).(*array.StringBuilder).Append(text)
			}
		}
		if err := out.Write(build.NewRecord()); err != nil {
			return err
		}
	}
	return out.Close()
}

func jsonLines(w io.Writer, docs []record) error {
	e := json.NewEncoder(w)
	for _, d := range docs {
		if err := e.Encode(d); err != nil {
			return err
		}
	}
	return nil
}
