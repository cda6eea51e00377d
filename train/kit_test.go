package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// Files of a model folder; tests call their folders model.
const (
	configFile     = model.ConfigFile
	modelFile      = model.TensorsFile
	vocabFile      = model.VocabularyFile
	choiceFile     = model.ChoiceFile
	fastFile       = model.FastFile
	knownFile      = model.KnownFile
	extractFile    = model.ExtractFile
	neighboursFile = model.NeighboursFile
)

// smallest has settings with which a step takes a few milliseconds.
var smallest = []string{"--preset", "tiny", "--d-model", "16", "--heads", "2", "--ff", "32", "--layers", "1",
	"--slots", "4", "--phrase-len", "4", "--batch-size", "6", "--lr", "0.01", "--log-every", "5"}

// oneSlotFlags returns settings with which a step of a system of one slot takes a few milliseconds.
func oneSlotFlags(preset string) []string {
	args := slices.Clone(smallest)
	args[1] = "tiny," + preset
	at := slices.Index(args, "--slots")
	args = slices.Delete(args, at, at+4) // and --phrase-len
	if preset == "catseq-r" {
		at = slices.Index(args, "--heads")
		args = slices.Delete(args, at, at+4) // and --ff
	}
	return args
}

// jointFlags returns settings with which a step of a system over an encoder takes a few milliseconds.
func jointFlags(preset string) []string {
	return []string{"--preset", "tiny," + preset, "--batch-size", "6", "--log-every", "5"}
}

// called returns the mode that the first of args names, and the other args.
func called(args []string) (stages.Mode, []string) {
	switch args[0] {
	case "refit":
		return refitting, args[1:]
	case "import":
		return importing, args[1:]
	case "concepts":
		return conceptsTraining, args[1:]
	}
	return stage, args
}

// do runs train, or a mode that the first of args names, into a new folder. It returns the folder and what was said.
func do(t testing.TB, args ...string) (out, said string) {
	t.Helper()
	mode, args := called(args)
	out = filepath.Join(t.TempDir(), "out")
	return out, stagetest.Do(t, mode, slices.Concat(args, []string{"--out", out})...).Stderr
}

// made is do without what was said.
func made(t testing.TB, args ...string) (out string) {
	t.Helper()
	out, _ = do(t, args...)
	return out
}

// tiny is made with the settings of smallest before the others.
func tiny(t testing.TB, args ...string) (out string) {
	t.Helper()
	return made(t, slices.Concat(smallest, args)...)
}

// refusal is a command line that is refused, for what it lacks or has too much.
type refusal struct {
	name  string
	code  int
	texts []string
	args  []string
}

// refuses runs train, or a mode that the first of the arguments names, with the common arguments before those of each refusal.
func refuses(t *testing.T, common []string, all []refusal) {
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			mode, args := called(slices.Concat(common, c.args))
			stagetest.Refused(t, mode, c.code, c.texts, append(args, "--out", filepath.Join(t.TempDir(), "out"))...)
		})
	}
}

// errEnough ends a run whose settings are all that a test wants.
var errEnough = errors.New("enough")

// looking is the stage with look in place of its run.
func looking(look func(*stages.Task, setting.Config) error) stages.Stage[setting.Config] {
	s := stage
	s.Run = func(_ context.Context, t *stages.Task, c setting.Config) error { return cmp.Or(look(t, c), errEnough) }
	return s
}

// settled returns the settings with which a command line would train.
func settled(t *testing.T, args ...string) (got setting.Config) {
	t.Helper()
	s := looking(func(_ *stages.Task, c setting.Config) error { got = c; return nil })
	r := stagetest.Run(t, s, append(slices.Clone(args), "--out", filepath.Join(t.TempDir(), "out"))...)
	if !strings.Contains(r.Stderr, errEnough.Error()) {
		t.Errorf("%v: exit code %d\n%s", args, r.Code, r.Stderr)
	}
	return got
}

func read(t testing.TB, dir, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// there returns the files of a folder that have these names.
func there(dir string, names ...string) (found []string) {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			found = append(found, name)
		}
	}
	return found
}

// differ returns the names of files that differ between two folders.
func differ(t testing.TB, a, b string, names ...string) (other []string) {
	t.Helper()
	for _, name := range names {
		if !slices.Equal(read(t, a, name), read(t, b, name)) {
			other = append(other, name)
		}
	}
	return other
}

// notes are what a run noted in its manifest.
func notes(t testing.TB, dir string) map[string]any {
	t.Helper()
	var m struct{ Notes map[string]any }
	if err := json.Unmarshal(read(t, dir, "manifest.json"), &m); err != nil {
		t.Fatal(err)
	}
	return m.Notes
}

// rowsOf reads a table in a folder.
func rowsOf[R any](t testing.TB, table schemas.Table[R], dir, name string) []R {
	t.Helper()
	rows, err := table.ReadAll(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// writeRows writes a table into a folder.
func writeRows[R any](t testing.TB, table schemas.Table[R], dir, name string, metadata map[string]string, rows ...R) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := table.NewWriter(f, metadata)
	if err := errors.Join(w.Write(rows...), w.Close()); err != nil {
		t.Fatal(err)
	}
}

// validLines are the lines of the training log about checks.
func validLines(t *testing.T, out string) (lines []schemas.TrainLog) {
	t.Helper()
	return slices.DeleteFunc(rowsOf(t, schemas.TrainLogs, out, "train_log.parquet"), func(l schemas.TrainLog) bool { return l.Split != "valid" })
}

// learns checks that the validation loss falls to the share of what it was.
func learns(t *testing.T, out string, share float64) {
	t.Helper()
	lines := validLines(t, out)
	if first, last := lines[0].Loss, lines[len(lines)-1].Loss; !(last <= share*first) {
		t.Errorf("validation loss %.3f at first, %.3f at last", first, last)
	}
}

// load reads a model folder of a network of slots.
func load(t testing.TB, dir string) *slots.Model[float32] { return loaded(t, dir, slots.Read) }

// loadSequence reads a model folder of a network of one slot.
func loadSequence(t testing.TB, dir string) *sequence.Model[float32] {
	return loaded(t, dir, sequence.Read)
}

// loadJoint reads a model folder of a network over an encoder.
func loadJoint(t testing.TB, dir string) *joint.Model[float32] { return loaded(t, dir, joint.Read) }

func loaded[M any](t testing.TB, dir string, read func(path func(string) string, open func(string) (schemas.File, error)) (M, error)) M {
	t.Helper()
	m, err := read(model.Disk(dir).Path, model.Disk(dir).Open)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// copied copies files of a folder into a new one.
func copied(t testing.TB, from string, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		stagetest.Write(t, dir, name, string(read(t, from, name)))
	}
	return dir
}
