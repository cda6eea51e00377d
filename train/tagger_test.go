package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
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
	tagger := made(t, append(jointFlags("tagger"), "--data", pieceData(t, encoder, 60, 60), "--encoder", encoder, "--epochs", "6", "--dropout", "0",
		"--lr", "0.01", "--encoder-lr", "0.002")...)
	data, plain, _ := learned(t)
	if found := there(plain, model.TaggerPrefix+modelFile, model.BestFile); len(found) > 0 {
		t.Errorf("a model without a tagger has %v", found)
	}
	with := learnedRefit(t, "--tagger", tagger, "--fast", "on")
	for _, name := range []string{configFile, modelFile, vocabFile} {
		if !slices.Equal(read(t, with, model.TaggerPrefix+name), read(t, tagger, name)) {
			t.Errorf("%s is not that of the tagger", name)
		}
	}
	best := func(dir string) *choose.Ranker { return textChoiceOf(t, dir, model.BestFile) }
	c, own := best(with), choiceOf(t, with)
	if c.Tagger == "" || c.Tagger != taggerOf(t, with) || !c.ForText() || !c.Runs || !c.Scattered || !c.Names || c.Known != own.Known || c.Neighbours != own.Neighbours {
		t.Errorf("the choice was fitted with %q, the folder has %q", c.Tagger, taggerOf(t, with))
	}
	if fast := textChoiceOf(t, with, fastFile); own.Tagger != "" || len(differ(t, with, plain, choiceFile)) > 0 || fast.Tagger != "" || fast.Scattered {
		t.Error("the choice of slots or the fast one knows the tags")
	}
	for name, args := range map[string][]string{
		"refit": {"refit", "--model", with}, "init": append(slices.Clone(smallest), "--init-from", with, "--epochs", "1"),
		"int8": {"refit", "--model", with, "--store", "int8"},
	} {
		out := made(t, append(args, "--data", data)...)
		small := size(t, filepath.Join(out, model.TaggerPrefix+modelFile)) < size(t, filepath.Join(tagger, modelFile))*3/4
		if got := best(out).Tagger; got == "" || got != taggerOf(t, out) || (got == c.Tagger) == (name == "int8") || small != (name == "int8") {
			t.Errorf("%s: the choice was fitted with %q, the folder has %q, the model before %q", name, got, taggerOf(t, out), c.Tagger)
		}
	}
	few := madeData(t, 12, 4)
	writeDocuments(t, few, validName, madeDocuments(7, 20))
	for _, store := range []string{"float32", "int8"} {
		out, said := do(t, slices.Concat(smallest, []string{"--init-from", with, "--data", few, "--epochs", "1", "--store", store})...)
		same, warned := len(there(out, model.BestFile)) > 0 && len(differ(t, out, with, model.BestFile)) == 0, strings.Contains(said, "which goes with another tagger")
		if same != (store == "float32") || warned == same || len(differ(t, out, with, choiceFile)) > 0 {
			t.Errorf("%s: with too few documents the choice of the tagger is kept: %v; warned: %v", store, same, warned)
		}
	}
	documents := []string{"--documents", german(t, 61), "--columns", "keywords=ours"}
	kept := made(t, append([]string{"refit", "--model", with}, documents...)...)
	if len(differ(t, kept, with, choiceFile, model.BestFile)) > 0 || taggerOf(t, kept) != c.Tagger {
		t.Error("a refit without --data loses the tagger")
	}
	refuses(t, []string{"refit", "--model", plain}, []refusal{
		{"no tagger", stages.ExitInput, []string{"the network does not tag words", "system unikeyphrase or promptkp or tagger"}, []string{"--data", data, "--tagger", plain}},
		{"no data", stages.ExitUsage, []string{"--tagger needs --data"}, append(documents, "--tagger", tagger)},
	})
}

// TestTaggerFineTuned: a run that trains a tagger starts from the tagger of a model as from the tagger's own folder, and writes
// nothing else of that model.
func TestTaggerFineTuned(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	pieces := pieceData(t, encoder, 12, 2)
	flags := slices.Clip(append(jointFlags("tagger"), "--epochs", "1"))
	first := made(t, append(flags, "--data", pieces, "--encoder", encoder)...)
	data, _, _ := learned(t)
	with := learnedRefit(t, "--data", data, "--tagger", first, "--documents", german(t, 61), "--columns", "keywords=ours")
	var tuned []byte
	for _, from := range []string{first, with} {
		out := made(t, append(flags, "--data", pieces, "--init-from", from)...)
		if m := read(t, out, modelFile); tuned != nil && !slices.Equal(m, tuned) || slices.Equal(m, read(t, first, modelFile)) {
			t.Errorf("fine-tuning from %s gives other weights than from the first, or its own", from)
		} else {
			tuned = m
		}
		if found := there(out, extractFile, model.TaggerPrefix+modelFile); len(found) > 0 {
			t.Errorf("the tagger has %v of %s", found, from)
		}
	}
	less := made(t, append(flags, "--data", pieces, "--init-from", with, "--layers", "1", "--lr", "1e-9", "--encoder-lr", "1e-9")...)
	folder := model.Disk(less)
	short, err := folder.Network()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := model.Disk(first).Network()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]float32{}
	for _, p := range whole.Params() {
		of[p.Name] = p.Weights
	}
	for _, p := range short.Params() {
		own := of[p.Name]
		far := len(own) != len(p.Weights)
		for i := range min(len(own), len(p.Weights)) {
			far = far || math.Abs(float64(own[i]-p.Weights[i])) > 1e-6
		}
		if far {
			t.Errorf("%s is not that of the first layers", p.Name)
		}
	}
	if shape, err := folder.Shape(); err != nil || shape.Encoder.Layers != 1 || len(short.Params()) >= len(whole.Params()) {
		t.Errorf("%d layers, %v", shape.Encoder.Layers, err)
	}
	refuses(t, flags, []refusal{{"more layers", stages.ExitUsage, []string{"layers is 3, and that of the model of --init-from"}, []string{"--data", pieces, "--init-from", with, "--layers", "3"}}})
	refuses(t, flags, []refusal{{"", stages.ExitInput, []string{"is not that of the model of --init-from", "--vocab-from " + filepath.Join(with, model.TaggerPrefix+vocabFile)},
		[]string{"--data", data, "--init-from", with}}})
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
