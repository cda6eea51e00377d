//go:build linux

package torture

import (
	"bytes"
	"errors"
	"fmt"
	"os"
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

// piped labels a corpus that comes from a pipe into a folder or another pipe. The one who writes may die before the end, the one who
// reads may have had enough, and the program may be killed. What comes out is that of the undisturbed run, its beginning where it was
// stopped, or exit code 65 for a corpus that is cut.
func (p *pipeline) piped(r *round) (string, error) {
	if err := p.prepare(r); err != nil {
		return "", err
	}
	j := *p.job("raw")
	for i, word := range j.line {
		if strings.HasSuffix(word, "label.jsonl") {
			j.line = append(append(append([]string{}, j.line[:i]...), "-"), j.line[i+1:]...)
		}
	}
	name := one(r, "label.jsonl", "label.csv", "label.jsonl.gz", "label.csv.gz", "label.jsonl.zst")
	corpus, err := os.ReadFile(filepath.Join(p.in, "corpus", name))
	if err != nil {
		return "", err
	}
	sent, whole := len(corpus), j.whole["predictions.jsonl"]
	if r.IntN(2) == 0 {
		sent = r.IntN(sent)
	}
	proc := p.process(&j, one(r, "out", "-"))
	stream := proc.args[len(proc.args)-3] == "-"
	proc.stdin = bytes.NewReader(corpus[:sent])
	if r.IntN(3) == 0 {
		proc.killed = 1 + time.Duration(r.Int64N(int64(j.took)))
	}
	got := &sated{enough: len(whole) + 1}
	if stream {
		if r.IntN(2) == 0 {
			got.enough = r.IntN(len(whole))
		}
		proc.stdout = got
	}
	out, cut, hurried := filepath.Join(r.dir, "out"), sent < len(corpus), got.enough < len(whole)
	e, err := r.run(proc)
	r.note("%d of %d bytes of %s sent, %d taken of %d", sent, len(corpus), name, got.Len(), got.enough)
	packed := strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst") // a cut shows
	switch {
	case err != nil && !hurried:
		return "", err
	case !cut && !strings.HasPrefix(whole, got.String()):
		return "", errors.New("what came out is not the beginning of the undisturbed run's")
	case e.code > 0 && finished(out):
		return "", fmt.Errorf("exit code %d and a finished output", e.code)
	case e.code == stages.ExitInput && cut:
		return "refused", nil
	case e.code == -1 || e.code == stages.ExitFailed && hurried:
		return "stopped", nil
	case e.code != stages.ExitDone:
		return "", fmt.Errorf("exit code %d", e.code)
	case cut && packed && (!stream || got.String() != whole):
		return "", errors.New("exit code 0, and the corpus was cut")
	case cut:
		return "cut between two documents", nil
	case stream && got.String() != whole && !hurried:
		return "", fmt.Errorf("%d bytes came out, want those of the undisturbed run, %d", got.Len(), len(whole))
	case stream:
		return "whole, to a pipe", nil
	}
	return "whole", j.same(out)
}

// sated takes so many bytes and no more, as a reader that goes away.
type sated struct {
	bytes.Buffer
	enough int
}

func (s *sated) Write(b []byte) (int, error) {
	n := min(len(b), s.enough-s.Len())
	s.Buffer.Write(b[:n])
	if n < len(b) {
		return n, os.ErrClosed
	}
	return n, nil
}
