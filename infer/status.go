package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"wrone2set/stages"
	"wrone2set/stages/data/corpus"
)

// following says how far a labelling is.
var following = stages.Query{Name: "infer status", Value: "FOLDER", Do: status, JSON: statusJSON, Shape: progress{},
	Doc: `Prints how far a labelling is.

Parts done, in work and left, rate, time left, and the reason of each part whose last attempt failed. --json prints the same
for programs.`}

// progress is how far a labelling is, as infer status --json prints it.
type progress struct {
	Finished      bool     `json:"finished" help:"the whole is there"`
	Parts         int      `json:"parts" help:"of all processes"`
	Documents     int64    `json:"documents" help:"of all parts; of one part alone they are not known before it is done"`
	Done          int      `json:"done" help:"parts that are finished"`
	DoneDocuments int64    `json:"done_documents" help:"of these parts, with those rejected"`
	Rejected      int64    `json:"rejected" help:"documents of these parts that could not be read"`
	Working       []int    `json:"working" help:"numbers of the parts at which a process of this machine is; of a bucket they are not known"`
	Left          int      `json:"left" help:"parts that nobody has finished or is known to be at"`
	LeftDocuments int64    `json:"left_documents" help:"that are not done, in parts in work too"`
	Rate          float64  `json:"rate" help:"documents a second of all that are at work; 0: not known"`
	RateOfProcess float64  `json:"rate_of_process" help:"documents a second and process; 0: not known"`
	SecondsLeft   float64  `json:"seconds_left" help:"at this rate; 0: finished, or not known"`
	Stopped       []int    `json:"stopped" help:"numbers of the parts whose process was killed"`
	Failed        []failed `json:"failed" help:"parts whose last attempt failed"`
}

// failed is a part that failed.
type failed struct {
	Part   int    `json:"part" help:"its number"`
	Reason string `json:"reason" help:"what the attempt said"`
}

// progressOf looks at a labelling.
func progressOf(ctx context.Context, dir string) (*progress, error) {
	s, err := stages.StatusOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	if s.Stage != "infer" {
		return nil, &stages.InputError{File: dir, Err: fmt.Errorf("is an output of stage %s and not of infer", s.Stage)}
	}
	p := &progress{Finished: s.Finished, Parts: s.Parts, Documents: s.Read, Done: len(s.Done), DoneDocuments: s.Read, Rejected: s.Rejects,
		Working: append([]int{}, s.Working...), Left: s.Parts - len(s.Done) - len(s.Working), Stopped: append([]int{}, s.Stopped...), Failed: []failed{}}
	if s.List != nil {
		index, err := corpus.ReadIndex(s.List)
		if err != nil {
			return nil, &stages.InputError{File: dir, Err: err}
		}
		p.Documents = index.Rows
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

// statusJSON is progressOf for --json.
func statusJSON(ctx context.Context, dir string) (any, error) { return progressOf(ctx, dir) }

// status prints how far a labelling is.
func status(ctx context.Context, dir string, w io.Writer) error {
	p, err := progressOf(ctx, dir)
	if err != nil {
		return err
	}
	var b strings.Builder
	line := func(what string, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s"+format+"\n", append([]any{what}, args...)...)
	}
	line("parts", "%d, %d documents", p.Parts, p.Documents)
	line("done", "%d, %d documents, %d rejected", p.Done, p.DoneDocuments, p.Rejected)
	line("in work", "%s", named(p.Working))
	line("left", "%d, %d documents", p.Left, p.LeftDocuments)
	if p.Rate > 0 {
		line("rate", "%.1f documents a second, %.1f a process", p.Rate, p.RateOfProcess)
		if !p.Finished {
			line("time left", "%v with %d at work", time.Duration(p.SecondsLeft*float64(time.Second)).Round(time.Second), max(len(p.Working), 1))
		}
	}
	line("stopped", "%s", named(p.Stopped))
	line("failed", "%d", len(p.Failed))
	for _, f := range p.Failed {
		line("", "part %d: %s", f.Part, f.Reason)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// named counts parts and names them.
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
