package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// following is the mode that shows the progress of a labelling.
var following = stages.Query{Name: "infer status", Value: "FOLDER", Do: status, Shape: progress{},
	Doc: `Prints the progress of a labelling.

Example: infer status labels

Example: infer status --json s3://corpora/labels

FOLDER is the output of infer or infer concepts, finished or not. It shows the parts that are finished, in work and left, the
rate, the remaining time, and why the last attempt at a part failed.`}

// progress is the progress of a labelling, as infer status --json prints it.
type progress struct {
	Finished      bool     `json:"finished" help:"all parts are finished"`
	Parts         int      `json:"parts" help:"number of parts, over all processes"`
	Documents     int64    `json:"documents" help:"documents in all parts, known once a part is finished"`
	Done          int      `json:"done" help:"finished parts"`
	DoneDocuments int64    `json:"done_documents" help:"documents of the finished parts, rejected ones included"`
	Rejected      int64    `json:"rejected" help:"documents of the finished parts that could not be read"`
	Doubtful      int64    `json:"doubtful" help:"documents of the finished parts whose probabilities are not to be trusted"`
	Working       []int    `json:"working" help:"numbers of the parts that a process on this machine is working on; unknown for a bucket"`
	Left          int      `json:"left" help:"parts that are neither finished nor known to be in work"`
	LeftDocuments int64    `json:"left_documents" help:"unfinished documents, also in parts in work"`
	Rate          float64  `json:"rate" help:"documents per second of all processes at work; 0: unknown"`
	RateOfProcess float64  `json:"rate_of_process" help:"documents per second and process; 0: unknown"`
	SecondsLeft   float64  `json:"seconds_left" help:"remaining seconds at this rate; 0: finished, or unknown"`
	Stopped       []int    `json:"stopped" help:"numbers of the parts whose process was killed"`
	Failed        []failed `json:"failed" help:"parts whose last attempt failed"`
}

// failed is a part that failed.
type failed struct {
	Part   int    `json:"part" help:"its number"`
	Reason string `json:"reason" help:"error of the attempt"`
}

// status determines the progress of a labelling.
func status(ctx context.Context, dir string) (any, error) {
	s, err := stages.StatusOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	return progressFrom(dir, s)
}

// progressFrom computes the progress from the status of an output folder.
func progressFrom(dir string, s *stages.Status) (*progress, error) {
	if s.Stage != "infer" && s.Stage != "infer concepts" {
		return nil, &schemas.FileError{File: dir, Err: fmt.Errorf("is an output of stage %s, not of infer", s.Stage)}
	}
	p := &progress{Finished: s.Finished, Parts: s.Parts, Documents: s.Read, Done: len(s.Done), DoneDocuments: s.Read, Rejected: s.Rejects,
		Working: append([]int{}, s.Working...), Left: s.Parts - len(s.Done) - len(s.Working), Stopped: append([]int{}, s.Stopped...), Failed: []failed{}}
	p.Documents = max(p.Documents, s.Expected)
	for count, n := range s.Noted {
		if count.Note == doubtfulNote {
			p.Doubtful += int64(n)
		}
	}
	p.LeftDocuments = max(p.Documents-p.DoneDocuments, 0)
	if s.Read > 0 && s.Seconds > 0 {
		p.RateOfProcess = float64(s.Read) / s.Seconds
		p.Rate = p.RateOfProcess * float64(max(len(s.Working), 1))
		p.SecondsLeft = float64(p.LeftDocuments) / p.Rate
	}
	for _, part := range slices.Sorted(maps.Keys(s.Failed)) {
		p.Failed = append(p.Failed, failed{part, s.Failed[part]})
	}
	return p, nil
}

// String is the progress as infer status prints it.
func (p *progress) String() string {
	var b strings.Builder
	line := func(what string, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s"+format+"\n", append([]any{what}, args...)...)
	}
	line("parts", "%d, %d documents", p.Parts, p.Documents)
	line("done", "%d, %d documents, %d rejected, %d doubtful", p.Done, p.DoneDocuments, p.Rejected, p.Doubtful)
	line("in work", "%s", named(p.Working))
	line("left", "%d, %d documents", p.Left, p.LeftDocuments)
	if p.Rate > 0 {
		line("rate", "%.1f documents per second, %.1f per process", p.Rate, p.RateOfProcess)
		if !p.Finished {
			line("time left", "%v with %d at work", time.Duration(p.SecondsLeft*float64(time.Second)).Round(time.Second), max(len(p.Working), 1))
		}
	}
	line("stopped", "%s", named(p.Stopped))
	line("failed", "%d", len(p.Failed))
	for _, f := range p.Failed {
		line("", "part %d: %s", f.Part, f.Reason)
	}
	return b.String()
}

// named returns the number of parts and their numbers.
func named(parts []int) string {
	const most = 20
	var names []string
	for _, i := range parts[:min(len(parts), most)] {
		names = append(names, fmt.Sprint(i))
	}
	if len(parts) > most {
		names = append(names, "…")
	}
	return strings.TrimSuffix(fmt.Sprintf("%d: %s", len(parts), strings.Join(names, ", ")), ": ")
}
