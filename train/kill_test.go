package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// A run that is killed again and again, at a random moment after its last checkpoint, and started again leaves the bytes of an
// undisturbed run, checkpoint included.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	data := madeData(t, 60, 12)
	writeDocuments(t, data, validName, madeDocuments(7, 400))
	p := stagetest.Program{Stage: "train", Args: append(slices.Clone(smallest), "--data", data, "--epochs", "16",
		"--assignments-every", "20", "--assignments-documents", "6", "--patience", "100", "--checkpoint-every", "7",
		"--warmup", "30", "--anneal", "linear", "--decay", "1")} // a decay of 1 goes with it
	whole, out, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed"), 0
	start := time.Now()
	if r := p.Run(t, whole); r.Code != stages.ExitDone {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	soon := time.Since(start) / 32
	// The first kills come sooner: the run may go faster now than the undisturbed one did.
	for kill(t, p.Command(t, out), soon/time.Duration(max(1, 8>>killed)), filepath.Join(out, "checkpoint", "state-*.safetensors"), filepath.Join(out, vocabFile)) {
		killed++
	}
	if r := p.Run(t, out); r.Code != stages.ExitDone {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	stagetest.Equal(t, whole, out)
	if killed < 3 {
		t.Errorf("killed only %d times", killed)
	}
	if len(there(whole, choiceFile)) == 0 {
		t.Errorf("no %s", choiceFile)
	}
}

// A run of any network that is stopped twice and started again leaves the bytes of an undisturbed run: its checkpoint has all of its
// state.
func TestStopped(t *testing.T) {
	stopped := func(t *testing.T, args ...string) {
		args = append(args, "--epochs", "6", "--patience", "100", "--checkpoint-every", "7", "--warmup", "30", "--anneal", "linear", "--decay", "1")
		whole, out := made(t, args...), filepath.Join(t.TempDir(), "out")
		for _, left := range []int{12, 17} {
			if r := stagetest.Run(t, onCPU(&after{Context: t.Context(), left: left}, ""), append(args, "--out", out)...); r.Code != stages.ExitFailed {
				t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
			}
		}
		stagetest.Do(t, stage, append(args, "--out", out)...)
		stagetest.Equal(t, whole, out)
	}
	t.Run("encoder", func(t *testing.T) {
		encoder := tinybert.Write(t, madePieces...)
		stopped(t, append(slices.Clone(onEncoder), "--data", pieceData(t, encoder, 60, 8), "--encoder", encoder, "--lr", "0.01", "--encoder-lr", "0.001")...)
	})
	for _, system := range []string{"unikeyphrase", "promptkp"} {
		t.Run(system, func(t *testing.T) {
			encoder := tinybert.WriteLong(t, long, madePieces...)
			stopped(t, append(jointFlags(system), "--data", pieceData(t, encoder, 40, 8), "--encoder", encoder, "--kp-drop", "0.2")...)
		})
	}
	t.Run("catseq-r", func(t *testing.T) { stopped(t, append(oneSlotFlags("catseq-r"), "--data", madeData(t, 60, 12))...) })
}

// matches returns the files that match the patterns.
func matches(patterns ...string) (all []string) {
	for _, p := range patterns {
		found, _ := filepath.Glob(p)
		all = append(all, found...)
	}
	return all
}

// kill starts a run and, once it has written another of the files, kills it after a random time below soon. It reports
// whether the run was still alive. The files are checkpoints and the vocabulary, after which only the fit of the choice is left.
func kill(t *testing.T, cmd *exec.Cmd, soon time.Duration, files ...string) bool {
	t.Helper()
	before := matches(files...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for wait := time.Millisecond; ; {
		written := !slices.Equal(before, matches(files...))
		if written {
			wait = rand.N(soon)
		}
		select {
		case <-ended:
			return false
		case <-time.After(wait):
		}
		if written {
			cmd.Process.Kill()
			<-ended
			return !cmd.ProcessState.Exited()
		}
	}
}

// after is a context that is done after a number of questions.
type after struct {
	context.Context
	left int
}

func (a *after) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// If the last checkpoint is damaged, the run resumes from the one before it, with a warning that names the file. If both are,
// it ends with an input error and a remedy, until --force starts it anew. Both end with the bytes of an undisturbed run.
func TestDamagedCheckpoint(t *testing.T) {
	data, dir := madeData(t, 60, 12), t.TempDir()
	args := append(slices.Clone(smallest), "--data", data, "--epochs", "2", "--checkpoint-every", "4")
	whole, out := made(t, args...), filepath.Join(dir, "out")
	if r := stagetest.Run(t, onCPU(&after{Context: t.Context(), left: 20}, ""), append(args, "--out", out)...); r.Code != stages.ExitFailed {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	states, _ := filepath.Glob(filepath.Join(out, "checkpoint", "state-*.safetensors"))
	if len(states) != 2 {
		t.Fatalf("checkpoints %v", states)
	}
	slices.SortFunc(states, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	rot := func(path string) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)-5] ^= 1
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lost := filepath.Join(dir, "lost")
	if err := os.CopyFS(lost, os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	rot(states[1])
	if r := stagetest.Do(t, stage, append(args, "--out", out)...); !strings.Contains(r.Stderr, filepath.Base(states[1])+": ") || !strings.Contains(r.Stderr, "the run resumes from step") {
		t.Errorf("no warning about the damaged checkpoint:\n%s", r.Stderr)
	}
	stagetest.Equal(t, whole, out)
	for _, path := range states {
		rot(filepath.Join(lost, "checkpoint", filepath.Base(path)))
	}
	for range 2 {
		stagetest.Refused(t, stage, stages.ExitInput, []string{filepath.Base(states[1]), "no earlier checkpoint is whole", "--force"}, append(args, "--out", lost)...)
	}
	stagetest.Do(t, stage, append(args, "--out", lost, "--force")...)
	stagetest.Equal(t, whole, lost)
}
