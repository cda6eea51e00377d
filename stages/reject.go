package stages

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/metrics"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

const (
	reasonLimit  = 500 // bytes of a reason that are kept
	firstRejects = 3   // rejects that messages name
)

// Expect sets the number of rows of all parts, over which the share of rejects is taken.
func (t *Task) Expect(rows int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.expect = rows
}

// Reject writes a bad row, counted from 1, to rejects.jsonl. If the output is standard output, it logs the first three
// instead. Whether there are too many is judged after Run has returned.
func (t *Task) Reject(file string, row int64, reason string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.listRejects(); err != nil {
		return err
	}
	if len(reason) > reasonLimit {
		reason = strings.ToValidUTF8(reason[:reasonLimit], "") + "…"
	}
	if t.reject != nil {
		line, err := json.Marshal(schemas.Reject{File: file, Row: row, Reason: reason})
		if err != nil {
			return err
		}
		if _, err := t.reject.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	t.rejects++
	t.job.tally.Update(func(y *metrics.Tally) { y.Rejects++ })
	if len(t.first) < firstRejects {
		if t.job.stream {
			t.Log.Warn("skipped a bad row", "file", file, "row", row, "reason", reason)
		}
		t.first = append(t.first, fmt.Sprintf("%s row %d: %s", file, row, reason))
	}
	return nil
}

// listRejects begins rejects.jsonl, unless the output is a stream.
func (t *Task) listRejects() (err error) {
	if t.reject == nil && !t.job.stream {
		t.reject, err = t.output.Create(output.RejectsName)
	}
	return err
}

// closeRejects ends rejects.jsonl. A stage that declares it gets an empty file if all rows were good.
func (t *Task) closeRejects() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job.rejects {
		if err := t.listRejects(); err != nil {
			return err
		}
	}
	if t.reject == nil {
		return nil
	}
	t.reject.SetRows(t.rejects)
	return t.reject.Close()
}

// done logs the last line of a run. If rows were left out, it is a warning that names the first ones.
func (t *Task) done(con *cli.Console, read, rejects int64, started time.Time, said ...any) {
	said = append(append(said, "read", read, "rejected", rejects), t.said...)
	said = append(said, "seconds", time.Since(started).Round(time.Millisecond).Seconds())
	if rejects == 0 {
		con.Log().Info("done", said...)
		return
	}
	first := t.first[:min(len(t.first), firstRejects)]
	con.Log().Warn("done", append(said, "left_out", fmt.Sprintf("%d of %d rows are bad and left out", rejects, max(read, rejects)), "first", strings.Join(first, "; "))...)
}

// checkRejects fails if the share of rejects exceeds --max-rejects.
func (t *Task) checkRejects() error {
	if !exceeds(t.rejects, max(t.read, t.expect), t.job.maxRejects) {
		return nil
	}
	return &schemas.FileError{
		Err:    fmt.Errorf("%s, first %s", tooManyText(t.rejects, t.read, t.job.maxRejects), strings.Join(t.first, ", ")),
		Remedy: "correct them, or allow more with --max-rejects",
	}
}

func exceeds(rejects, read int64, share float64) bool {
	return float64(rejects) > share*float64(max(read, rejects))
}

// tooManyText has the share with three significant digits.
func tooManyText(rejects, read int64, share float64) string {
	read = max(read, rejects)
	return fmt.Sprintf("%d of %d rows are bad (%.3g %%, allowed %g %%)", rejects, read, 100*float64(rejects)/float64(read), 100*share)
}

// parseShare reads 0.01 or 1%.
func parseShare(s string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, fault.Usagef("--max-rejects %s: want a share from 0 to 1, or a percentage", s)
	}
	return x, nil
}

// keepRejects leaves the list of bad rows in the unfinished folder when err is about an input, and says so in err.
func (t *Task) keepRejects(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var input *schemas.FileError
	if t.reject == nil || !errors.As(err, &input) {
		return
	}
	path, keepErr := t.output.Keep(t.reject)
	if keepErr != nil {
		t.Log.Warn("the list of bad rows is not kept", "because", keepErr)
		return
	}
	if input.Remedy != "" {
		input.Remedy += "; "
	}
	input.Remedy += fmt.Sprintf("the bad rows read so far (%d) are listed in %s", t.rejects, path)
}
