package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestReference labels the documents of the reference kit with its models, as
// a user would, and compares phrases, scores and predictions.txt with what the
// authors' code made.
func TestReference(t *testing.T) {
	for _, path := range parity.Files(t, "model/*/greedy.json") {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) { holdReference(t, filepath.Dir(path)) })
	}
}

// reference is a document of greedy.json.
type reference struct {
	Source []string `json:"src"`
	Slots  []*struct {
		Words []string `json:"words"`
		Score float64  `json:"score"`
	} `json:"slots"`
	Phrases [][]string `json:"predictions_kg_one2set"`
	Line    string     `json:"line_kg_one2set"`
}

func holdReference(t *testing.T, kit string) {
	model := referenceModel(t, kit)
	var sets map[string]json.RawMessage
	if err := json.Unmarshal(readFile(t, filepath.Join(kit, "greedy.json")), &sets); err != nil {
		t.Fatal(err)
	}
	held := 0
	for name, raw := range sets {
		var want []reference
		if json.Unmarshal(raw, &want) != nil {
			continue // a note
		}
		held++
		t.Run(name, func(t *testing.T) {
			var docs []schemas.Document
			for i, w := range want {
				docs = append(docs, schemas.Document{ID: fmt.Sprint(i), Body: w.Source})
			}
			out := mustInfer(t, "--model", model, "--documents", documentsFile(t, docs), "--released", "--export", "txt")
			lines := strings.Split(string(readFile(t, filepath.Join(out, textFile))), "\n")
			for i, p := range readTable(t, schemas.Predictions, out, "predictions-*.parquet") {
				if lines[i] != want[i].Line || len(p.Phrases) != len(want[i].Phrases) {
					t.Errorf("document %d: %q, want %q", i, lines[i], want[i].Line)
				}
				for _, k := range p.Phrases {
					s := want[i].Slots[k.Slot]
					if s == nil || !slices.Equal(k.Tokens, s.Words) || math.Abs(float64(k.Score)-s.Score) > 1e-5 {
						t.Errorf("document %d: %+v, want %+v", i, k, s)
					}
				}
			}
		})
	}
	if held == 0 {
		t.Error("greedy.json has no documents")
	}
}

// referenceModel makes a model folder of the kit's parameters.
func referenceModel(t *testing.T, kit string) string {
	dir := t.TempDir()
	var docs struct {
		V     int      `json:"vocab_size"`
		Words []string `json:"idx2word"`
	}
	if err := json.Unmarshal(readFile(t, filepath.Join(kit, "docs.json")), &docs); err != nil {
		t.Fatal(err)
	}
	var rows []schemas.VocabRow
	for i, w := range docs.Words {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	saveTable(t, schemas.Vocab, filepath.Join(dir, vocabFile), rows)
	params := readFile(t, filepath.Join(kit, "params.safetensors"))
	c := slots.Config{Vocab: docs.V, PhraseLen: 6, Heads: 4} // the kit's heads; the rest is in the shapes
	f, err := schemas.OpenTensors(filepath.Join(kit, "params.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, codes, err := f.Float32("decoder.control_code.weight")
	if err != nil {
		t.Fatal(err)
	}
	c.Slots, c.Width = codes[0], codes[1]
	for _, name := range f.Names() {
		if strings.HasSuffix(name, "ffn.0.weight") {
			_, shape, _ := f.Float32(name)
			c.FF = shape[0]
		}
		for layers, prefix := range map[*int]string{&c.EncoderLayers: "encoder.", &c.DecoderLayers: "decoder."} {
			var n int
			if _, err := fmt.Sscanf(strings.TrimPrefix(name, prefix), "layer_stacks.%d.", &n); err == nil && strings.HasPrefix(name, prefix) {
				*layers = max(*layers, n+1)
			}
		}
	}
	save(t, filepath.Join(dir, tensorsFile), func(f *os.File) error { _, err := f.Write(params); return err })
	save(t, filepath.Join(dir, configFile), func(f *os.File) error { return c.WriteConfig(io.Writer(f)) })
	return dir
}

// TestInterop lets pyarrow, pandas and DuckDB read predictions. PYTHON names
// the interpreter, default python3.
func TestInterop(t *testing.T) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.Command(python, "-c", "import pyarrow, duckdb, pandas").CombinedOutput(); err != nil {
		if os.Getenv("PYTHON") != "" {
			t.Fatalf("PYTHON=%s has no pyarrow, duckdb and pandas: %v %s", python, err, out)
		}
		t.Skipf("%s with pyarrow, duckdb and pandas is wanted: %v %s", python, err, out)
	}
	dir := mustInfer(t, "--model", modelDir(t), "--documents", documentsFile(t, randomDocuments(30)), "--slots")
	command := exec.Command(python, "../schemas/testdata/interop.py", dir, "predictions-00000-of-00001.parquet", "slots-00000-of-00001.parquet")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen map[string][]struct {
		ID      string
		Phrases []struct {
			Phrase string
			Tokens []string
			Score  float64
		}
	}
	if err := json.Unmarshal(out, &seen); err != nil || len(seen) != 6 {
		t.Fatalf("%d readings, %v", len(seen), err)
	}
	want := readTable(t, schemas.Predictions, dir, "predictions-*")
	for reader, rows := range seen {
		for i, row := range rows {
			if strings.Contains(reader, "slots") {
				continue
			}
			if row.ID != want[i].ID || len(row.Phrases) != len(want[i].Phrases) {
				t.Fatalf("%s row %d: %+v, want %+v", reader, i, row, want[i])
			}
			for j, k := range row.Phrases {
				if w := want[i].Phrases[j]; k.Phrase != w.Phrase || !slices.Equal(k.Tokens, w.Tokens) || float32(k.Score) != w.Score {
					t.Errorf("%s row %d: %+v, want %+v", reader, i, k, w)
				}
			}
		}
	}
}
