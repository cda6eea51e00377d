//go:build !nomodel

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

const pretrainedModel = "pretrained/model"

// TestPretrained: without --model the model in the program labels as it does from its folder, to the byte, under the same
// key; the manifest has the digests of its files.
func TestPretrained(t *testing.T) {
	within := mustInfer(t, "--documents", abstractsFile)
	rows := readTable(t, schemas.Predictions, within, "predictions-*")
	if len(rows) < 3 {
		t.Errorf("%d documents", len(rows))
	}
	for _, row := range rows {
		if len(row.Phrases) == 0 {
			t.Errorf("document %s: no phrases", row.ID)
		}
		for i, p := range row.Phrases {
			if !(p.Score > 0 && p.Score <= 1) || i > 0 && p.Score > row.Phrases[i-1].Score {
				t.Errorf("document %s: %s has the probability %v", row.ID, p.Phrase, p.Score)
			}
		}
	}
	given := mustInfer(t, "--model", pretrainedModel, "--documents", abstractsFile)
	stagetest.Equal(t, within, given)
	var a, b stages.Manifest
	readManifest(t, within, &a)
	readManifest(t, given, &b)
	if a.Key == "" || a.Key != b.Key {
		t.Errorf("key %s from the program, %s from the folder", a.Key, b.Key)
	}
	model := a.Inputs[0]
	if model.Port != "model" || model.Spec != "built-in" || len(model.Files) != 7 {
		t.Fatalf("the manifest has the model %+v", model)
	}
	for i, name := range []string{fastFile, choiceFile, configFile, tensorsFile, neighboursFile, knownFile, vocabFile} {
		sum := sha256.Sum256(readFile(t, filepath.Join(pretrainedModel, name)))
		if f := model.Files[i]; f.Path != name || f.SHA256 != hex.EncodeToString(sum[:]) || !f.BuiltIn {
			t.Errorf("the manifest has the file %+v", f)
		}
	}
	if code, said := infer(t, "--documents", abstractsFile, "--out", within); code != 0 || !strings.Contains(said, "nothing to do") {
		t.Errorf("a second time: exit %d: %s", code, said)
	}
}

// TestPretrainedSlots: who asks for slots, too, gets the same predictions, to the byte: all candidates have the same features. The first
// words of slots are those of --choose slots; further ones are shared by slots that begin alike.
func TestPretrainedSlots(t *testing.T) {
	path := documentsFile(t, recombined(t, 8))
	for _, precision := range []string{"float32", "int8"} {
		args := []string{"--documents", path, "--choose", "top=60", "--precision", precision}
		without, with := mustInfer(t, args...), mustInfer(t, append(args, "--slots")...)
		if !bytes.Equal(readFile(t, filepath.Join(without, predictions0)), readFile(t, filepath.Join(with, predictions0))) {
			t.Errorf("%s: --slots changes predictions", precision)
		}
		whole := mustInfer(t, "--documents", path, "--choose", "slots", "--shortlist", "5000", "--precision", precision, "--slots")
		if shared, own := firsts(t, with), firsts(t, whole); len(shared) == 0 || !slices.Equal(shared, own) {
			t.Errorf("%s: the slots begin %v, with --choose slots and the shortlist of the choice %v", precision, shared, own)
		}
	}
}

// firsts are the first words of the slots of an output, with their probabilities.
func firsts(t *testing.T, out string) (words []string) {
	first := func(phrase []string) string { return strings.Join(phrase[:min(1, len(phrase))], "") }
	for _, s := range readTable(t, schemas.Slots, out, "slots-*") {
		words = append(words, fmt.Sprint(s.ID, s.Slot, s.NullProbability, s.FirstProbability, first(s.Vanilla), first(s.NonNull)))
	}
	return words
}

// recombined are documents of the abstracts' sentences, each of two that differ.
func recombined(t *testing.T, n int) (docs []schemas.Document) {
	var titles, sentences [][]string
	for _, a := range abstracts(t) {
		titles = append(titles, strings.Fields(strings.ToLower(a.Title)))
		for _, s := range strings.Split(a.Abstract, ". ") {
			sentences = append(sentences, strings.Fields(strings.ToLower(s)))
		}
	}
	for i := range n {
		d := schemas.Document{ID: fmt.Sprint(i), Title: titles[i%len(titles)]}
		for k := range 5 {
			d.Body = append(d.Body, sentences[(i*7+k*(1+i%3))%len(sentences)]...)
			d.Body = append(d.Body, ".")
		}
		docs = append(docs, d)
	}
	return docs
}

// TestPretrainedShown: what the program says of itself has the default.
func TestPretrainedShown(t *testing.T) {
	var d struct {
		Inputs []struct {
			Flag, Default string
			Required      bool
		}
	}
	if err := json.Unmarshal([]byte(stagetest.Do(t, stage(), "--describe").Stdout), &d); err != nil {
		t.Fatal(err)
	}
	if in := d.Inputs[0]; in.Flag != "--model" || in.Required || in.Default != "built-in" {
		t.Errorf("--describe: %+v", in)
	}
	help := strings.Join(strings.Fields(stagetest.Do(t, stage(), "--help").Stdout), " ")
	if !strings.Contains(help, "--model PATH a model folder of train (model) (default: built-in)") {
		t.Errorf("--help: %s", help)
	}
}

// TestModelCard: the card is that of the model, with everything said that has to be, and the model is no larger than 30 MB.
func TestModelCard(t *testing.T) {
	card := readFile(t, filepath.Join(pretrainedModel, "MODEL_CARD.md"))
	for _, part := range []string{"## Data and licences", "## Settings, commands and seeds", "## Measures", "## What it is good and bad at",
		"None of the training text"} {
		if !bytes.Contains(card, []byte(part)) {
			t.Errorf("the card lacks %q", part)
		}
	}
	if bytes.Contains(card, []byte("???")) {
		t.Error("the card has ??? where something is to be filled in")
	}
	measure := regexp.MustCompile(`(?m)^\| [a-z0-9]+ \| [0-9,]+ (\| [0-9]*\.[0-9]+ \[[0-9]*\.[0-9]+, [0-9]*\.[0-9]+\] ){4}\| [0-9]*\.[0-9]+ \| [0-9]*\.[0-9]+ \|$`)
	if n := len(measure.FindAll(card, -1)); n < 2 {
		t.Errorf("%d test sets with measures and intervals", n)
	}
	sum := sha256.Sum256(readFile(t, filepath.Join(pretrainedModel, tensorsFile)))
	if digest := hex.EncodeToString(sum[:]); !bytes.Contains(card, []byte(digest)) {
		t.Errorf("the card is of another %s than that with the digest %s", tensorsFile, digest)
	}
	entries, err := os.ReadDir(pretrainedModel)
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	if size > 30_000_000 {
		t.Errorf("the model has %d bytes", size)
	}
}

// TestReadmeShows: the phrases that README.md shows are those of the built-in model.
func TestReadmeShows(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, out, _ := strings.Cut(string(readme), "id,rank,phrase,score,")
	shown, _, _ := strings.Cut("id,rank,phrase,score,"+out, "\n```")
	got := stagetest.Do(t, stage(), "--config", "none", "--documents", abstractsFile, "--choose", "probability=0.1", "--export", "csv", "--out", "-").Stdout
	lines := strings.Split(got, "\n")
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "retrieval,1,") }); i < 0 {
		t.Errorf("no phrases of retrieval in %s", got)
	} else if want := strings.Join(append(lines[:1:1], lines[i:i+3]...), "\n"); shown != want {
		t.Errorf("README.md shows\n%s\nand infer writes\n%s", shown, want)
	}
}
