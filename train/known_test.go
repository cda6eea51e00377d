package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// knownOf are the phrases of a model folder.
func knownOf(t testing.TB, model string) *choose.Known {
	t.Helper()
	return companionOf(t, model, knownFile, schemas.KnownPhrases.ReadAll, choose.NewKnown)
}

func neighboursOf(t testing.TB, model string) *choose.Neighbours {
	t.Helper()
	return companionOf(t, model, neighboursFile, schemas.ReadNeighbourRows, choose.NewNeighbours)
}

// companionOf reads a table that the choice of a model folder was fitted with.
func companionOf[R, C any](t testing.TB, model, name string, read func(path string) ([]R, error), build func([]R) (C, error)) C {
	t.Helper()
	rows, err := read(filepath.Join(model, name))
	if err != nil {
		t.Fatal(err)
	}
	c, err := build(rows)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestKnown: a training counts the phrases of its training documents; runs that start from its model keep these counts.
func TestKnown(t *testing.T) {
	data, model, _ := learned(t)
	want, dir := read(t, model, knownFile), t.TempDir()
	if m := choiceOf(t, model); m.Known == "" || m.Known != knownOf(t, model).Digest() {
		t.Errorf("the choice was fitted with %q, the folder has %q", m.Known, knownOf(t, model).Digest())
	}
	bare := filepath.Join(dir, "bare")
	if r := stagetest.Do(t, refitting, "--model", model, "--data", data, "--known", "0", "--out", bare); !strings.Contains(r.Stderr, "it knows no words") {
		t.Errorf("--known 0 does not say that it reads no runs: %s", r.Stderr)
	}
	plain := filepath.Join(dir, "plain")
	if r := stagetest.Do(t, refitting, "--model", model, "--data", data, "--known", "0", "--extract", "off", "--out", plain); strings.Contains(r.Stderr, "it knows no words") || choiceOf(t, plain).Runs {
		t.Errorf("--extract off warns about runs: %s", r.Stderr)
	}
	if _, err := os.Stat(filepath.Join(bare, knownFile)); err == nil || choiceOf(t, bare).Known != "" {
		t.Errorf("--known 0 knows phrases: %v, %q", err, choiceOf(t, bare).Known)
	}
	other := madeData(t, 12, 4)
	writeDocuments(t, other, validName, madeDocuments(7, 120))
	writeDocuments(t, other, trainName, madeDocuments(11, 30))
	own := filepath.Join(dir, "own")
	stagetest.Do(t, refitting, "--model", bare, "--data", other, "--out", own)
	if slices.Equal(read(t, own, knownFile), want) || choiceOf(t, own).Known == "" {
		t.Error("the phrases are not those of the data, though the model has none")
	}
	for name, args := range map[string][]string{
		"refit": {"refit", "--model", model}, "init": append(slices.Clone(smallest), "--init-from", model, "--epochs", "1"),
	} {
		out := filepath.Join(dir, name)
		mode, args := called(args)
		stagetest.Do(t, mode, append(args, "--data", other, "--out", out)...)
		if !slices.Equal(read(t, out, knownFile), want) {
			t.Errorf("%s: the phrases are not those of the model that it starts from", name)
		}
	}
	most := filepath.Join(dir, "most")
	stagetest.Do(t, refitting, "--model", bare, "--data", data, "--known", "3", "--out", most)
	for _, r := range readKnown(t, most) {
		if r.Targets < 3 && (r.Targets > 0 || r.Documents < 5) {
			t.Errorf("--known 3 knows %+v", r)
		}
	}
	if all, some := len(readKnown(t, model)), len(readKnown(t, most)); some == 0 || some >= all {
		t.Errorf("%d phrases of 2 documents, %d of 3", all, some)
	}
	if got := defaults().Known; got != 2 {
		t.Errorf("by default %d documents", got)
	}
	stagetest.Refused(t, stage, stages.ExitUsage, []string{"known is -1, want at least 0"}, "--data", data, "--known", "-1", "--out", filepath.Join(dir, "out"))
}

// TestNeighbours: the choice is fitted with the training documents as neighbours; runs that start from its model keep these.
func TestNeighbours(t *testing.T) {
	data, model, _ := learned(t)
	want, dir := read(t, model, neighboursFile), t.TempDir()
	if m := choiceOf(t, model); m.Neighbours == "" || m.Neighbours != neighboursOf(t, model).Digest() {
		t.Errorf("the choice was fitted with %q, the folder has %q", m.Neighbours, neighboursOf(t, model).Digest())
	}
	bare := filepath.Join(dir, "bare")
	stagetest.Do(t, refitting, "--model", model, "--data", data, "--neighbours", "0", "--out", bare)
	if _, err := os.Stat(filepath.Join(bare, neighboursFile)); err == nil || choiceOf(t, bare).Neighbours != "" {
		t.Errorf("--neighbours 0 has neighbours: %v, %q", err, choiceOf(t, bare).Neighbours)
	}
	other := madeData(t, 12, 4)
	writeDocuments(t, other, validName, madeDocuments(7, 120))
	writeDocuments(t, other, trainName, madeDocuments(11, 30))
	own, few := filepath.Join(dir, "own"), filepath.Join(dir, "few")
	stagetest.Do(t, refitting, "--model", bare, "--data", other, "--out", own)
	stagetest.Do(t, refitting, "--model", bare, "--data", other, "--neighbours", "20", "--out", few)
	if a, b := neighboursOf(t, own).Digest(), neighboursOf(t, few).Digest(); a == b || a == neighboursOf(t, model).Digest() || choiceOf(t, own).Neighbours != a {
		t.Error("the neighbours are not those of the data, though the model has none")
	}
	for name, args := range map[string][]string{
		"refit": {"refit", "--model", model}, "init": append(slices.Clone(smallest), "--init-from", model, "--epochs", "1"),
	} {
		out := filepath.Join(dir, name)
		mode, args := called(args)
		stagetest.Do(t, mode, append(args, "--data", other, "--out", out)...)
		if !slices.Equal(read(t, out, neighboursFile), want) {
			t.Errorf("%s: the neighbours are not those of the model that it starts from", name)
		}
	}
	if got := defaults().Neighbours; got != 200_000 {
		t.Errorf("by default %d documents", got)
	}
	stagetest.Refused(t, stage, stages.ExitUsage, []string{"neighbours is -1, want 0 to 4000000"}, "--data", data, "--neighbours", "-1", "--out", filepath.Join(dir, "out"))
}

func readKnown(t *testing.T, model string) []schemas.KnownPhrase {
	t.Helper()
	rows, err := schemas.KnownPhrases.ReadAll(filepath.Join(model, knownFile))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestKnownCounts: keyphrases of at least --known training documents count. Validation documents do not: the choice is fitted
// to them.
func TestKnownCounts(t *testing.T) {
	data := madeData(t, 12, 4)
	writeDocuments(t, data, validName, madeDocuments(7, 90))
	writeDocuments(t, data, trainName, madeDocuments(9, 60))
	count := func(name string, least int64) []schemas.KnownPhrase {
		rows, err := choice.Count(t.Context(), []string{filepath.Join(data, name)}, least, func() {})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for args, least := range map[string]int64{"": 2, "--known=1": 1, "--known=3": 3} {
		out := filepath.Join(t.TempDir(), "model")
		line := append(slices.Clone(smallest), "--data", data, "--epochs", "1", "--choice-documents", "0", "--out", out)
		if args != "" {
			line = append(line, args)
		}
		stagetest.Do(t, stage, line...)
		got := readKnown(t, out)
		if !slices.Equal(got, count(trainName, least)) {
			t.Errorf("%q: not the phrases of %d training documents or more", args, least)
		}
		if slices.Equal(got, count(validName, least)) || slices.Equal(got, count(trainName, least+1)) {
			t.Errorf("%q: the test cannot tell", args)
		}
	}
}

// TestKnownDamaged: an error about impossible phrases names their file.
func TestKnownDamaged(t *testing.T) {
	data, whole, _ := trained(t, 60, "--choice-documents", "0")
	model := t.TempDir()
	for _, name := range []string{configFile, modelFile, vocabFile} {
		if err := os.WriteFile(filepath.Join(model, name), read(t, whole, name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(model, knownFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := schemas.KnownPhrases.NewWriter(f, nil)
	if err := w.Write(schemas.KnownPhrase{Stems: "b", Targets: 1}, schemas.KnownPhrase{Stems: "a", Targets: 1}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, refitting, stages.ExitInput, []string{knownFile, "row 2", "copy it again"}, "--model", model, "--data", data,
		"--out", filepath.Join(t.TempDir(), "out"))
}
