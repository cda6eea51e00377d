package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestReaderEdges holds the corner cases of the authors' reader, for training
// and validation, with and without <eos> between title and body.
func TestReaderEdges(t *testing.T) {
	for _, source := range parity.Files(t, "preprocess/edge*_src.txt") {
		base := strings.TrimSuffix(source, "_src.txt")
		results := readJSON[map[string]json.RawMessage](t, base+"_result.json")
		held := 0
		for name, want := range results {
			var train, remove string
			if n, _ := fmt.Sscanf(name, "is_train=%s remove_title_eos=%s", &train, &remove); n != 2 {
				continue
			}
			held++
			t.Run(filepath.Base(base)+"/"+name, func(t *testing.T) {
				pair := source + ":" + base + "_trg.txt"
				args := []string{"--preset", "released", "--train", pair, "--valid", pair, "--quiet"}
				if remove == "False" {
					args = append(args, "--title-eos")
				}
				out, _ := execute(t, 0, args...)
				set := "valid"
				if train == "True" {
					set = "train"
				}
				checkEdges(t, readTable(t, schemas.Documents, out, set+"-00000-of-00001.parquet"), want, remove == "False")
				if vocab, ok := results["vocab_of_train"]; ok && train == "True" && remove == "True" {
					checkEdgeVocab(t, readTable(t, schemas.Vocab, out, "vocab.parquet"), vocab)
				}
			})
		}
		if held == 0 {
			t.Errorf("%s_result.json has no cases", base)
		}
	}
}

func checkEdges(t *testing.T, got []schemas.Document, want json.RawMessage, eos bool) {
	var all []struct {
		Src []string
		Trg [][]string
	}
	if err := json.Unmarshal(want, &all); err != nil || len(got) != len(all) {
		t.Fatalf("%d documents, want %d, %v", len(got), len(all), err)
	}
	for i, d := range got {
		peos := []string{text.Specials[text.Peos]}
		targets := rule.Targets(&d)
		if !slices.ContainsFunc(all[i].Trg, func(p []string) bool { return slices.Equal(p, peos) }) { // we part present from absent all the same
			targets = targets[1:]
		}
		if src := source(&d, eos); !slices.Equal(src, all[i].Src) || !slices.EqualFunc(targets, all[i].Trg, slices.Equal) {
			t.Errorf("document %d: source %q, targets %q, want %q", i, src, targets, all[i])
		}
	}
}

func checkEdgeVocab(t *testing.T, got []schemas.VocabRow, want json.RawMessage) {
	var all [][2]any
	if err := json.Unmarshal(want, &all); err != nil || len(got) != len(all) {
		t.Fatalf("%d words, want %d, %v", len(got), len(all), err)
	}
	for i, r := range got {
		row := [2]any{r.Token, float64(r.Count)}
		if r.Count == 0 {
			row[1] = nil
		}
		if row != all[i] {
			t.Errorf("word %d: %q, want %q", i, row, all[i])
		}
	}
}
