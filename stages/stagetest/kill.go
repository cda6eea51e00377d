package stagetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

// killVariable makes a child process of this package kill itself (SIGKILL) at a point of its run. Its value is the number of a safe
// point, from 1; 0 for the moment before the work; or -1 to run to the end and say how many there were. A safe point is where the stage
// asks its context whether it is done. A run with fewer dies when its work is done and nothing is committed.
const killVariable = "STAGETEST_KILL"

const saidPoints = "safe points:"

// killing adds to the stage the end that the environment asks for.
func killing[C any](s stages.Stage[C]) stages.Stage[C] {
	at, err := strconv.ParseInt(os.Getenv(killVariable), 10, 64)
	if err != nil {
		return s
	}
	run := s.Run
	s.Run = func(ctx context.Context, t *stages.Task, c C) error {
		k := &killer{Context: ctx, at: at}
		k.reach(0)
		err := run(k, t, c)
		points := k.points.Load()
		if s.Layout == stages.Parted { // its Run commits its parts: the last moment before that is the last point
			points--
		}
		if at < 0 {
			fmt.Fprintln(os.Stderr, saidPoints, points)
		} else if err == nil {
			k.reach(k.at)
		}
		return err
	}
	return s
}

// killer is a context that kills the process at the at-th question whether it is done.
type killer struct {
	context.Context
	at     int64
	points atomic.Int64
}

func (k *killer) Err() error {
	k.reach(k.points.Add(1))
	return k.Context.Err()
}

func (k *killer) Done() <-chan struct{} {
	k.reach(k.points.Add(1))
	return k.Context.Done()
}

func (k *killer) reach(point int64) {
	if point != k.at {
		return
	}
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill()
	}
	select {} // the signal may come a moment later
}

// Kill kills a program (SIGKILL) again and again, in one folder, at points evenly spread from its start to the moment before its output
// is committed. After each kill nothing may look finished but whole parts, and those stay as they are; of a program with parts one kill
// at least comes between two. The next run must finish the rest, with the bytes of an undisturbed run and without leftovers.
func (p Program) Kill(t testing.TB, kills int) {
	t.Helper()
	dir := t.TempDir()
	whole, out := filepath.Join(dir, "whole", "out"), filepath.Join(dir, "killed", "out")
	points := p.points(t, whole)
	total := len(parts(t, whole))
	var before map[string]time.Time
	between := total == 0
	for k := range kills {
		p.killAt(t, out, k*(points+1)/max(kills-1, 1))
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			t.Errorf("killed before its output was committed, and there is its manifest")
		}
		after := parts(t, out)
		for name, mtime := range before {
			if !after[name].Equal(mtime) {
				t.Errorf("kill %d: %s was finished and was made again", k, name)
			}
		}
		before, between = after, between || len(after) > 0 && len(after) < total
	}
	if !between || len(before) > total {
		t.Errorf("%d of %d parts are finished; no kill came between two: %v", len(before), total, !between)
	}
	p.do(t, out)
	Equal(t, whole, out, p.Ignore...)
	noLeftovers(t, out)
}

// points returns the number of safe points of an undisturbed run, whose output is out.
func (p Program) points(t testing.TB, out string) int {
	t.Helper()
	cmd := p.Command(t, out)
	cmd.Env = append(cmd.Env, killVariable+"=-1")
	said, err := cmd.CombinedOutput()
	_, rest, _ := strings.Cut(string(said), saidPoints+" ")
	number, _, _ := strings.Cut(rest, "\n")
	n, errNumber := strconv.Atoi(number)
	if err != nil || errNumber != nil {
		t.Fatalf("%s: %v\n%s", p.Stage, err, said)
	}
	return n
}

// killAt lets a run kill itself at a point.
func (p Program) killAt(t testing.TB, out string, point int) {
	t.Helper()
	cmd := p.Command(t, out)
	cmd.Env = append(cmd.Env, killVariable+"="+strconv.Itoa(point))
	said, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.Exited() {
		t.Fatalf("%s ended without reaching point %d: %v\n%s", p.Stage, point, err, said)
	}
}

// parts returns the manifests of single parts in a folder and when each was written.
func parts(t testing.TB, out string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	names, _ := filepath.Glob(filepath.Join(out, "*-of-*.manifest.json"))
	for _, name := range names {
		st, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = st.ModTime()
	}
	return found
}
