//go:build linux

package torture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

// killed kills the attempts at a job, one to four of them, at random moments or at system calls, over nothing or over a
// finished output of other settings. Nothing that they leave is taken for whole, by its manifest or by the program that
// reads it, unless it is; the next attempt ends with the bytes of the undisturbed run and nothing beside them.
func (p *pipeline) killed(r *round) (string, error) {
	j := p.jobs[r.IntN(len(p.jobs))]
	out := filepath.Join(r.dir, "out")
	if err := p.prepare(r); err != nil {
		return "", err
	}
	var extra []string
	over := r.IntN(3) == 0
	if over {
		extra = []string{"--force"}
		if err := p.make(r, j.others, "out"); err != nil {
			return "", err
		}
	}
	what := "came too late"
	for i, line := range j.lines {
		for range 1 + r.IntN(4)/(i+1) {
			proc := p.process(line, "out", extra...)
			how := j.kill(r, &proc, i)
			e, err := r.run(proc)
			if err != nil {
				return "", err
			}
			if e.code == -1 {
				what = how
				r.kills++
			} else if e.code != stages.ExitDone {
				return "", fmt.Errorf("exit code %d of an attempt that no kill met", e.code)
			}
			if err := p.honest(r, j, e, over); err != nil {
				return "", err
			}
		}
		if _, err := r.done(p.process(line, "out", extra...)); err != nil {
			return "", fmt.Errorf("after a kill: %w", err)
		}
	}
	if err := j.same(out); err != nil {
		return "", fmt.Errorf("after a kill and another attempt: %w", err)
	}
	return j.name + ": " + what, leftovers(out)
}

// kill makes a process of the i-th command line one that is killed and says how.
func (j *job) kill(r *round, p *process, i int) string {
	if len(j.calls) == 0 || r.IntN(4) == 0 {
		p.killed = r.moment(j.took)
		return "killed at a random moment"
	}
	if r.IntN(3) > 0 {
		s := one(r, j.steps...)
		file := strings.Replace(s.file, "-00000-of-", fmt.Sprintf("-%05d-of-", i), 1)
		// Also at whatever is done first with the file: it should be no write under a name that others see.
		name := one(r, s.name, strings.Join(append([]string{"write"}, committing...), ","))
		p.under = inject(name, "signal=KILL", 1, os.DevNull, filepath.Join(r.dir, file))
		return "killed at a step of committing"
	}
	c := one(r, slices.DeleteFunc(slices.Clone(j.calls), func(c call) bool { return !slices.Contains(changing, c.name) })...)
	p.under = inject(c.name, "signal=KILL", r.nth(c), os.DevNull)
	return "killed at a system call"
}

// changing are the system calls that leave the disk another one: what lies between two of them is all that a kill can
// leave, and most moments lie between the same two.
var changing = []string{"openat", "write", "fsync", "renameat", "mkdirat", "unlinkat"}

// committing are those of them that make an output out of files: what an attempt does with names that outlive it.
var committing = []string{"fsync", "renameat", "linkat", "mkdirat", "unlinkat"}

// moment draws a time until something that takes so long is killed.
func (r *round) moment(took time.Duration) time.Duration {
	return 1 + time.Duration(r.Int64N(int64(took)))
}

// honest is an error when something says of what an attempt left that it is finished, and it is not: the folder's
// manifest, that of a part, the program that reads the folder, or the attempt by its exit code. With over an attempt that
// was killed may have left the output of the other settings as it was: all of what a manifest is about, or nothing.
func (p *pipeline) honest(r *round, j *job, e ended, over bool) error {
	out := filepath.Join(r.dir, "out")
	manifests, err := filepath.Glob(filepath.Join(out, "*manifest.json"))
	if err != nil {
		return err
	}
	if e.code == stages.ExitDone && len(manifests) == 0 {
		return errors.New("exit code 0 and no manifest")
	}
	got, err := contents(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	whole := func(part string) error {
		err := differ(j.whole, got, part)
		if err != nil && over && e.code != stages.ExitDone && differ(j.old, got, part) == nil {
			return nil
		}
		return err
	}
	for _, file := range manifests {
		if filepath.Base(file) == "manifest.json" {
			if err := whole(""); err != nil {
				return fmt.Errorf("there is a manifest, and %w", err)
			}
			return nil // and the reader may read
		}
		if err := whole(partNumber.FindString(file)); err != nil {
			return fmt.Errorf("there is %s, and %w", filepath.Base(file), err)
		}
	}
	if _, err := os.Stat(out); err != nil || r.IntN(4) > 0 {
		return nil
	}
	read, err := r.run(p.process(j.reader, "read"))
	if err == nil && read.code == stages.ExitDone {
		// All parts, and the attempt that was to write the folder's manifest was killed.
		if err = whole(""); err != nil {
			err = fmt.Errorf("it was read with exit code 0, and %w", err)
		}
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(r.dir, "read")))
}

var partNumber = regexp.MustCompile(`-\d{5}-of-\d{5}`)
