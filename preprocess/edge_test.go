package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestReaderEdges holds the corner cases of the authors' reader, for training
// and validation, with and without <eos> between title and body.
func TestReaderEdges(t *testing.T) {
	for _, source := range parity.Files(t, "preprocess/edge*_src.txt") {
		base := strings.TrimSuffix(source, "_src.txt")
		results := readJSON[map[string]any](t, base+"_result.json")
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
				checkEdges(t, readTable(t, schemas.Documents, out, set+"-00000-of-00001.parquet"), want.([]any), remove == "False")
				if vocab, ok := results["vocab_of_train"].([]any); ok && train == "True" && remove == "True" {
					checkEdgeVocab(t, readTable(t, schemas.Vocab, out, "vocab.parquet"), vocab)
				}
			})
		}
		if held == 0 {
			t.Errorf("%s_result.json has no cases", base)
		}
	}
}

func checkEdges(t *testing.T, got []schemas.Document, want []any, eos bool) {
	if len(got) != len(want) {
		t.Fatalf("%d documents, want %d", len(got), len(want))
	}
	for i, d := range got {
		w := want[i].(map[string]any)
		if src := words(source(&d, eos)); !reflect.DeepEqual(src, w["src"]) {
			t.Errorf("document %d: source %q, want %q", i, src, w["src"])
		}
		var trg []any
		for _, p := range rule.Targets(&d) {
			trg = append(trg, words(p))
		}
		wantTrg := w["trg"].([]any)
		if !contains(wantTrg, []any{"<peos>"}) { // we part present from absent all the same
			trg = trg[1:]
		}
		if !reflect.DeepEqual(trg, wantTrg) {
			t.Errorf("document %d: targets %q, want %q", i, trg, wantTrg)
		}
	}
}

func checkEdgeVocab(t *testing.T, got []schemas.VocabRow, want []any) {
	if len(got) != len(want) {
		t.Fatalf("%d words, want %d", len(got), len(want))
	}
	for i, r := range got {
		count := any(float64(r.Count))
		if r.Count == 0 {
			count = nil
		}
		if w := want[i].([]any); w[0] != r.Token || w[1] != count {
			t.Errorf("word %d: %q %d, want %v", i, r.Token, r.Count, w)
		}
	}
}

func words(list []string) []any {
	all := make([]any, len(list))
	for i, w := range list {
		all[i] = w
	}
	return all
}

func contains(list []any, v any) bool {
	for _, x := range list {
		if reflect.DeepEqual(x, v) {
			return true
		}
	}
	return false
}
