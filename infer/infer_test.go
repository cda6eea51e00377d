package main

import (
	"bytes"
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

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestMain(m *testing.M) {
	stagetest.Child(stage())
	stagetest.Child(streaming())
	os.Exit(m.Run())
}

// infer runs the stage and returns its exit code and what it printed.
func infer(t testing.TB, args ...string) (int, string) {
	r := stagetest.Run(t, stage(), args...)
	return r.Code, r.Stderr
}

// mustInfer runs the stage and returns its output folder.
func mustInfer(t testing.TB, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if code, said := infer(t, append(args, "--out", out)...); code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, said)
	}
	return out
}

func save(t testing.TB, path string, write func(f *os.File) error) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func saveTable[R any](t testing.TB, table schemas.Table[R], path string, rows []R) {
	t.Helper()
	save(t, path, func(f *os.File) error {
		w := table.NewWriter(f, nil)
		if err := w.Write(rows...); err != nil {
			return err
		}
		return w.Close()
	})
}

// readTable reads the files of a folder with the given pattern one after the other.
func readTable[R any](t testing.TB, table schemas.Table[R], dir, pattern string) (rows []R) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(dir, pattern))
	slices.Sort(paths)
	for _, path := range paths {
		part, err := table.ReadAll(path)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, part...)
	}
	return rows
}

func vocabulary(size int) []schemas.VocabRow {
	var rows []schemas.VocabRow
	for i := range size {
		row := schemas.VocabRow{ID: int32(i), Token: fmt.Sprintf("w%d", i), Count: int64(size - i)}
		if i < len(text.Specials) {
			row.Token, row.Count = text.Specials[i], 0
		}
		rows = append(rows, row)
	}
	return rows
}

// modelDir makes a model folder with random weights.
func modelDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := fillModel(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fillModel writes the files of a model; its weights are large, so that slots
// say different things.
func fillModel(dir string) error {
	m, err := slots.New[float32](slots.Config{Vocab: 30, Slots: 6, PhraseLen: 4, Width: 16, Heads: 2, FF: 24, EncoderLayers: 1, DecoderLayers: 2, Dropout: .1}, 5)
	if err != nil {
		return err
	}
	for _, tensor := range m.Tensors() {
		for i := range tensor.Data.([]float32) {
			tensor.Data.([]float32)[i] *= 3
		}
	}
	f, err := os.Create(filepath.Join(dir, vocabFile))
	if err != nil {
		return err
	}
	w := schemas.Vocab.NewWriter(f, nil)
	return errors.Join(saveModel(m, dir), w.Write(vocabulary(30)...), w.Close(), f.Close())
}

// randomDocuments have 1 to 60 tokens, known and unknown ones.
func randomDocuments(n int) []schemas.Document {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]schemas.Document, n)
	for i := range docs {
		docs[i] = schemas.Document{ID: fmt.Sprint(i), Title: []string{fmt.Sprintf("w%d", 7+r.IntN(40))}}
		for range r.IntN(60) {
			docs[i].Body = append(docs[i].Body, fmt.Sprintf("w%d", 7+r.IntN(60)))
		}
	}
	return docs
}

func documentsFile(t testing.TB, docs []schemas.Document) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.x-00000-of-00001.parquet")
	saveTable(t, schemas.Documents, path, docs)
	return path
}

// show renders rows so that equal ones look equal, behind pointers too.
func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestStage(t *testing.T) {
	if err := stage().Validate(); err != nil {
		t.Error(err)
	}
	stagetest.Describe(t, stage(), filepath.Join("..", "pipeline.yaml"))
}

// TestPrecision: in 8 bits, too, a row depends on its document alone, and most slots of a network with random weights,
// which decides by little, say what they say in float32; those of trained ones agree far more.
func TestPrecision(t *testing.T) {
	model, path := modelDir(t), documentsFile(t, randomDocuments(80))
	rows := func(args ...string) (string, []schemas.Slot) {
		out := mustInfer(t, append(args, "--model", model, "--documents", path, "--slots")...)
		return show(readTable(t, schemas.Predictions, out, "predictions-*")), readTable(t, schemas.Slots, out, "slots-*")
	}
	plain, want := rows()
	base, slots := rows("--precision", "int8", "--batch-size", "1")
	if base == plain {
		t.Error("int8 gives the bits of float32")
	}
	same := 0
	for i := range want {
		if slices.Equal(want[i].Vanilla, slots[i].Vanilla) {
			same++
		}
	}
	if same*100 < 80*len(want) {
		t.Errorf("%d of %d slots say the same as in float32", same, len(want))
	}
	for _, args := range [][]string{{"--batch-size", "7"}, {"--batch-tokens", "90", "--threads", "1"}, {"--threads", "3"}} {
		if got, s := rows(append(args, "--precision", "int8")...); got != base || show(s) != show(slots) {
			t.Errorf("%v: other rows", args)
		}
	}
	if code, said := infer(t, "--model", model, "--documents", path, "--precision", "int4", "--out", filepath.Join(t.TempDir(), "out")); code != stages.ExitUsage || !strings.Contains(said, "int4") {
		t.Errorf("precision int4: exit %d: %s", code, said)
	}
}

// TestSettings holds what leaves phrases out, and the exports.
func TestSettings(t *testing.T) {
	docs := randomDocuments(60)
	model, path := modelDir(t), documentsFile(t, docs)
	all := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", path), "predictions-*")
	duplicates := 0
	for _, p := range all {
		for i, k := range p.Phrases {
			if k.Duplicate {
				duplicates++
			}
			if i > 0 && k.Score > p.Phrases[i-1].Score {
				t.Errorf("document %s is not in order of score", p.ID)
			}
		}
	}
	if duplicates == 0 {
		t.Fatal("no duplicates: the test says little")
	}
	some := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", path, "--min-score", "0.1", "--max-phrases", "2"), "predictions-*")
	for i, p := range some {
		distinct := 0
		for _, k := range p.Phrases {
			if !k.Duplicate {
				distinct++
			}
			if k.Score < .1 {
				t.Errorf("document %s has a score of %v", p.ID, k.Score)
			}
		}
		if distinct > 2 || len(p.Phrases) > len(all[i].Phrases) {
			t.Errorf("document %s has %d phrases", p.ID, distinct)
		}
	}
	out := mustInfer(t, "--model", model, "--documents", path, "--export", "jsonl,txt", "--preset", "released")
	lines := strings.Split(string(readFile(t, filepath.Join(out, textFile))), "\n")
	objects := strings.Split(string(readFile(t, filepath.Join(out, jsonFile))), "\n")
	if len(lines) != len(docs)+1 || len(objects) != len(docs)+1 {
		t.Fatalf("%d lines, %d objects", len(lines), len(objects))
	}
	for i, p := range readTable(t, schemas.Predictions, out, "predictions-*.parquet") {
		var phrases []string
		for _, k := range p.Phrases {
			if k.Duplicate {
				t.Errorf("document %s: a mark in the released form", p.ID)
			}
			phrases = append(phrases, k.Phrase)
		}
		var object struct{ Keyphrases []string }
		if err := json.Unmarshal([]byte(objects[i]), &object); err != nil {
			t.Fatal(err)
		}
		if lines[i] != strings.Join(phrases, ";") || !slices.Equal(object.Keyphrases, phrases) {
			t.Errorf("document %s: %q %q, want %q", p.ID, lines[i], object.Keyphrases, phrases)
		}
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSlots holds the slots file against the predictions, with a random model in which ∅ has the weights of the word
// that slots say most: where they said that they now say ∅.
func TestSlots(t *testing.T) {
	model, said := modelDir(t), 25
	change(t, model, "decoder.output_layer.weight", func(w []float32) { copy(w[6*16:7*16], w[said*16:]) })
	out := mustInfer(t, "--model", model, "--documents", documentsFile(t, randomDocuments(40)), "--slots")
	predictions, slots := readTable(t, schemas.Predictions, out, "predictions-*"), readTable(t, schemas.Slots, out, "slots-*")
	first, later, same := 0, 0, 0
	for i, p := range predictions {
		said := map[int32]schemas.Phrase{}
		for _, k := range p.Phrases {
			said[k.Slot] = k
		}
		for n, s := range slots[6*i : 6*i+6] {
			k, ok := said[int32(n)]
			if s.ID != p.ID || int(s.Slot) != n || ok != (len(s.Vanilla) > 0) || !slices.Equal(s.Vanilla, k.Tokens) || ok && s.VanillaProbability != k.Score {
				t.Errorf("document %s, slot %d: %+v, phrase %+v", p.ID, n, s, k)
			}
			if slices.Contains(s.NonNull, "<null>") || s.NullProbability <= 0 || s.FirstProbability < s.NullProbability || s.FirstProbability > 1 {
				t.Errorf("document %s, slot %d: %+v", p.ID, n, s)
			}
			switch {
			case ok:
				same++
				if !slices.Equal(s.Vanilla, s.NonNull) || s.VanillaProbability != s.NonNullProbability {
					t.Errorf("document %s, slot %d: without ∅ %q, with it %q", p.ID, n, s.NonNull, s.Vanilla)
				}
			case s.FirstProbability == s.NullProbability:
				first++
				if s.VanillaProbability != s.NullProbability || len(s.NonNull) == 0 {
					t.Errorf("document %s, slot %d says ∅: %+v", p.ID, n, s)
				}
			default:
				later++
			}
		}
	}
	if first < 20 || later < 20 || same < 20 {
		t.Errorf("%d slots said ∅, %d said it later, %d said a phrase: the test says little", first, later, same)
	}
}

// saveModel writes config.json and model.safetensors.
func saveModel(m interface {
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
}, dir string) error {
	write := func(name string, content func(io.Writer) error) error {
		var b bytes.Buffer
		if err := content(&b); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666)
	}
	return errors.Join(write(slots.ConfigFile, m.WriteConfig), write(slots.TensorsFile, m.WriteTensors))
}
