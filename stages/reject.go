package stages

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/internal/fault"
)

const (
	rejectsName = "rejects.jsonl"
	reasonLimit = 500   // bytes of a reason that are kept
	hopeless    = 10000 // rejects after which a share of one half ends the stage early
)

var rejectsFile = regexp.MustCompile(`^rejects(-\d{5}-of-\d{5})?\.jsonl$`)

// isRejects reports whether the framework writes the file of this name when rows are bad.
func isRejects(name string) bool { return rejectsFile.MatchString(name) }

// Expect says how many rows there are in all, of which the share of rejects is taken. With it a stage is stopped as soon as its rejects are too many for good.
func (t *Task) Expect(rows int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.expect = rows
}

// Reject writes a bad row, counted from 1, to rejects.jsonl; where the output is standard output the first three are
// logged instead. It fails when there are more than --max-rejects allows and the rows still to come cannot make up for
// it: more than the share of what Expect announced, or, where nothing is announced, 10,000 and half of all rows read.
// Otherwise the share is checked when Run has returned. Run must return the error.
func (t *Task) Reject(file string, row int64, reason string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reject == nil && !t.streams {
		var err error
		if t.reject, err = t.output.Create(rejectsName); err != nil {
			return err
		}
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
	if len(t.first) < 3 {
		if t.streams {
			t.Log.Warn("a bad row is left out", "file", file, "row", row, "reason", reason)
		}
		t.first = append(t.first, fmt.Sprintf("%s row %d: %s", file, row, reason))
	}
	if t.lost() {
		return t.tooMany()
	}
	return nil
}

// closeRejects ends rejects.jsonl; with declared there is an empty one when all rows were good.
func (t *Task) closeRejects(declared bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reject == nil && declared && !t.streams {
		var err error
		if t.reject, err = t.output.Create(rejectsName); err != nil {
			return err
		}
	}
	if t.reject == nil {
		return nil
	}
	t.reject.SetRows(t.rejects)
	return t.reject.Close()
}

// lost reports whether the share of rejects can no longer come down to what is allowed.
func (t *Task) lost() bool {
	if total := max(t.expect, t.read); t.expect > 0 {
		return float64(t.rejects) > t.maxRejects*float64(total)
	}
	return t.rejects >= hopeless && t.maxRejects < 0.5 && float64(t.rejects) > 0.5*float64(t.read)
}

// checkRejects is the check at the end.
func (t *Task) checkRejects() error {
	if exceeds(t.rejects, max(t.read, t.expect), t.maxRejects) {
		return t.tooMany()
	}
	return nil
}

func exceeds(rejects, read int64, share float64) bool {
	return float64(rejects) > share*float64(max(read, rejects))
}

func (t *Task) tooMany() error {
	return &InputError{
		Err:    fmt.Errorf("%s, first %s", tooManyText(t.rejects, t.read, t.maxRejects), strings.Join(t.first, ", ")),
		Remedy: "mend them, or allow more with --max-rejects",
	}
}

func tooManyText(rejects, read int64, share float64) string {
	read = max(read, rejects)
	return fmt.Sprintf("%d of %d rows are bad (%s %%, allowed %g %%)", rejects, read, percent(rejects, read), 100*share)
}

// percent shows a share in two digits that count, above ten in whole percent.
func percent(part, of int64) string {
	p := 100 * float64(part) / float64(of)
	if p >= 10 {
		return fmt.Sprintf("%.0f", p)
	}
	return fmt.Sprintf("%.2g", p)
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
