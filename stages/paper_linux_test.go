package stages_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A making of the paper's tables that is killed again and again, make and its program at once and at any moment, ends
// with the bytes of one that was left alone. costs.md, which tells seconds, is not among them.
func TestMakePaperKilled(t *testing.T) {
	wholePipelines(t)
	root := treeCopy(t)
	// -o programs: what is built stays as it is.
	args := func(out string) []string {
		return []string{"-o", "programs", "paper", "OUT=" + out, "SAMPLE=400", "SYSTEMS=wr", "SEEDS=27", "TRAIN_FLAGS=--epochs 1 --check-every 8"}
	}
	began := time.Now()
	if out, err := runMake(t, root, args("whole")...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	one := time.Since(began)

	// Nine kills or so if nothing is lost; a step that is lost at each kill is let through as the waiting grows.
	random := rand.New(rand.NewPCG(13, 1))
	kills, wait := 0, one/8
	for done := false; !done; wait += one / 64 {
		cmd := exec.Command("make", args("killed")...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "MAKEFLAGS=")
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		over := time.AfterFunc(time.Duration(float64(wait)*(0.5+random.Float64())), func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		err := cmd.Wait()
		over.Stop()
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		switch {
		case err == nil:
			done = true
		case status.Signaled() && kills < 200:
			kills++
		default:
			t.Fatalf("after %d kills: %v\n%s", kills, err, &said)
		}
	}
	t.Logf("%d kills", kills)
	if kills < 3 {
		t.Errorf("killed %d times only", kills)
	}
	for _, name := range []string{"paper.md", "paper.csv"} {
		want, err1 := os.ReadFile(filepath.Join(root, "whole/paper/tables", name))
		got, err2 := os.ReadFile(filepath.Join(root, "killed/paper/tables", name))
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %v; the same: %v", name, err1, err2, bytes.Equal(got, want))
		}
	}
}
