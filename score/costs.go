package main

import (
	"fmt"
	"io"

	"wrone2set/stages"
)

// costs writes what training the models and labelling the test sets took, from the manifests of the folders; a folder that
// is gone has no line.
func costs(w io.Writer, t *stages.Task) error {
	_, err := fmt.Fprint(w, "Seconds of wall time of the process that finished a folder, beside whatever else ran; other ones each time.\n\n"+
		"| | what | documents | seconds | documents a second | peak memory, MB | threads | CPU |\n|---|---|---:|---:|---:|---:|---:|---|\n")
	for _, src := range t.Input("training") {
		if err == nil {
			err = cost(w, src, "training", src.Spec)
		}
	}
	for _, src := range t.Input("result") {
		made, ok, readErr := src.MadeIn(src.Spec)
		if of, has := made.Of("predictions", ""); err == nil && ok && has {
			err = cost(w, src, "labelling", of.Spec)
		} else if err == nil {
			err = readErr
		}
	}
	return err
}

func cost(w io.Writer, src stages.Source, what, dir string) error {
	c, ok, err := src.CostIn(dir)
	if err != nil || !ok {
		return err
	}
	_, err = fmt.Fprintf(w, "| %s | %s | %d | %.1f | %.1f | %.0f | %d | %s |\n", src.Name, what, c.Rows, c.Seconds,
		float64(c.Rows)/max(c.Seconds, 1e-9), float64(c.PeakMemory)/1e6, c.Threads, c.CPU)
	return err
}
