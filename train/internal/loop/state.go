package loop

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/checkpoint"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// State is the progress of a run, beside the parameters and Adam's moments.
type State struct {
	Step     int64 // steps taken; with the number of batches it determines the epoch and the place in it
	Schedule schedule.State
	Checked  int64 // steps taken at the last check
	Best     int64 // steps taken when the parameters were the best; 0: none yet
	Over     bool  // the patience is exhausted, or all steps are taken
	Finished bool  // and the last check is also done

	Since       step.Tally // since the last training line of the log
	Log         []schemas.TrainLog
	Assignments []schemas.Assignment
}

// Prefixes of the tensors of a checkpoint, before the parameter's name.
const (
	parameters = "parameter/"
	moments    = "moment1/"
	squares    = "moment2/"
	bests      = "best/" // parameters
)

// save writes a checkpoint.
func (r *Training) save() error {
	var tensors []schemas.Tensor
	for i, p := range r.Model.Params() {
		tensors = append(tensors, schemas.Tensor{Name: parameters + p.Name, Shape: p.Shape, Data: p.Weights})
		if r.Adam.M != nil {
			tensors = append(tensors,
				schemas.Tensor{Name: moments + p.Name, Shape: p.Shape, Data: r.Adam.M[i]},
				schemas.Tensor{Name: squares + p.Name, Shape: p.Shape, Data: r.Adam.V[i]})
		}
		if r.best != nil {
			tensors = append(tensors, schemas.Tensor{Name: bests + p.Name, Shape: p.Shape, Data: r.best[i]})
		}
	}
	r.saved = r.Now()
	return r.Folder.Save(r.state, r.state.Step, r.state.Finished, tensors)
}

// saveIfDue writes a checkpoint if enough steps or time have passed.
func (r *Training) saveIfDue() error {
	steps := r.Every > 0 && r.state.Step%r.Every == 0
	if steps || r.Interval > 0 && r.Now().Sub(r.saved) >= r.Interval {
		return r.save()
	}
	return nil
}

// check rejects a state that no run of that many steps can reach.
func (s State) check(steps int64) error {
	if s.Step < 0 || s.Step > steps || s.Checked < 0 || s.Checked > s.Step || s.Best < 0 || s.Best > s.Step {
		return fmt.Errorf("checkpoint: after step %d of %d, checked after %d, best after %d", s.Step, steps, s.Checked, s.Best)
	}
	return nil
}

// restore loads the last checkpoint; the error is fs.ErrNotExist if there is none.
func (r *Training) restore() error {
	if err := checkpoint.Load(r.Folder, &r.state, r.fill); err != nil {
		return err
	}
	r.resumed = r.state.Step
	r.Adam.Steps = r.state.Step
	return r.state.check(r.steps())
}

// fill copies parameters and moments from a checkpoint whose state has been read.
func (r *Training) fill(file *schemas.TensorFile) (err error) {
	params := r.Model.Params()
	r.Adam.M, r.Adam.V, r.best = nil, nil, nil
	if r.state.Step > 0 {
		r.Adam.M, r.Adam.V = make([][]float32, len(params)), make([][]float32, len(params))
	}
	if r.state.Best > 0 {
		r.best = make([][]float32, len(params))
	}
	for i, p := range params {
		read := func(prefix string) (data []float32) {
			if err == nil {
				data, _, err = file.Float32(prefix + p.Name)
			}
			if err == nil && len(data) != len(p.Weights) {
				err = fmt.Errorf("checkpoint: %s has %d elements, not %d", prefix+p.Name, len(data), len(p.Weights))
			}
			return data
		}
		copy(p.Weights, read(parameters))
		if r.state.Step > 0 {
			r.Adam.M[i], r.Adam.V[i] = read(moments), read(squares)
		}
		if r.state.Best > 0 {
			r.best[i] = read(bests)
		}
	}
	return err
}
