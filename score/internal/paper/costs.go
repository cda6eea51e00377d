package paper

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages"
)

// Costs writes the time and memory of training and labelling, from the manifests of the folders. A folder that no
// longer exists has no line.
func Costs(w io.Writer, t *stages.Task) error {
	_, err := fmt.Fprint(w, "Wall time of the process that finished each folder. It depends on the load of the machine and differs between runs.\n\n"+
		"| | step | documents | seconds | documents per second | peak memory, MB | threads | CPU |\n|---|---|---:|---:|---:|---:|---:|---|\n")
	for _, src := range t.Input("training") {
		if err == nil {
			err = cost(w, src, "training", src.Spec)
		}
	}
	for _, src := range t.Input("result") {
		made, ok, readErr := src.ProvenanceIn(src.Spec)
		if of, has := made.Input("predictions", ""); err == nil && ok && has {
			err = cost(w, src, "labelling", of.Spec)
		} else if err == nil {
			err = readErr
		}
	}
	return err
}

// cost writes the line of one folder.
func cost(w io.Writer, src stages.Source, what, dir string) error {
	made, ok, err := src.ProvenanceIn(dir)
	if err != nil || !ok {
		return err
	}
	_, err = fmt.Fprintf(w, "| %s | %s | %d | %.1f | %.1f | %.0f | %d | %s |\n", src.Name, what, made.Read, made.Info.Seconds,
		float64(made.Read)/max(made.Info.Seconds, 1e-9), float64(made.Info.PeakMemory)/1e6, made.Info.Threads, made.Info.CPU)
	return err
}
