//go:build linux

package torture

import (
	"bytes"
	"compress/gzip"
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
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// record is a document of the corpora.
type record struct {
	ID       string   `json:"id" parquet:"id"`
	Title    string   `json:"title" parquet:"title"`
	Abstract string   `json:"abstract" parquet:"abstract"`
	Keywords []string `json:"keywords" parquet:"keywords,list"`
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
		docs[i] = record{fmt.Sprintf("d%d-%d", seed, i), some(4) + " " + phrase, some(10+r.IntN(20)) + ", " + phrase + ".", []string{phrase, some(1)}}
	}
	return docs
}

// writeCorpora writes the corpora of the pipeline, those to be labelled in every format that one damages differently.
func writeCorpora(t *testing.T, dir string) {
	t.Helper()
	label := records(12, 4)
	var plain, table, zipped, zippedTable, packed, columns, batches bytes.Buffer
	try := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	try(os.MkdirAll(dir, 0o777))
	try(jsonLines(&plain, label))
	c := csv.NewWriter(&table)
	try(c.Write([]string{"id", "title", "abstract"}))
	for _, d := range label {
		try(c.Write([]string{d.ID, d.Title, d.Abstract}))
	}
	c.Flush()
	try(c.Error())
	z := gzip.NewWriter(&zipped)
	try(jsonLines(z, label))
	try(z.Close())
	z = gzip.NewWriter(&zippedTable)
	_, err := z.Write(table.Bytes())
	try(errors.Join(err, z.Close()))
	s, err := zstd.NewWriter(&packed)
	try(err)
	try(jsonLines(s, label))
	try(s.Close())
	w := parquet.NewGenericWriter[record](&columns)
	_, err = w.Write(label)
	try(err)
	try(w.Close())
	try(arrowStream(&batches, label))
	xlsx, ods, err := workbooks(label)
	try(err)
	var pool, valid, test, taught bytes.Buffer
	try(jsonLines(&pool, records(20, 1)))
	try(jsonLines(&valid, records(4, 2)))
	try(jsonLines(&test, records(10, 3)))
	try(jsonLines(&taught, records(80, 6)))
	for name, b := range map[string]*bytes.Buffer{"label.jsonl": &plain, "label.csv": &table, "label.jsonl.gz": &zipped, "label.csv.gz": &zippedTable,
		"label.jsonl.zst": &packed, "label.parquet": &columns, "label.arrows": &batches,
		"label.xlsx": bytes.NewBuffer(xlsx), "label.ods": bytes.NewBuffer(ods),
		"pool.jsonl": &pool, "valid.jsonl": &valid, "test.jsonl": &test, "taught.jsonl": &taught} {
		try(os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666))
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
