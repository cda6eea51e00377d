//go:build linux

package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// process is a command line, run in the folder of a round.
type process struct {
	args   []string
	env    []string      // added
	killed time.Duration // it is killed after so long; 0: never
	limit  string        // an argument of the shell's ulimit: -n 9; empty: none
}

// ended is how a process ended.
type ended struct {
	code   int // −1: it was killed
	output string
}

// run runs a process to its end. It is an error when the process crashes, hangs, takes too much memory, ends with a code
// that is none of ours, or leaves something in its TMPDIR.
func (r *round) run(p process) (ended, error) {
	after := longest
	if p.killed > 0 {
		after = p.killed
	}
	ctx, cancel := context.WithTimeout(r.ctx, after)
	defer cancel()
	if p.limit != "" {
		p.args = append([]string{"sh", "-c", "ulimit " + p.limit + `; exec "$0" "$@"`}, p.args...)
	}
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	cmd.Dir = r.dir
	cmd.Env = append(append(os.Environ(), "TMPDIR="+filepath.Join(r.dir, temporary)), p.env...)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	if cmd.ProcessState == nil && p.killed > 0 && errors.Is(err, context.DeadlineExceeded) {
		return ended{code: -1}, nil // its moment came before it began
	}
	if cmd.ProcessState == nil {
		return ended{}, err
	}
	e := ended{cmd.ProcessState.ExitCode(), output.String()}
	said := strings.TrimSpace(e.output)
	r.note("%s: %v %s", strings.Join(append(p.env, p.args...), " "), cmd.ProcessState, said[:min(len(said), 2000)])
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
			return e, fmt.Errorf("crashed: the output says %q", crash)
		}
	}
	if !slices.Contains([]int{-1, stages.ExitDone, stages.ExitFailed, stages.ExitUsage, stages.ExitInput}, e.code) {
		return e, fmt.Errorf("crashed: exit code %d", e.code)
	}
	return e, nil
}

// done is run for a process that has to end with exit code 0.
func (r *round) done(p process) error {
	e, err := r.run(p)
	if err == nil && e.code != stages.ExitDone {
		err = fmt.Errorf("exit code %d, want 0", e.code)
	}
	return err
}
