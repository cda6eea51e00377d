//go:build linux

package torture

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
)

// piped labels a corpus that comes from a pipe into a folder or another pipe. The one who writes may die before the end,
// the one who reads may have had enough, and the program may be killed. What comes out is that of the undisturbed run,
// its beginning where it was stopped, or exit code 65 for a corpus that is cut.
func (p *pipeline) piped(r *round) (string, error) {
	if err := p.prepare(r); err != nil {
		return "", err
	}
	if r.IntN(4) == 0 {
		return p.taught(r)
	}
	name := one(r, "label.jsonl", "label.csv", "label.jsonl.gz", "label.csv.gz", "label.jsonl.zst", "label.parquet")
	corpus, err := os.ReadFile(filepath.Join(p.in, "corpus", name))
	if err != nil {
		return "", err
	}
	j, outcome := p.job("raw"), "whole"
	text := !strings.HasSuffix(name, "z") && !strings.HasSuffix(name, ".zst") && !strings.HasSuffix(name, ".parquet")
	sent := len(corpus)
	if r.IntN(2) == 0 {
		sent, outcome = r.IntN(sent), "cut"
	}
	proc := p.process(swap(j.lines[0], "in/corpus/label.jsonl", "-"), one(r, "out", "-"))
	proc.stdin = bytes.NewReader(corpus[:sent])
	if r.IntN(3) == 0 {
		proc.killed = r.moment(j.took)
	}
	var got bytes.Buffer
	whole := j.whole["predictions.jsonl"]
	stream := proc.args[len(proc.args)-1] == "-"
	enough := len(whole) + 1
	if stream {
		if r.IntN(2) == 0 {
			enough = r.IntN(len(whole))
		}
		proc.stdout = &sated{&got, enough}
	}
	e, err := r.run(proc)
	r.steps = append(r.steps, fmt.Sprintf("%d of %d bytes of %s sent, %d taken of %d", sent, len(corpus), name, got.Len(), enough))
	if e.code == -1 && proc.killed > 0 {
		r.kills++
	}
	switch {
	case err != nil && enough > len(whole):
		return "", err
	case e.code == stages.ExitInput && sent < len(corpus):
		outcome += ", refused"
	case e.code == -1 || e.code == stages.ExitFailed && enough < len(whole):
		outcome += ", stopped"
	case e.code != stages.ExitDone:
		return "", fmt.Errorf("exit code %d", e.code)
	case sent < len(corpus) && !text && !bytes.Equal([]byte(whole), got.Bytes()) && stream:
		return "", fmt.Errorf("exit code 0, and the corpus was cut")
	case sent == len(corpus) && !stream:
		if err := j.same(filepath.Join(r.dir, "out")); err != nil {
			return "", err
		}
	case sent == len(corpus) && enough > len(whole) && got.String() != whole:
		return "", fmt.Errorf("%d bytes came out, want those of the undisturbed run, %d", got.Len(), len(whole))
	}
	if sent == len(corpus) && !strings.HasPrefix(whole, got.String()) {
		return "", fmt.Errorf("what came out is not the beginning of the undisturbed run's")
	}
	if _, err := os.Stat(filepath.Join(r.dir, "out", "manifest.json")); err == nil && e.code > 0 {
		return "", fmt.Errorf("exit code %d and a finished output", e.code)
	}
	if stream {
		outcome += ", to a pipe"
	}
	return outcome, nil
}

// taught fits a model to documents that come from a pipe. Nothing can tell that lines are missing at the end of it, but
// part of a line is a row that cannot be read, and what is unfinished is no output.
func (p *pipeline) taught(r *round) (string, error) {
	corpus, err := os.ReadFile(filepath.Join(p.in, "corpus", "taught.jsonl"))
	if err != nil {
		return "", err
	}
	j, sent, outcome := p.job("refit"), len(corpus), "taught, whole"
	if r.IntN(2) == 0 {
		sent, outcome = r.IntN(sent), "taught, cut"
	}
	proc := p.process(swap(j.lines[0], "in/corpus/taught.jsonl", "-"), "out")
	proc.stdin = bytes.NewReader(corpus[:sent])
	if r.IntN(3) == 0 {
		proc.killed = r.moment(j.took)
	}
	e, err := r.run(proc)
	r.steps = append(r.steps, fmt.Sprintf("%d of %d bytes of taught.jsonl sent", sent, len(corpus)))
	if err != nil {
		return "", err
	}
	_, unfinished := os.Stat(filepath.Join(r.dir, "out", "manifest.json"))
	switch {
	case unfinished == nil && sent == len(corpus):
		return outcome, j.same(filepath.Join(r.dir, "out"))
	case e.code == -1 && proc.killed > 0:
		r.kills++
		return outcome + ", stopped", nil
	case unfinished == nil && e.code == stages.ExitDone:
		return outcome, nil
	case unfinished != nil && e.code == stages.ExitInput && sent < len(corpus):
		return outcome + ", refused", nil
	}
	return "", fmt.Errorf("exit code %d; finished: %v", e.code, unfinished == nil)
}

// sated takes so many bytes and no more, as a reader that goes away.
type sated struct {
	*bytes.Buffer
	left int
}

func (s *sated) Write(b []byte) (int, error) {
	n := min(len(b), s.left)
	s.left -= n
	s.Buffer.Write(b[:n])
	if n < len(b) {
		return n, os.ErrClosed
	}
	return n, nil
}
