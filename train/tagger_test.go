package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// taggerOf returns the digest of the tagger in a model folder, "" without one.
func taggerOf(t *testing.T, dir string) string {
	t.Helper()
	folder, ok := model.Disk(dir).Tagger()
	if !ok {
		return ""
	}
	tagger, err := folder.ReadTagger()
	if err != nil {
		t.Fatal(err)
	}
	return tagger.Digest()
}

// TestTagger: a choice that is fitted with a tagger knows its tags and has its files beside it; runs that start from its model
// keep them.
func TestTagger(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	dir := t.TempDir()
	tagger, with := filepath.Join(dir, "tagger"), filepath.Join(dir, "with")
	stagetest.Do(t, stage, append(jointFlags("tagger"), "--data", pieceData(t, encoder, 60, 60), "--encoder", encoder, "--epochs", "6", "--dropout", "0",
		"--lr", "0.01", "--encoder-lr", "0.002", "--out", tagger)...)
	data, plain, _ := learned(t)
	if found := there(filepath.Join(plain, model.TaggerPrefix+modelFile)); len(found) > 0 || choiceOf(t, plain).Tagger != "" {
		t.Errorf("a model without a tagger has %v and a choice of %q", found, choiceOf(t, plain).Tagger)
	}
	stagetest.Do(t, refitting, "--model", plain, "--data", data, "--tagger", tagger, "--out", with)
	for _, name := range []string{configFile, modelFile, vocabFile} {
		if !slices.Equal(read(t, with, model.TaggerPrefix+name), read(t, tagger, name)) {
			t.Errorf("%s is not that of the tagger", name)
		}
	}
	c := choiceOf(t, with)
	if c.Tagger == "" || c.Tagger != taggerOf(t, with) {
		t.Errorf("the choice was fitted with %q, the folder has %q", c.Tagger, taggerOf(t, with))
	}
	if reflect.DeepEqual(c.Present, choiceOf(t, plain).Present) {
		t.Error("the choice is as without the tags")
	}
	for name, args := range map[string][]string{
		"refit": {"refit", "--model", with}, "init": append(slices.Clone(smallest), "--init-from", with, "--epochs", "1"),
		"int8": {"refit", "--model", with, "--store", "int8"},
	} {
		out := filepath.Join(dir, name)
		mode, args := called(args)
		stagetest.Do(t, mode, append(args, "--data", data, "--out", out)...)
		if got := choiceOf(t, out).Tagger; got == "" || got != taggerOf(t, out) || (got == c.Tagger) != (name != "int8") {
			t.Errorf("%s: the choice was fitted with %q, the folder has %q, the model before %q", name, got, taggerOf(t, out), c.Tagger)
		}
	}
	if a, b := size(t, filepath.Join(dir, "int8", model.TaggerPrefix+modelFile)), size(t, filepath.Join(tagger, modelFile)); a > b*3/4 {
		t.Errorf("in 8 bits the tagger has %d bytes, in float32 %d", a, b)
	}
	documents, kept := german(t, 61), filepath.Join(dir, "kept")
	stagetest.Do(t, refitting, "--model", with, "--documents", documents, "--columns", "keywords=ours", "--out", kept)
	if !slices.Equal(read(t, kept, choiceFile), read(t, with, choiceFile)) || taggerOf(t, kept) != c.Tagger {
		t.Error("a refit without --data loses the tagger")
	}
	stagetest.Refused(t, refitting, stages.ExitInput, []string{"the network does not tag words", "system unikeyphrase or promptkp or tagger"},
		"--model", plain, "--data", data, "--tagger", plain, "--out", filepath.Join(dir, "other"))
	stagetest.Refused(t, refitting, stages.ExitUsage, []string{"--tagger needs --data"},
		"--model", plain, "--documents", documents, "--tagger", tagger, "--out", filepath.Join(dir, "no"))
}

// TestTaggerFineTuned: a run that trains a tagger starts from the tagger of a model as from the tagger's own folder, and writes
// nothing else of that model.
func TestTaggerFineTuned(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	dir, pieces := t.TempDir(), pieceData(t, encoder, 12, 2)
	first, with := filepath.Join(dir, "tagger"), filepath.Join(dir, "with")
	flags := append(jointFlags("tagger"), "--epochs", "1")
	stagetest.Do(t, stage, append(slices.Clone(flags), "--data", pieces, "--encoder", encoder, "--out", first)...)
	data, plain, _ := learned(t)
	stagetest.Do(t, refitting, "--model", plain, "--data", data, "--tagger", first, "--documents", german(t, 61), "--columns", "keywords=ours", "--out", with)
	var tuned []byte
	for _, from := range []string{first, with} {
		out := filepath.Join(dir, "from-"+filepath.Base(from))
		stagetest.Do(t, stage, append(slices.Clone(flags), "--data", pieces, "--init-from", from, "--out", out)...)
		if m := read(t, out, modelFile); tuned != nil && !slices.Equal(m, tuned) || slices.Equal(m, read(t, first, modelFile)) {
			t.Errorf("fine-tuning from %s gives other weights than from the first, or its own", from)
		} else {
			tuned = m
		}
		if found := there(filepath.Join(out, extractFile), filepath.Join(out, model.TaggerPrefix+modelFile)); len(found) > 0 {
			t.Errorf("the tagger has %v of %s", found, from)
		}
	}
	stagetest.Refused(t, stage, stages.ExitInput, []string{"is not that of the model of --init-from", "--vocab-from " + filepath.Join(with, model.TaggerPrefix+vocabFile)},
		append(slices.Clone(flags), "--data", data, "--init-from", with, "--out", filepath.Join(dir, "no"))...)
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
