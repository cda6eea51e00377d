package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// TestRowsAlone holds the promise that the row of a document, bit for bit,
// depends on the document and the model alone.
func TestRowsAlone(t *testing.T) {
	docs := randomDocuments(80)
	docs[3], docs[40] = schemas.Document{ID: "3"}, schemas.Document{ID: "40"} // without a token
	model, path := modelDir(t), documentsFile(t, docs)
	base := mustInfer(t, "--model", model, "--documents", path, "--slots", "--batch-size", "1")
	want, slots := readTable(t, schemas.Predictions, base, "predictions-*"), readTable(t, schemas.Slots, base, "slots-*")
	if len(want) != len(docs) || len(slots) != 6*len(docs) {
		t.Fatalf("%d rows, %d slots", len(want), len(slots))
	}
	phrases, copied := 0, 0
	for _, p := range want {
		for _, k := range p.Phrases {
			phrases++
			if len(k.Tokens[0]) == 3 && k.Tokens[0] >= "w30" {
				copied++
			}
		}
	}
	if phrases < 40 || copied == 0 {
		t.Fatalf("%d phrases, %d copied: the test says little", phrases, copied)
	}
	for _, args := range [][]string{
		{"--batch-size", "7"}, {"--batch-size", "64"}, {"--batch-size", "64", "--batch-tokens", "90"}, {"--window", "5"},
		{"--threads", "1"}, {"--threads", "2"}, {"--threads", "5", "--batch-size", "3"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			out := mustInfer(t, append(args, "--model", model, "--documents", path, "--slots")...)
			for _, name := range []string{"predictions-00000-of-00001.parquet", "slots-00000-of-00001.parquet"} {
				a, _ := os.ReadFile(filepath.Join(base, name))
				b, _ := os.ReadFile(filepath.Join(out, name))
				if len(a) == 0 || !bytes.Equal(a, b) {
					t.Errorf("%s differs", name)
				}
			}
		})
	}
	t.Run("shuffled", func(t *testing.T) {
		mixed := slices.Clone(docs)
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		got := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", documentsFile(t, mixed)), "predictions-*")
		for i := range mixed {
			k := slices.IndexFunc(docs, func(d schemas.Document) bool { return d.ID == mixed[i].ID })
			if show(got[i]) != show(want[k]) {
				t.Errorf("document %s:\n%+v\n%+v", mixed[i].ID, got[i], want[k])
			}
		}
	})
	t.Run("two files", func(t *testing.T) {
		dir := t.TempDir()
		saveTable(t, schemas.Documents, filepath.Join(dir, "test.x-00000-of-00002.parquet"), docs[:33])
		saveTable(t, schemas.Documents, filepath.Join(dir, "test.x-00001-of-00002.parquet"), docs[33:])
		saveTable(t, schemas.Vocab, filepath.Join(dir, "vocab.parquet"), vocabulary(30)) // lies there too
		recorded(t, "preprocess", dir, "test.x-00000-of-00002.parquet", "test.x-00001-of-00002.parquet", "vocab.parquet")
		for _, spec := range []string{dir, filepath.Join(dir, "test*.parquet")} {
			got := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", spec), "predictions-*")
			if show(got) != show(want) {
				t.Errorf("%s: other rows", spec)
			}
		}
	})
	t.Run("shards", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out")
		for i := range 3 {
			if code, said := infer(t, "--model", model, "--documents", path, "--slots", "--export", "txt", "--part-documents", "13", "--shard", fmt.Sprintf("%d/3", i), "--out", out); code != 0 {
				t.Fatal(said)
			}
		}
		if got := readTable(t, schemas.Predictions, out, "predictions-*.parquet"); show(got) != show(want) {
			t.Error("other predictions")
		}
		if got := readTable(t, schemas.Slots, out, "slots-*.parquet"); show(got) != show(slots) {
			t.Error("other slots")
		}
		if texts, _ := filepath.Glob(filepath.Join(out, "predictions-*.txt")); len(texts) != (len(want)+12)/13 {
			t.Errorf("exports %v", texts)
		}
	})
	t.Run("limit", func(t *testing.T) {
		got := readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", path, "--limit", "9"), "predictions-*")
		if show(got) != show(want[:9]) {
			t.Error("other rows")
		}
	})
}

// TestLongAndEmpty holds documents without tokens and documents longer than the
// table of positions, which are cut and counted.
func TestLongAndEmpty(t *testing.T) {
	long := make([]string, 3500)
	for i := range long {
		long[i] = "w9"
	}
	docs := []schemas.Document{{ID: "empty"}, {ID: "long", Body: long}, {ID: "cut", Body: long[:slots.MaxSource]}, {ID: "short", Title: []string{"w8"}}}
	out := mustInfer(t, "--model", modelDir(t), "--documents", documentsFile(t, docs), "--slots")
	rows := readTable(t, schemas.Predictions, out, "predictions-*")
	if len(rows) != 4 || rows[0].ID != "empty" || len(rows[0].Phrases) != 0 {
		t.Fatalf("%+v", rows)
	}
	for i, want := range []schemas.Limits{{Language: "und", Doubtful: "empty"}, {Language: "und", Truncated: true}, {Language: "und"}, {Language: "und", Doubtful: "too short"}} {
		if rows[i].Limits != want {
			t.Errorf("%s: %+v, want %+v", rows[i].ID, rows[i].Limits, want)
		}
	}
	if rows[1].Digest == rows[2].Digest {
		t.Error("the long document has the digest of its first part")
	}
	if rows[1].ID, rows[2].ID, rows[1].Limits, rows[1].Digest = "", "", rows[2].Limits, rows[2].Digest; show(rows[1]) != show(rows[2]) {
		t.Errorf("the long document reads otherwise than its first part:\n%+v\n%+v", rows[1], rows[2])
	}
	var manifest struct{ Notes map[string]any }
	if err := json.Unmarshal(readFile(t, filepath.Join(out, "manifest.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Notes["documents_cut"] != 1. || manifest.Notes["documents_empty"] != 1. || manifest.Notes["choose"] != "slots" {
		t.Errorf("notes %v", manifest.Notes)
	}
	each := map[string]int{}
	for i, s := range readTable(t, schemas.Slots, out, "slots-*") {
		each[s.ID]++
		if s.ID == "empty" && (int(s.Slot) != i || s.NullProbability != 1 || len(s.NonNull) > 0) {
			t.Errorf("slot %d of nothing: %+v", i, s)
		}
	}
	if each["empty"] != each["short"] || each["short"] == 0 {
		t.Errorf("slots by document: %v", each)
	}
}
