package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// score runs the stage and returns its exit code, stdout and stderr.
func score(args ...string) (code int, out, complaints string) {
	var stdout, stderr bytes.Buffer
	code = stages.Execute(context.Background(), []stages.Mode{stage, comparing, tabling, showing}, args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// done runs the stage, which must end well, and returns its output folder, what it printed and what it logged.
func done(t *testing.T, args ...string) (out, printed, log string) {
	t.Helper()
	out = filepath.Join(t.TempDir(), "out")
	code, printed, log := score(append(slices.Clone(args), "--out", out)...)
	if code != 0 {
		t.Fatalf("%q: exit %d: %s", args, code, log)
	}
	return out, printed, log
}

// refused runs the stage, which must end with an exit code and a message, and without an output.
func refused(t *testing.T, code int, says string, args ...string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	got, _, log := score(append(slices.Clone(args), "--out", out)...)
	if got != code || !strings.Contains(log, says) {
		t.Errorf("%q: exit %d, want %d and %q: %s", args, got, code, says, log)
	}
	if exists(filepath.Join(out, "manifest.json")) {
		t.Errorf("%q: there is an output despite the error", args)
	}
}

func put(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// file writes a file into a folder of its own.
func file(t testing.TB, name, content string) string {
	t.Helper()
	return put(t, filepath.Join(t.TempDir(), name), content)
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func table[R any](t testing.TB, path string, table schemas.Table[R], rows ...R) {
	t.Helper()
	var b bytes.Buffer
	w := table.NewWriter(&b, nil)
	if err := errors.Join(w.Write(rows...), w.Close()); err != nil {
		t.Fatal(err)
	}
	put(t, path, b.String())
}

func words(s string) []string { return strings.Fields(s) }

func phrase(text string, score float32) schemas.Phrase {
	return schemas.Phrase{Phrase: text, Tokens: words(text), Score: score}
}

// small writes a made-up test set of three documents with predictions and
// slots as preprocess and infer would, and returns its folder.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	table(t, filepath.Join(dir, "test.garden-00000-of-00001.parquet"), schemas.Documents,
		schemas.Document{ID: "a", Title: words("watering tomato plants ."), Body: words("we water <digit> tomato plants each morning ."),
			Present: [][]string{words("tomato plants"), words("watering")}, Absent: [][]string{words("irrigation")}},
		schemas.Document{ID: "b", Title: words("a note on compost ."), Body: words("leaves rot <b> slowly </b> ."),
			Present: [][]string{words("compost")}},
		schemas.Document{ID: "c", Body: words("seeds sleep in winter ."), Absent: [][]string{words("dormancy"), words("seed banks")}},
	)
	repeated := phrase("tomato plant", 0.4)
	repeated.Duplicate = true
	table(t, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions,
		schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{phrase("tomato plants", 0.9), repeated, phrase("irrigation", 0.35), phrase("morning", 0.2), phrase("<unk> plants", 0.1)}},
		schemas.Prediction{ID: "b"},
		schemas.Prediction{ID: "c", Phrases: []schemas.Phrase{phrase("seed bank", 0.6), phrase("<script>", 0.5)}},
	)
	slot := func(id string, n int32, vanilla, nonNull string, p float32) schemas.Slot {
		s := schemas.Slot{ID: id, Slot: n, NullProbability: 0.8, FirstProbability: 0.8, VanillaProbability: 0.8,
			Vanilla: words(vanilla), NonNull: words(nonNull), NonNullProbability: p}
		if vanilla != "" {
			s.NullProbability, s.FirstProbability, s.VanillaProbability = 0.1, p, p
		}
		return s
	}
	table(t, filepath.Join(dir, "slots-00000-of-00001.parquet"), schemas.Slots,
		slot("a", 0, "tomato plants", "tomato plants", 0.9), slot("a", 1, "", "water", 0.1),
		slot("a", 2, "irrigation", "irrigation", 0.35), slot("a", 3, "", "garden", 0.05),
		slot("b", 0, "", "compost", 0.3), slot("b", 1, "", "leaves", 0.2), slot("b", 2, "", "soil", 0.1), slot("b", 3, "", "compost", 0.1),
		slot("c", 0, "", "winter", 0.1), slot("c", 1, "", "seeds", 0.1), slot("c", 2, "seed bank", "seed bank", 0.6), slot("c", 3, "", "seed banks", 0.2),
	)
	return dir
}

// near compares numbers by their names, which begin with prefix.
func near(t *testing.T, got map[string]float64, prefix string, want map[string]float64) {
	t.Helper()
	for name, w := range want {
		if g, ok := got[prefix+name]; !ok || math.Abs(g-w) > 1e-9 {
			t.Errorf("%s = %v, want %v", prefix+name, g, w)
		}
	}
}

func metricsOf(t *testing.T, out string) map[string]float64 {
	t.Helper()
	var m map[string]float64
	if err := json.Unmarshal([]byte(read(t, filepath.Join(out, "metrics.json"))), &m); err != nil {
		t.Fatal(err)
	}
	return m
}
