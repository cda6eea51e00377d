//go:build linux

package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

// temporary is the TMPDIR of a round's processes, in its folder.
const temporary = "tmp"

// Bounds of a process. It may take no longer than a minute and no more memory than this: an undisturbed one takes a
// fraction of a second and about 30 MB.
const (
	longest   = time.Minute
	maxMemory = 256 << 10 // KiB
)

// ended is how a process ended.
type ended struct {
	code   int // −1: it was killed
	output string
	took   time.Duration
}

// process is a command line, run in the folder of a round.
type process struct {
	args   []string
	under  []string      // the command line that it is run under, such as strace
	env    []string      // added
	killed time.Duration // it is killed after so long; 0: never
	stdin  io.Reader     // nil: empty
	stdout io.Writer     // nil: told with what it says on standard error
}

// run runs a process to its end. It is an error when the process crashes, hangs, takes too much memory, ends with a code
// that is none of ours, or leaves something in its TMPDIR.
func (r *round) run(p process) (ended, error) {
	limit := longest
	if p.killed > 0 {
		limit = p.killed
	}
	ctx, cancel := context.WithTimeout(r.ctx, limit)
	defer cancel()
	line := slices.Concat(p.under, p.args)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir = r.dir
	cmd.Env = append(append(os.Environ(), "TMPDIR="+filepath.Join(r.dir, temporary)), p.env...)
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.stdin, &output, &output
	if p.stdout != nil {
		cmd.Stdout = p.stdout
	}
	// The whole group goes: strace that dies leaves what it traces alive.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil && p.killed > 0 && errors.Is(err, context.DeadlineExceeded) {
		return ended{code: -1}, nil // its moment came before it began
	}
	if cmd.ProcessState == nil {
		return ended{}, err
	}
	e := ended{cmd.ProcessState.ExitCode(), output.String(), time.Since(start)}
	said := strings.TrimSpace(e.output)
	if len(said) > 2000 {
		said = said[:2000] + "…"
	}
	r.steps = append(r.steps, strings.TrimSpace(fmt.Sprintf("%s: %v %s", strings.Join(append(p.env, line...), " "), cmd.ProcessState, said)))
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	left, err := os.ReadDir(filepath.Join(r.dir, temporary))
	switch {
	case err != nil:
		return e, err
	case r.ctx.Err() != nil:
		return e, r.ctx.Err()
	case ctx.Err() != nil && p.killed == 0:
		return e, fmt.Errorf("did not end in %s", longest)
	case len(left) > 0:
		return e, fmt.Errorf("left in TMPDIR: %s", left[0].Name())
	case usage.Maxrss > maxMemory:
		return e, fmt.Errorf("took %d MiB of memory", usage.Maxrss>>10)
	}
	for _, crash := range []string{"panic", "goroutine ", "runtime error", "fatal error", "internal error"} {
		if strings.Contains(e.output, crash) {
			return e, fmt.Errorf("%w: the output says %q", errCrashed, crash)
		}
	}
	if !slices.Contains([]int{-1, stages.ExitDone, stages.ExitFailed, stages.ExitUsage, stages.ExitInput}, e.code) {
		return e, fmt.Errorf("%w: exit code %d", errCrashed, e.code)
	}
	return e, nil
}

var errCrashed = errors.New("crashed")

// done is run for a process that has to end with exit code 0.
func (r *round) done(p process) (ended, error) {
	e, err := r.run(p)
	if err == nil && e.code != stages.ExitDone {
		err = fmt.Errorf("exit code %d, want 0", e.code)
	}
	return e, err
}

// straced reports whether strace is here and may trace.
func straced() bool {
	return exec.Command("strace", "-f", "--seccomp-bpf", "-o", os.DevNull, "-e", "trace=fsync", "true").Run() == nil
}

// leftovers is an error when temporary files lie in an output or beside it.
func leftovers(out string) error {
	for _, dir := range []string{filepath.Dir(out), out} {
		entries, err := os.ReadDir(dir)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, e := range entries {
			if strings.Contains(e.Name(), ".tmp-") {
				return fmt.Errorf("left over: %s", filepath.Join(dir, e.Name()))
			}
		}
	}
	return nil
}
