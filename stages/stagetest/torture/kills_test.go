//go:build linux

package torture

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"wrone2set/stages"
)

// killed kills the attempts at a job, one to four of them, at random moments or at system calls, over nothing or over a
// finished output. Nothing that they leave is taken for whole, by its manifest or by the program that reads it, unless
// it is; the next attempt ends with the bytes of the undisturbed run and nothing beside them.
func (p *pipeline) killed(r *round) (string, error) {
	j := p.jobs[r.IntN(len(p.jobs))]
	out := filepath.Join(r.dir, "out")
	if err := p.prepare(r); err != nil {
		return "", err
	}
	over := r.IntN(4) == 0
	if over {
		for _, line := range j.lines {
			if _, err := r.done(p.process(line, "out")); err != nil {
				return "", err
			}
		}
	}
	what := "came too late"
	for i, line := range j.lines {
		for range 1 + r.IntN(4)/(i+1) {
			proc := p.process(line, "out")
			if over {
				proc.args = append(proc.args, "--force")
			}
			how := j.kill(r, &proc)
			e, err := r.run(proc)
			if err != nil {
				return "", err
			}
			switch {
			case e.code == -1:
				what = how
			case e.code != stages.ExitDone:
				return "", fmt.Errorf("exit code %d of an attempt after one that was killed", e.code)
			}
			if err := p.honest(r, j, e); err != nil {
				return "", err
			}
		}
		if _, err := r.done(p.process(line, "out")); err != nil {
			return "", fmt.Errorf("after a kill: %w", err)
		}
	}
	if err := j.same(out); err != nil {
		return "", fmt.Errorf("after a kill and another attempt: %w", err)
	}
	return j.name + ": " + what, leftovers(out)
}

// kill makes a process one that is killed and says how.
func (j *job) kill(r *round, p *process) string {
	if len(j.calls) > 0 && r.IntN(3) == 0 {
		c := j.calls[r.IntN(len(j.calls))]
		p.under = inject(c.name, "signal=KILL", 1+r.IntN(c.times), os.DevNull)
		return "killed at a system call"
	}
	p.killed = 1 + rand.N(j.took)
	return "killed at a random moment"
}

// honest is an error when something that an attempt left says that it is finished and is not.
func (p *pipeline) honest(r *round, j *job, e ended) error {
	out := filepath.Join(r.dir, "out")
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		shard, ok := strings.CutSuffix(entry.Name(), ".manifest.json")
		if entry.Name() == "manifest.json" {
			if err := j.same(out); err != nil {
				return fmt.Errorf("there is a manifest, and %w", err)
			}
			return nil
		}
		if !ok {
			continue
		}
		for name, want := range j.whole {
			if strings.HasSuffix(strings.TrimSuffix(name, filepath.Ext(name)), shard[strings.LastIndex(shard[:len(shard)-len("-of-00003")], "-"):]) {
				if got, err := os.ReadFile(filepath.Join(out, name)); err != nil || string(got) != want {
					return fmt.Errorf("there is %s, and %s is not that of the undisturbed run (%v)", entry.Name(), name, err)
				}
			}
		}
	}
	if r.IntN(4) > 0 {
		return nil
	}
	read, err := r.run(p.process(j.reader, "read"))
	if err == nil && read.code == stages.ExitDone {
		if err = j.same(out); err != nil {
			err = fmt.Errorf("it was read with exit code 0, and %w", err)
		}
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(r.dir, "read")))
}
