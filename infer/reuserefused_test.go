package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestReuseRefused: an output of another model, program, setting or kind of document is refused by name, and its own folder, too.
func TestReuseRefused(t *testing.T) {
	old := manyPapers(rand.New(rand.NewPCG(9, 9)), 5)[:3]
	docs, model := lines(t, "a.jsonl", old), choosing(t)
	never := stagetest.Write(t, t.TempDir(), "never.txt", "w8\n")
	args := []string{"--model", model, "--documents", docs}
	first := mustInfer(t, append(args, "--never", never)...)
	use := append(args, "--reuse", first, "--never", never)
	refused := func(code int, says []string, more ...string) {
		t.Helper()
		stagetest.Refused(t, stage(), code, says, append(more, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
	for _, c := range [][]string{
		{`choose "" then, "top=3" now`, "--choose", "top=3"}, {"min_score 0 then, 0.5 now", "--min-score", ".5"}, {"expect", "--expect", "3"},
		{`boilerplate "drop" then, "keep" now`, "--boilerplate", "keep"}, {"slots false then, true now", "--slots"}, {"precision", "--precision", "int8"},
		{"--like has other files", "--like", docs}, {"language", "--language", "de"}, {"network", "--network", "off"}, {"distinct", "--distinct"},
	} {
		refused(stages.ExitUsage, []string{first, c[0], "give the same model and settings, or leave --reuse out"}, append(use, c[1:]...)...)
	}
	refused(stages.ExitUsage, []string{"never"}, append(args, "--reuse", first)...)
	if err := os.WriteFile(never, []byte("w9\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused(stages.ExitUsage, []string{`never "sha256:`}, use...)
	refused(stages.ExitUsage, []string{"--model has other files"}, "--model", modelDir(t), "--documents", docs, "--reuse", first)
	refused(stages.ExitUsage, []string{"want the folder of a finished output of infer"}, append(args, "--reuse", filepath.Join(first, "predictions-00000-of-00001.parquet"))...)
	plain := mustInfer(t, args...)
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"lies in the output folder; give another --out"}, append(args, "--reuse", plain, "--out", plain)...)
	tokens := mustInfer(t, "--model", model, "--documents", documentsFile(t, randomDocuments(3)))
	refused(stages.ExitUsage, []string{"its documents were given as tokens"}, append(args, "--reuse", tokens)...)
	manifest := filepath.Join(plain, "manifest.json")
	text := string(readFile(t, manifest))
	for _, c := range [][]string{
		{`"arithmetic": "` + reuse.Arithmetic + `"`, `"arithmetic": "other"`, "arithmetic other then, " + reuse.Arithmetic + " now"},
		{`"documents_given_as": "text",`, ``, "an earlier version made it"},
	} {
		if err := os.WriteFile(manifest, []byte(strings.Replace(text, c[0], c[1], 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		refused(stages.ExitUsage, []string{c[2]}, append(args, "--reuse", plain)...)
	}
	if err := os.Remove(filepath.Join(plain, ".stage.json")); err != nil {
		t.Fatal(err)
	}
	refused(stages.ExitUsage, []string{"has no .stage.json", "hidden files included"}, append(args, "--reuse", plain)...)
}

// TestContract: every setting is known to the contract of --reuse as one that counts or does not.
func TestContract(t *testing.T) {
	counting := strings.Fields(`boilerplate choose min_score max_phrases expect distinct released max_oov network language beam beam_depth beam_norm
		precision shortlist speed only never slots label_language unmatched`)
	free := strings.Fields(`format body delimiter quotes encoding sheet columns keyword_separator keywords_line repeated_ids absent limit part_documents
		export export_text spreadsheet_safe export_delimiter bom raw_cells partition_by export_scores batch_size batch_tokens window`)
	for _, m := range []stages.Mode{stage(), conceptsMode()} {
		var described struct{ Settings []struct{ Key string } }
		if err := json.Unmarshal([]byte(stagetest.Run(t, m, "--describe").Stdout), &described); err != nil || len(described.Settings) < 10 {
			t.Fatal(err, described)
		}
		for _, s := range described.Settings {
			if !slices.Contains(counting, s.Key) && !slices.Contains(free, s.Key) {
				t.Errorf("does a row depend on %s? Say so here, and if not, in the contract of package reuse", s.Key)
			}
		}
	}
}
