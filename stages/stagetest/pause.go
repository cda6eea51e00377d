package stagetest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// pauseVariable makes a child process of this package stop for good at a point of its run. Its value is the number of
// a safe point, from 1; 0 for the moment before the work; or count to run to the end. A safe point is where the stage
// asks its context whether it is done. A run with fewer safe points stops when its work is done and nothing is committed.
const pauseVariable = "STAGETEST_PAUSE"

const countPauses = "count"

// Files of a paused child, in exec.Cmd.ExtraFiles.
const (
	saidFile  = 3 // a line for the parent: paused, or the number of safe points
	aliveFile = 4 // closed when the parent ends
)

// pausing adds to the stage the pause that the environment asks for.
func pausing[C any](s stages.Stage[C]) stages.Stage[C] {
	at := os.Getenv(pauseVariable)
	if at == "" {
		return s
	}
	run := s.Run
	s.Run = func(ctx context.Context, t *stages.Task, c C) error {
		p := &pauser{Context: ctx, at: -1}
		if at != countPauses {
			p.at, _ = strconv.ParseInt(at, 10, 64)
		}
		p.reach(0)
		err := run(p, t, c)
		if at == countPauses {
			points := p.points.Load()
			if s.Layout == stages.Parted { // its Run commits its parts: the last moment before that is the last point
				points--
			}
			say(strconv.FormatInt(points, 10))
		} else if err == nil {
			p.reach(p.at)
		}
		return err
	}
	return s
}

// pauser is a context that never answers the at-th question whether it is done.
type pauser struct {
	context.Context
	at     int64 // −1: never
	points atomic.Int64
}

func (p *pauser) Err() error {
	p.reach(p.points.Add(1))
	return p.Context.Err()
}

func (p *pauser) Done() <-chan struct{} {
	p.reach(p.points.Add(1))
	return p.Context.Done()
}

// reach stops for good at the requested point. Other goroutines keep running, as they would until a kill.
func (p *pauser) reach(point int64) {
	if point == p.at {
		say("paused")
		os.NewFile(aliveFile, "alive").Read(make([]byte, 1)) // blocks until the kill, and ends if the test dies, so that no child stays behind
		os.Exit(1)
	}
}

func say(line string) { fmt.Fprintln(os.NewFile(saidFile, "said"), line) }

// points returns the number of safe points of an undisturbed run, whose output is out.
func (p Program) points(t testing.TB, out string) int {
	t.Helper()
	var n int
	p.paused(t, countPauses, out, func(said string, cmd *exec.Cmd) {
		var err error
		if n, err = strconv.Atoi(said); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// killAt kills (SIGKILL) a run at a point.
func (p Program) killAt(t testing.TB, out string, point int) {
	t.Helper()
	p.paused(t, strconv.Itoa(point), out, func(_ string, cmd *exec.Cmd) {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
	})
}

// paused starts the process with a value of pauseVariable and passes its message to f. It fails if the run sends none.
func (p Program) paused(t testing.TB, at, out string, f func(said string, cmd *exec.Cmd)) {
	t.Helper()
	said, child := pipe(t)
	alive, parent := pipe(t)
	defer said.Close()
	defer parent.Close()
	cmd := p.Command(t, out)
	cmd.Env = append(cmd.Env, pauseVariable+"="+at)
	cmd.ExtraFiles = []*os.File{child, alive}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	err := cmd.Start()
	child.Close() // the process has its own copy; when that closes, the read below ends
	alive.Close()
	if err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(said).ReadString('\n')
	if line == "" {
		cmd.Wait()
		t.Fatalf("%s ended without reaching point %s: %v\n%s", p.Stage, at, cmd.ProcessState, stderr.String())
	}
	f(strings.TrimSpace(line), cmd)
}

func pipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}
