package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
)

// Sweep removes the files that a run at this place does not need: all states but its own and the one before it, and the
// best files that neither names. Save calls it; a run that finds itself finished must call it too, because a kill may have
// interrupted Save.
func (f Folder) Sweep(at Place) error {
	states, bests := []int64{at.Step}, []int64{at.Best}
	earlier, err := f.steps("state")
	if err != nil {
		return err
	}
	earlier = slices.DeleteFunc(earlier, func(step int64) bool { return step >= at.Step })
	if n := len(earlier); n > 0 && !at.Last {
		states = append(states, earlier[n-1])
		best, err := f.named(earlier[n-1])
		if err != nil { // the state cannot be read now but perhaps later, so keep every best file
			if bests, err = f.steps("best"); err != nil {
				return err
			}
		}
		bests = append(bests, best)
	}
	// States first: a state without its best file would count as damaged.
	return errors.Join(f.keep("state", states), f.keep("best", bests))
}

// named returns the step of the best parameters that the state of a step names.
func (f Folder) named(step int64) (int64, error) {
	file, err := schemas.OpenTensors(f.state(step))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return bestOf(file)
}

// keep removes the files of a kind that belong to none of these steps.
func (f Folder) keep(kind string, steps []int64) error {
	all, err := f.steps(kind)
	errs := []error{err}
	for _, step := range all {
		if !slices.Contains(steps, step) {
			errs = append(errs, os.Remove(filepath.Join(f.Dir, fmt.Sprintf("%s-%d.safetensors", kind, step))))
		}
	}
	return errors.Join(errs...)
}

// steps returns the steps of the files of a kind in order, none if the folder does not exist. A folder that cannot be read
// is an error: if it counted as empty, training would start anew.
func (f Folder) steps(kind string) (steps []int64, err error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	name := kind + "-%d.safetensors"
	for _, e := range entries {
		var step int64
		if _, err := fmt.Sscanf(e.Name(), name, &step); err == nil && e.Name() == fmt.Sprintf(name, step) {
			steps = append(steps, step)
		}
	}
	slices.Sort(steps)
	return steps, nil
}
