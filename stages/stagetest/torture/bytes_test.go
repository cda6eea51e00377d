//go:build linux

package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// varied makes the whole pipeline once more with what must not change a byte drawn anew for each program: threads,
// processors, instruction set, how often the garbage collector runs, checkpoints, batches, window, shards, and
// attempts that are killed and gone on from. Documents, examples, vocabulary, model, predictions and scores are those of
// the undisturbed run; of shards, the rows of the predictions.
func (p *pipeline) varied(r *round) (string, error) {
	in := filepath.Join(r.dir, "in")
	if err := os.MkdirAll(in, 0o777); err != nil {
		return "", err
	}
	if err := os.Symlink(filepath.Join(p.in, "corpus"), filepath.Join(in, "corpus")); err != nil {
		return "", err
	}
	if err := p.vary(r, p.job("preprocess").lines[0], "in/data"); err != nil {
		return "", err
	}
	if err := p.job("preprocess").same(filepath.Join(in, "data")); err != nil {
		return "", fmt.Errorf("preprocess: %w", err)
	}
	train := without(p.job("train").lines[0], "--checkpoint-every")
	if err := p.vary(r, append(train, "--checkpoint-every", strconv.Itoa(r.IntN(6))), "in/model"); err != nil {
		return "", err
	}
	// A checkpoint tells when the last one was made.
	if err := p.job("train").same(filepath.Join(in, "model"), "checkpoint/state"); err != nil {
		return "", fmt.Errorf("train: %w", err)
	}
	precision, shards := one(r, "infer", "int8"), one(r, 1, 1, 2, 3, 4)
	infer := append(without(p.job(precision).lines[0], "--batch-size"), "--batch-size", strconv.Itoa(1+r.IntN(12)),
		"--batch-tokens", strconv.Itoa(1+r.IntN(300)), "--window", strconv.Itoa(1+r.IntN(12)))
	for _, shard := range r.Perm(shards) {
		line := infer
		if shards > 1 {
			line = append(slices.Clone(infer), "--shard", fmt.Sprintf("%d/%d", shard, shards))
		}
		if err := p.vary(r, line, "in/predictions"); err != nil {
			return "", err
		}
	}
	outcome := fmt.Sprintf("equal, %s, shards: %d", precision, shards)
	if shards == 1 {
		if err := p.job(precision).same(filepath.Join(in, "predictions")); err != nil {
			return "", fmt.Errorf("%s: %w", precision, err)
		}
	} else if err := sameRows(filepath.Join(p.root, precision, "out"), filepath.Join(in, "predictions")); err != nil {
		return "", fmt.Errorf("%s in %d shards: %w", precision, shards, err)
	}
	if precision == "int8" {
		return outcome, nil
	}
	if err := p.vary(r, p.job("score").lines[0], "out"); err != nil {
		return "", err
	}
	// The report says when and how the predictions were made.
	if err := p.job("score").same(filepath.Join(r.dir, "out"), "report.html"); err != nil {
		return "", fmt.Errorf("score: %w", err)
	}
	return outcome, nil
}

// vary runs a command line with what must not change a byte drawn, after attempts of which each may be killed.
func (p *pipeline) vary(r *round, line []string, out string) error {
	for kills := r.IntN(3); ; kills-- {
		proc := p.process(line, out, "--threads", strconv.Itoa(1+r.IntN(4)))
		proc.env = []string{
			"GOMAXPROCS=" + strconv.Itoa(1+r.IntN(4)),
			"GOGC=" + one(r, "1", "20", "100", "off"),
			// Read by golang.org/x/sys/cpu, which the kernels ask: nothing changes where there is no AVX-512.
			"GODEBUG=" + one(r, "", "cpu.avx512f=off"),
		}
		if kills > 0 {
			proc.killed = r.moment(p.job("train").took)
		}
		e, err := r.run(proc)
		if err != nil {
			return err
		}
		switch {
		case e.code > stages.ExitDone:
			return fmt.Errorf("exit code %d", e.code)
		case e.code < stages.ExitDone:
			r.kills++
		case kills <= 0:
			return nil
		}
	}
}

// without is line without a flag and its value.
func without(line []string, flag string) []string {
	i := slices.Index(line, flag)
	return slices.Concat(line[:i], line[i+2:])
}

// sameRows is an error when two folders of predictions do not hold the same rows in the same order.
func sameRows(a, b string) error {
	if err := equalRows(schemas.Predictions, "predictions", a, b); err != nil {
		return err
	}
	return equalRows(schemas.Slots, "slots", a, b)
}

func equalRows[R any](table schemas.Table[R], name, a, b string) error {
	var all [2][]R
	for i, dir := range []string{a, b} {
		files, err := filepath.Glob(filepath.Join(dir, name+"-*.parquet"))
		if err != nil {
			return err
		}
		for _, file := range files {
			rows, err := table.ReadAll(file)
			if err != nil {
				return err
			}
			all[i] = append(all[i], rows...)
		}
	}
	if len(all[0]) == 0 || !reflect.DeepEqual(all[0], all[1]) {
		return fmt.Errorf("the %s, %d rows, are not those of the undisturbed run, %d rows", name, len(all[1]), len(all[0]))
	}
	return nil
}
