//go:build linux

package torture

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

// disturbed makes attempts at a job that are killed at a random moment, may open few files or write little, with what must not
// change a byte drawn anew for each. What they leave is whole or not finished. The next attempt ends with the bytes of the
// undisturbed run and nothing beside them.
func (p *pipeline) disturbed(r *round) (string, error) {
	j := one(r, p.jobs...)
	if err := p.prepare(r); err != nil {
		return "", err
	}
	out := filepath.Join(r.dir, "out")
	var outcomes []string
	for range 1 + r.IntN(3) {
		proc := p.varied(r, j)
		var full error // what the system says
		switch r.IntN(4) {
		case 0:
			proc.limit, full = fmt.Sprint("-n ", 8+r.IntN(16)), syscall.EMFILE
		case 1:
			proc.limit, full = fmt.Sprint("-f ", 1+r.IntN(64)), syscall.EFBIG
		default:
			proc.killed = 1 + time.Duration(r.Int64N(int64(j.took)))
		}
		e, err := r.run(proc)
		switch {
		case err != nil:
			return "", err
		case e.code == -1:
			outcomes = append(outcomes, "killed")
		case e.code == stages.ExitFailed && full != nil && strings.Contains(e.output, full.Error()):
			outcomes = append(outcomes, full.Error())
		case e.code != stages.ExitDone || !finished(out):
			return "", fmt.Errorf("exit code %d; finished: %v", e.code, finished(out))
		}
		if finished(out) {
			if err := j.same(out); err != nil {
				return "", fmt.Errorf("there is a manifest, and %w", err)
			}
		}
	}
	if err := errors.Join(r.done(p.varied(r, j)), j.same(out)); err != nil {
		return "", fmt.Errorf("after %v: %w", outcomes, err)
	}
	return j.name + ": " + strings.Join(outcomes, ", "), nil
}

// varied is the process of a job with what must not change a byte drawn: threads, processors, instruction set, how often the garbage
// collector runs, checkpoints and batches.
func (p *pipeline) varied(r *round, j *job) process {
	proc := p.process(j, "out", "--threads", strconv.Itoa(1+r.IntN(4)))
	for _, flag := range j.free {
		proc.args = append(proc.args, flag, strconv.Itoa(1+r.IntN(12)))
	}
	proc.env = []string{
		"GOMAXPROCS=" + strconv.Itoa(1+r.IntN(4)),
		"GOGC=" + one(r, "1", "20", "100", "off"),
		// Read by golang.org/x/sys/cpu, which the kernels ask: nothing changes where there is no AVX-512.
		"GODEBUG=" + one(r, "", "cpu.avx512f=off"),
	}
	return proc
}
