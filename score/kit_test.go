package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestKit runs the program with --released on every run of the reference kit
// and compares metrics.json with that of the authors' script.
func TestKit(t *testing.T) {
	dir := parity.Path(t)
	for _, flags := range parity.Files(t, "score/*/flags.txt") {
		run := filepath.Base(filepath.Dir(flags))
		t.Run(run, func(t *testing.T) { checkRun(t, dir, run, released(read(t, flags))) })
	}
}

func checkRun(t *testing.T, dir, run string, flags []string) {
	file, _, _ := strings.Cut(run, ".")
	data := filepath.Join(dir, "..", "data", "kp20k_small", "test_")
	if own := filepath.Join(dir, "score", file+"."); exists(own + "src.txt") {
		data = own
	}
	documents := data + "src.txt:" + data + "trg.txt"
	predictions := filepath.Join(dir, "score", file+".predictions.txt")
	if file == "zero" {
		n := strings.Count(read(t, data+"src.txt"), "\n")
		predictions = put(t, filepath.Join(t.TempDir(), "zero.txt"), strings.Repeat("\n", n))
	}
	out := filepath.Join(t.TempDir(), "out")
	code, _, complaints := score(append(flags, "--predictions", predictions, "--documents", documents, "--out", out,
		"--name", "kit", "--bootstrap", "0", "--quiet")...)
	if exists(filepath.Join(dir, "score", run, "error.txt")) {
		if code != stages.ExitUsage || !strings.Contains(complaints, "leave out O") {
			t.Errorf("exit %d, %s; the authors' script fails here", code, complaints)
		}
		return
	}
	if code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	agree(t, metricsOf(t, out), read(t, filepath.Join(dir, "score", run, "metrics.json")))
	agreeEach(t, filepath.Join(out, "scores.parquet"), filepath.Join(dir, "score", run, "per_doc.tsv"), !slices.Contains(flags, "--meng-precision"))
}

// agreeEach compares our numbers of each document with the reference's, in columns NAME@K_KIND. Our file has padded precision alone.
func agreeEach(t *testing.T, ours, reference string, padded bool) {
	t.Helper()
	rows, err := schemas.Scores.ReadAll(ours)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(read(t, reference), "\n"), "\n")
	columns := strings.Split(lines[0], "\t")
	if len(rows) != 3*(len(lines)-1) {
		t.Fatalf("%d rows for %d documents", len(rows), len(lines)-1)
	}
	compared := 0
	for i, line := range lines[1:] {
		want := map[string]float64{}
		for c, cell := range strings.Split(line, "\t") {
			if want[columns[c]], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		for _, row := range rows[3*i : 3*i+3] {
			got := map[string]float64{"num_targets_" + row.Kind: float64(row.Targets), "num_predictions_" + row.Kind: float64(row.Predictions)}
			for k, at := range map[string]schemas.ScoreAt{"5": row.At5, "10": row.At10, "M": row.AtM, "G": row.AtG} {
				for name, x := range map[string]float64{"recall": at.R, "num_matches": float64(at.Hits), "AP": at.MAP, "NDCG": at.NDCG, "AlphaNDCG": at.AlphaNDCG} {
					got[name+"@"+k+"_"+row.Kind] = x
				}
				if padded {
					got["precision@"+k+"_"+row.Kind], got["f1_score@"+k+"_"+row.Kind] = at.P, at.F1
				}
			}
			for name, x := range got {
				w, there := want[name]
				if there && math.Abs(x-w) > 1e-12 {
					t.Errorf("document %d: %s = %v, want %v", i, name, x, w)
				}
				if there {
					compared++
				}
			}
		}
	}
	if compared < 10*len(rows) {
		t.Errorf("%d numbers of %d rows", compared, len(rows))
	}
}

// agree compares our numbers with the reference's, KIND@K: {name: value}.
func agree(t *testing.T, got map[string]float64, reference string) {
	t.Helper()
	ours := map[string]string{
		"macro_p": "macro/p", "macro_r": "macro/r", "macro_f1": "macro/f1", "mean_of_document_f1": "mean_of_documents/f1",
		"micro_p": "micro/p", "micro_r": "micro/r", "micro_f1": "micro/f1",
		"matches": "micro/hits", "predictions": "micro/predictions", "targets": "micro/targets",
		"map": "macro/map", "ndcg": "macro/ndcg", "alpha_ndcg": "macro/alpha_ndcg",
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(reference), &want); err != nil {
		t.Fatal(err)
	}
	for key, raw := range want {
		kind, k, ok := strings.Cut(key, "@")
		if !ok {
			continue
		}
		var values map[string]float64
		if err := json.Unmarshal(raw, &values); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		for name, w := range values {
			g, ok := got["kit/"+kind+"/"+ours[name]+"@"+k]
			if !ok || math.Abs(g-w) > 1e-12 {
				t.Errorf("%s %s = %v, want %v", key, name, g, w)
			}
		}
	}
}

// released translates the script's flags to ours, which refuses unknown ones.
func released(line string) []string {
	args := []string{"--released"}
	if !strings.Contains(line, "-disable_extra_one_word_filter") {
		args = append(args, "--one-word-filter")
	}
	if !strings.Contains(line, "-invalidate_unk") {
		args = append(args, "--keep-unk")
	}
	line = regexp.MustCompile(`_ks(?: \w+)+`).ReplaceAllStringFunc(line, func(cuts string) string {
		return strings.Replace(strings.ReplaceAll(cuts, " ", ","), "_ks,", "-ks ", 1)
	})
	line = strings.NewReplacer("-disable_extra_one_word_filter", "", "-invalidate_unk", "", "-disable_valid_filter", "--valid-filter=false", "-meng_rui_precision", "--meng-precision",
		"-match_by_str", "--match-by-str", "-num_preds", "--num-preds", "-all-ks", "--all-ks", "-present-ks", "--present-ks", "-absent-ks", "--absent-ks").Replace(line)
	return append(args, strings.Fields(line)...)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
