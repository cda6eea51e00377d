package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestRefused holds what infer says about inputs that it cannot use.
func TestRefused(t *testing.T) {
	docs := documentsFile(t, randomDocuments(3))
	good := modelDir(t)
	with := func(change func(dir string)) string {
		dir := modelDir(t)
		change(dir)
		return dir
	}
	record := func(dir string) { recorded(t, "train", dir, configFile, tensorsFile, vocabFile) }
	mustInfer(t, "--documents", docs, "--model", with(record))
	for _, c := range []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"other vocabulary", []string{"--model", with(func(dir string) {
			record(dir)
			rows := vocabulary(30)
			rows[9].Token = "other"
			saveTable(t, schemas.Vocab, filepath.Join(dir, vocabFile), rows)
		})}, stages.ExitInput, []string{vocabFile, "is not the file that train wrote"}},
		{"short vocabulary", []string{"--model", with(func(dir string) { saveTable(t, schemas.Vocab, filepath.Join(dir, vocabFile), vocabulary(20)) })}, stages.ExitInput, []string{"20 words, the model 30"}},
		{"no vocabulary", []string{"--model", with(func(dir string) { os.Remove(filepath.Join(dir, vocabFile)) })}, stages.ExitInput, []string{vocabFile}},
		{"no specials", []string{"--model", with(func(dir string) { saveTable(t, schemas.Vocab, filepath.Join(dir, vocabFile), vocabulary(40)[7:]) })}, stages.ExitInput, []string{"special token"}},
		{"unknown treatment", []string{"--model", with(func(dir string) { sayUnicode(t, dir, "nfc", vocabulary(30)) })}, stages.ExitInput, []string{`unknown treatment "nfc"`}},
		{"predictions as documents", []string{"--model", good, "--documents", filepath.Join(good, vocabFile)}, stages.ExitInput, []string{"holds vocab, want documents"}},
		{"cut model", []string{"--model", with(func(dir string) { os.Truncate(filepath.Join(dir, tensorsFile), 5000) })}, stages.ExitInput, []string{tensorsFile, "damaged"}},
		{"diverged model", []string{"--model", with(func(dir string) {
			change(t, dir, "decoder.output_fc.bias", func(w []float32) { w[2] = float32(math.NaN()) })
		})}, stages.ExitInput, []string{tensorsFile, "tensor decoder.output_fc.bias", "not finite"}},
		{"weights beyond all bounds", []string{"--model", with(func(dir string) { // finite, but what they are multiplied with is not
			change(t, dir, "decoder.output_fc.weight", func(w []float32) { copy(w, slices.Repeat([]float32{math.MaxFloat32}, len(w))) })
		})}, stages.ExitInput, []string{tensorsFile, "not numbers", "train again"}},
		{"a file as model", []string{"--model", filepath.Join(good, tensorsFile)}, stages.ExitUsage, []string{"want the folder"}},
		{"spans behind the text", []string{"--model", good, "--documents", documentsFile(t, []schemas.Document{{Title: []string{"w8"}, TitleText: "W8", TitleSpans: []int32{0, 3}}})},
			stages.ExitInput, []string{"column title_spans: the file is damaged: row 1: token 1 does not stand"}},
		{"no documents", []string{"--model", good, "--documents", filepath.Join(good, "none")}, stages.ExitInput, []string{"none"}},
		{"export", []string{"--model", good, "--export", "xml"}, stages.ExitUsage, []string{"xml", "jsonl"}},
		{"score", []string{"--model", good, "--min-score", "2"}, stages.ExitUsage, []string{"min_score"}},
		{"batch", []string{"--model", good, "--batch-size", "0"}, stages.ExitUsage, []string{"batch_size"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append(slices.Clone(c.args), "--out", filepath.Join(t.TempDir(), "out"))
			if !slices.Contains(args, "--documents") {
				args = append(args, "--documents", docs)
			}
			stagetest.Refused(t, stage(), c.code, c.want, args...)
		})
	}
}

// recorded writes the manifest that a stage leaves in a folder.
func recorded(t testing.TB, stage, dir string, names ...string) {
	t.Helper()
	var outputs []map[string]any
	for _, name := range names {
		b := readFile(t, filepath.Join(dir, name))
		outputs = append(outputs, map[string]any{"path": name, "size": len(b), "sha256": fmt.Sprintf("%x", sha256.Sum256(b))})
	}
	b, _ := json.Marshal(map[string]any{"stage": stage, "outputs": outputs})
	stagetest.Write(t, dir, "manifest.json", string(b))
}

// change changes a parameter of a model folder.
func change(t testing.TB, dir, name string, f func(w []float32)) {
	t.Helper()
	m, err := slots.Read(model.Disk(dir).Path, model.Disk(dir).Open)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(m.Tensors(), func(t schemas.Tensor) bool { return t.Name == name })
	f(m.Tensors()[i].Data.([]float32))
	saveModel(t, m, dir)
}

// TestRequired: a run needs documents, and a model where the program has none.
func TestRequired(t *testing.T) {
	bare := stage()
	bare.Inputs[0].Default = nil
	model, docs := modelDir(t), documentsFile(t, randomDocuments(3))
	for missing, args := range map[string][]string{"--model": {"--documents", docs}, "--documents": {"--model", model}} {
		stagetest.Refused(t, bare, stages.ExitUsage, []string{missing + " is required"}, append(args, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
}
