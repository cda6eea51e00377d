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

	"wrone2set/stages"
)

// pauseVariable makes a child of this package stop for good at a point of its run: its value is the number of a safe
// point, from 1, 0 for the moment before the work, or count to go on to the end. A safe point is where the stage asks
// its context whether it is done. A run with fewer of them stops when its work is done and nothing is sealed yet.
const pauseVariable = "STAGETEST_PAUSE"

const countPauses = "count"

// Files of a child that pauses, exec.Cmd.ExtraFiles.
const (
	saidFile  = 3 // a line for the parent: paused, or the number of safe points
	aliveFile = 4 // ends with the parent
)

// pausing is the stage with the pause that the environment asks for.
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
			if s.Layout == stages.Parted { // its Run seals what it makes: the last moment before that is the last point
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

// pauser is a context whose at-th question about its end is never answered.
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

// reach stops for good at the point that was asked for. Other goroutines run on, as they would until a kill.
func (p *pauser) reach(point int64) {
	if point == p.at {
		say("paused")
		os.NewFile(aliveFile, "alive").Read(make([]byte, 1)) // until the kill: no child is left behind by a test that died
		os.Exit(1)
	}
}

func say(line string) { fmt.Fprintln(os.NewFile(saidFile, "said"), line) }

// points is how many safe points an unbroken run has; its output is out.
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

// paused starts the process with a value of pauseVariable and hands f what it says. It fails if the run says nothing.
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
	child.Close() // the process has its own: when that is closed, the reading below ends
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
