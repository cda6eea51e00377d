package main

import (
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
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// Files of a model folder.
const (
	configFile     = model.ConfigFile
	tensorsFile    = model.TensorsFile
	vocabFile      = model.VocabularyFile
	choiceFile     = model.ChoiceFile
	fastFile       = model.FastFile
	knownFile      = model.KnownFile
	extractFile    = model.ExtractFile
	neighboursFile = model.NeighboursFile
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
		return errors.Join(w.Write(rows...), w.Close())
	})
}

// saveVocabulary writes the vocabulary of a model folder, with what its metadata say.
func saveVocabulary(t testing.TB, dir string, metadata map[string]string, rows []schemas.VocabRow) {
	t.Helper()
	save(t, filepath.Join(dir, vocabFile), func(f *os.File) error {
		w := schemas.Vocab.NewWriter(f, metadata)
		return errors.Join(w.Write(rows...), w.Close())
	})
}

// write writes a file in a new folder and returns its path.
func write(t testing.TB, name, content string) string {
	t.Helper()
	return stagetest.Write(t, t.TempDir(), name, content)
}

// readManifest reads what a test wants of the manifest of an output.
func readManifest(t testing.TB, out string, to any) {
	t.Helper()
	if err := json.Unmarshal(readFile(t, filepath.Join(out, "manifest.json")), to); err != nil {
		t.Fatal(err)
	}
}

// notes returns the notes of a finished output.
func notes(t testing.TB, out string) map[string]any {
	t.Helper()
	var m struct{ Notes map[string]any }
	readManifest(t, out, &m)
	return m.Notes
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

// sampled is a document beside the built-in model.
type sampled struct{ ID, Title, Abstract string }

// abstracts are the documents beside the built-in model.
func abstracts(t testing.TB) (all []sampled) {
	t.Helper()
	for line := range strings.Lines(fileText(t, abstractsFile)) {
		var d sampled
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
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

// modelDir makes a model folder with random weights, which are large, so that slots say different things.
func modelDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	m, err := slots.New[float32](slots.Config{Vocab: 30, Slots: 6, PhraseLen: 4, Width: 16, Heads: 2, FF: 24, EncoderLayers: 1, DecoderLayers: 2, Dropout: .1}, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, tensor := range m.Tensors() {
		for i := range tensor.Data.([]float32) {
			tensor.Data.([]float32)[i] *= 3
		}
	}
	saveModel(t, m, dir)
	saveVocabulary(t, dir, nil, vocabulary(30))
	return dir
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
}

const abstractsFile = "pretrained/abstracts.jsonl"

func fileText(t testing.TB, path string) string {
	t.Helper()
	return string(readFile(t, path))
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// saveModel writes config.json and model.safetensors.
func saveModel(t testing.TB, m interface {
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
}, dir string) {
	t.Helper()
	save(t, filepath.Join(dir, configFile), func(f *os.File) error { return m.WriteConfig(f) })
	save(t, filepath.Join(dir, tensorsFile), func(f *os.File) error { return m.WriteTensors(f) })
}
