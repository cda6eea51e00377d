package main

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// onCPU returns the stage as on a CPU that lacks a feature for bfloat16, "" for none, until ctx is done. If this CPU lacks the feature, the
// plain loops compute.
func onCPU(ctx context.Context, lacking string) stages.Stage[setting.Config] {
	s := stage
	s.Run = func(_ context.Context, t *stages.Task, c setting.Config) error { return runOn(ctx, t, c, lacking) }
	return s
}

// On a CPU without fast bfloat16 the setting is refused with the feature that is missing; float32 works as ever.
func TestPrecisionLacking(t *testing.T) {
	args := append(slices.Clone(smallest), "--data", madeData(t, 12, 4), "--epochs", "1")
	stagetest.Refused(t, onCPU(t.Context(), "AVX512_BF16"), stages.ExitUsage, []string{"precision bfloat16 needs a CPU with AVX512_BF16", "leave it out"},
		append(args, "--precision", "bfloat16", "--out", filepath.Join(t.TempDir(), "model"))...)
	stagetest.Do(t, onCPU(t.Context(), "AVX512_BF16"), append(args, "--out", filepath.Join(t.TempDir(), "model"))...)

	// This CPU with its bfloat16 instructions switched off.
	p := stagetest.Program{Stage: "train", Args: append(args, "--precision", "bfloat16")}
	cmd := p.Command(t, filepath.Join(t.TempDir(), "model"))
	cmd.Env = append(cmd.Env, "GODEBUG=cpu.avx512bf16=off")
	said, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != stages.ExitUsage || !strings.Contains(string(said), "needs a CPU with AVX") {
		t.Errorf("exit code %d\n%s", code, said)
	}
}

// A model in bfloat16 differs from one in float32 and has the same bytes for any number of threads and after a stop. A run in
// the other precision does not resume from its checkpoint.
func TestPrecision(t *testing.T) {
	able, dir := onCPU(t.Context(), ""), t.TempDir()
	args := append(slices.Clone(smallest), "--data", madeData(t, 60, 12), "--epochs", "4")
	half := append(slices.Clone(args), "--precision", "bfloat16")
	exact, whole, stopped := filepath.Join(dir, "exact"), filepath.Join(dir, "whole"), filepath.Join(dir, "stopped")
	stagetest.Do(t, able, append(args, "--out", exact)...)
	stagetest.Do(t, able, append(half, "--threads", "3", "--out", whole)...)
	if slices.Equal(read(t, exact, modelFile), read(t, whole, modelFile)) {
		t.Error("the model in bfloat16 is that in float32")
	}
	if m := string(read(t, whole, "manifest.json")); !strings.Contains(m, `"precision": "bfloat16"`) {
		t.Errorf("the manifest does not say bfloat16:\n%s", m)
	}
	if r := stagetest.Run(t, onCPU(&after{Context: t.Context(), left: 20}, ""), append(half, "--threads", "1", "--out", stopped)...); r.Code != stages.ExitFailed {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	if r := stagetest.Run(t, able, append(args, "--out", stopped)...); r.Code != stages.ExitUsage {
		t.Errorf("float32 on a checkpoint of bfloat16: exit code %d\n%s", r.Code, r.Stderr)
	}
	stagetest.Do(t, able, append(half, "--threads", "1", "--out", stopped)...)
	stagetest.Equal(t, whole, stopped)
}

// Snapshots of assignments use the precision of the steps: with fixed parameters, those in bfloat16 differ from those in
// float32 in a few slots.
func TestPrecisionOfSnapshots(t *testing.T) {
	data, seen := madeData(t, 600, 4), map[string][]schemas.Assignment{}
	for _, precision := range []string{"float32", "bfloat16"} {
		out := filepath.Join(t.TempDir(), "model")
		stagetest.Do(t, onCPU(t.Context(), ""), append(slices.Clone(smallest), "--data", data, "--epochs", "1", "--lr", "1e-30", "--dropout", "0", "--slots", "8",
			"--assignments-every", "100", "--assignments-documents", "600", "--precision", precision, "--out", out)...)
		if seen[precision] = rowsOf(t, schemas.Assignments, out, "assignments.parquet"); len(seen[precision]) < 600 {
			t.Fatal(len(seen[precision]))
		}
	}
	exact, half := seen["float32"], seen["bfloat16"]
	others := 0
	for i := range min(len(exact), len(half)) {
		if !reflect.DeepEqual(exact[i], half[i]) {
			others++
		}
	}
	if t.Logf("%d of %d rows differ", others, len(exact)); others == 0 && len(exact) == len(half) {
		t.Error("snapshots of a training in bfloat16 are those of one in float32")
	}
}
