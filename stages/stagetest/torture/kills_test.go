//go:build linux

package torture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

// killed kills the attempts at a job, one to four of them, at random moments, over nothing or over a finished output of other
// settings. Nothing that they leave is taken for whole, by its manifest or by the program that reads it, unless it is; the next
// attempt ends with the bytes of the undisturbed run and nothing beside them. Package output kills at every step of its own.
func (p *pipeline) killed(r *round) (string, error) {
	j := p.jobs[r.IntN(len(p.jobs))]
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
			proc.killed = r.moment(j.took)
			e, err := r.run(proc)
			if err != nil {
				return "", err
			}
			if e.code == -1 {
				what = "killed"
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
	out := filepath.Join(r.dir, "out")
	if err := j.same(out); err != nil {
		return "", fmt.Errorf("after a kill and another attempt: %w", err)
	}
	return j.name + ": " + what, leftovers(out)
}

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
