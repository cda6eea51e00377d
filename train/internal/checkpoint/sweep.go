package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"wrone2set/schemas"
)

// Sweep removes what a run that stands at a place does not need: all states but its own and the one before it, and the
// best files that neither names. Save does it; a run that finds itself finished has to, if it was killed in between.
func (f Folder) Sweep(at Place) error {
	states, bests := []int64{at.Step}, []int64{at.Best}
	earlier := slices.DeleteFunc(f.steps("state"), func(step int64) bool { return step >= at.Step })
	if n := len(earlier); n > 0 && !at.Last {
		states = append(states, earlier[n-1])
		best, err := f.named(earlier[n-1])
		if err != nil { // of no use any more, or of some later: then its best file has to be there
			bests = f.steps("best")
		}
		bests = append(bests, best)
	}
	// States first: one whose best file is gone would be taken for damaged.
	return errors.Join(f.keep("state", states), f.keep("best", bests))
}

// named is the step of the best parameters that the state of a step names.
func (f Folder) named(step int64) (int64, error) {
	file, err := schemas.OpenTensors(f.state(step))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return bestOf(file)
}

// keep removes the files of a kind that are of none of these steps.
func (f Folder) keep(kind string, steps []int64) error {
	var errs []error
	for _, step := range f.steps(kind) {
		if !slices.Contains(steps, step) {
			errs = append(errs, os.Remove(filepath.Join(f.Dir, fmt.Sprintf("%s-%d.safetensors", kind, step))))
		}
	}
	return errors.Join(errs...)
}

// steps are those of the files of a kind, in order.
func (f Folder) steps(kind string) (steps []int64) {
	paths, _ := filepath.Glob(filepath.Join(f.Dir, kind+"-*.safetensors"))
	for _, path := range paths {
		var step int64
		if _, err := fmt.Sscanf(filepath.Base(path), kind+"-%d.safetensors", &step); err == nil {
			steps = append(steps, step)
		}
	}
	slices.Sort(steps)
	return steps
}
