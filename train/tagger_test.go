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
	data, plain, _ := learned(t, 120)
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

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
