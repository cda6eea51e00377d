package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"wrone2set/stages"
	"wrone2set/stages/corpus"
)

// status prints how far a labelling is.
func status(dir string, w io.Writer) error {
	s, err := stages.StatusOf(dir)
	if err != nil {
		return err
	}
	if s.Stage != "infer" {
		return &stages.InputError{File: dir, Err: fmt.Errorf("is an output of stage %s and not of infer", s.Stage)}
	}
	total := s.Read // of one part nothing is known before it is done
	if s.List != nil {
		index, err := corpus.ReadIndex(s.List)
		if err != nil {
			return &stages.InputError{File: dir, Err: err}
		}
		total = index.Rows
	}
	var b strings.Builder
	line := func(what string, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s"+format+"\n", append([]any{what}, args...)...)
	}
	line("parts", "%d, %d documents", s.Parts, total)
	line("done", "%d, %d documents, %d rejected", len(s.Done), s.Read, s.Rejects)
	line("in work", "%s", named(s.Working))
	line("left", "%d, %d documents", s.Parts-len(s.Done)-len(s.Working), max(total-s.Read, 0))
	if s.Read > 0 && s.Seconds > 0 {
		process := float64(s.Read) / s.Seconds
		now := process * float64(max(len(s.Working), 1))
		line("rate", "%.1f documents a second, %.1f a process", now, process)
		if !s.Finished {
			left := time.Duration(float64(total-s.Read) / now * float64(time.Second)).Round(time.Second)
			line("time left", "%v with %d at work", left, max(len(s.Working), 1))
		}
	}
	line("stopped", "%s", named(s.Stopped))
	line("failed", "%d", len(s.Failed))
	for _, part := range slices.Sorted(maps.Keys(s.Failed)) {
		line("", "part %d: %s", part, s.Failed[part])
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
