package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestTagger: a choice that was fitted with a tagger weighs its tags, the same in any batch, and labels with no other tagger.
func TestTagger(t *testing.T) {
	dir, tagger := choosing(t), jointDir(t, joint.TagsOnly)
	for _, name := range []string{configFile, tensorsFile, vocabFile} {
		if err := os.WriteFile(filepath.Join(dir, model.TaggerPrefix+name), readFile(t, filepath.Join(tagger, name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	of, err := model.Disk(tagger).ReadTagger()
	if err != nil {
		t.Fatal(err)
	}
	documents := echoing(t, dir, 12)
	for i := range documents {
		documents[i].Body = append(documents[i].Body, jointPieces[i%9])
	}
	args := []string{"--model", dir, "--documents", documentsFile(t, documents), "--choose", "top=9"}
	weigh := func(digest string) {
		t.Helper()
		m := madeUp(t)
		m.Present.Terms, m.Tagger = append(m.Present.Terms, rank.Term{Feature: "tag_begins", Scale: 1, Weight: .25}), digest
		if err := saveChoice(m, dir); err != nil {
			t.Fatal(err)
		}
	}
	said := func(more ...string) []schemas.Prediction {
		t.Helper()
		return readTable(t, schemas.Predictions, mustInfer(t, append(more, args...)...), "predictions-*")
	}
	weigh("")
	without := said()
	weigh(of.Digest())
	with := said()
	if reflect.DeepEqual(with, without) {
		t.Error("the tags change no probability")
	}
	if !reflect.DeepEqual(with, said("--batch-size", "1", "--threads", "1")) {
		t.Error("documents one by one have other labels")
	}
	bytes := said("--precision", "int8")
	if reflect.DeepEqual(with, bytes) || !reflect.DeepEqual(bytes, said("--precision", "int8", "--batch-size", "1")) {
		t.Error("in 8 bits labels are those of float32, or depend on the batch")
	}
	weigh("ab")
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"tagger-model.safetensors", "not the file that choice.json was fitted with"}, append(args, "--out", t.TempDir())...)
	weigh(of.Digest())
	words := filepath.Join(dir, "tagger-vocab.parquet")
	file, err := text.ReadVocabulary(words)
	if err != nil {
		t.Fatal(err)
	}
	file.Rows[len(file.Rows)-1].Token = "##x"
	save(t, words, func(f *os.File) error {
		w := schemas.Vocab.NewWriter(f, file.Metadata())
		return errors.Join(w.Write(file.Rows...), w.Close())
	})
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"tagger-model.safetensors", "not the file that choice.json was fitted with"}, append(args, "--out", t.TempDir())...)
	if err := os.Remove(words); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"tagger-vocab.parquet", "there is no such file"}, append(args, "--out", t.TempDir())...)
	if err := os.Remove(filepath.Join(dir, "tagger-model.safetensors")); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"tagger-model.safetensors", "there is no such file"}, append(args, "--out", t.TempDir())...)
}
