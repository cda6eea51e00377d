// Package checkpoint keeps, in a folder beside the model, what a training run
// needs to resume as if it had never stopped: state-STEP.safetensors, with the
// run's key and state, and tensors such as parameters, moments and the best
// parameters so far.
//
// A file appears whole or not at all, by the means of the output that contains
// the folder, and carries checksums, which every read verifies. Training is
// deterministic, so the steps that a killed run repeats have the same result.
//
// The last two checkpoints are kept until the run ends. If one of them is damaged,
// the run resumes from the other. If both are, the run fails: their progress is
// lost, and training anew without a word would give another model.
package checkpoint

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
)

// ErrKey says that a checkpoint belongs to a run with other settings or data.
var ErrKey = errors.New("the checkpoint belongs to another run")

// Folder is a checkpoint folder.
type Folder struct {
	Dir string // exists by the time the first file is written
	Key string // of the run: settings and inputs
	// Write durably replaces the file name of Dir by what fill writes. If fill
	// fails, or the process is killed, the present file stays.
	Write func(name string, fill func(io.Writer) error) error
	// Damaged is called with the error of a damaged checkpoint that an earlier one replaces.
	Damaged func(error)
}

const (
	stateTensor = "state"
	keyMeta     = "wrone2set.run"
)

// Save writes the state (any value that gob can encode) and the tensors after a step, and then removes the checkpoints that are
// no longer needed; see Sweep.
func (f Folder) Save(state any, step int64, last bool, tensors []schemas.Tensor) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(state); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	all := append([]schemas.Tensor{{Name: stateTensor, Shape: []int{b.Len()}, Data: b.Bytes()}}, tensors...)
	err := f.Write(stateFile(step), func(w io.Writer) error { return schemas.WriteTensors(w, map[string]string{keyMeta: f.Key}, all) })
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	// Remove files only now: until the new state is durable, a killed run resumes from the old one.
	return f.Sweep(step, last)
}

// Sweep removes all checkpoints but that of a step and, unless it is the last of the run, the one before it. Save calls it; a run that
// finds itself finished must call it too, because a kill may have interrupted Save.
func (f Folder) Sweep(step int64, last bool) error {
	all, err := f.steps()
	errs, before := []error{err}, int64(-1)
	for _, s := range all {
		if s < step && !last {
			before = s // they rise
		}
	}
	for _, s := range all {
		if s != step && s != before {
			errs = append(errs, os.Remove(f.state(s)))
		}
	}
	return errors.Join(errs...)
}

// steps returns the steps of the checkpoints in order, none if the folder does not exist. A folder that cannot be read
// is an error: if it counted as empty, training would start anew.
func (f Folder) steps() (steps []int64, err error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		var step int64
		if _, err := fmt.Sscanf(e.Name(), "state-%d", &step); err == nil && e.Name() == stateFile(step) {
			steps = append(steps, step)
		}
	}
	slices.Sort(steps)
	return steps, nil
}

// Load reads the last checkpoint: its state into the variable that state points to, then its tensors by read. It replaces a
// damaged checkpoint by the one before it and removes the damaged one; it may therefore call read twice. The error is
// fs.ErrNotExist without a checkpoint, ErrKey for one of another key, and a *schemas.FileError if none is whole.
func Load[S any](f Folder, state *S, read func(*schemas.TensorFile) error) error {
	steps, err := f.steps()
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	var lost []error
	for i, step := range slices.Backward(steps) {
		// Clear the state for each: gob leaves fields unchanged that the file does not have.
		*state = *new(S)
		err := f.load(step, state, read)
		if err == nil {
			var errs []error
			for k, damage := range lost {
				f.Damaged(remedied(damage, fmt.Sprintf("the run resumes from step %d", step)))
				// Remove it now: the next Save would count it as the checkpoint before its own.
				errs = append(errs, os.Remove(f.state(steps[i+len(lost)-k])))
			}
			return errors.Join(errs...)
		}
		if !errors.Is(err, schemas.ErrDamaged) {
			return err
		}
		lost = append(lost, err)
	}
	if len(lost) > 0 {
		return remedied(lost[0], "no earlier checkpoint is whole: copy the folder again from its source, or start from the first step with --force")
	}
	return fmt.Errorf("checkpoint: %s: %w", f.Dir, fs.ErrNotExist)
}

// load reads the checkpoint of a step.
func (f Folder) load(step int64, state any, read func(*schemas.TensorFile) error) error {
	file, err := schemas.OpenTensors(f.state(step))
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer file.Close()
	if key, _ := file.Metadata(keyMeta); key != f.Key {
		return fmt.Errorf("checkpoint %s: %w; choose another --out, or --force to train anew", f.state(step), ErrKey)
	}
	t, err := file.Tensor(stateTensor)
	if err != nil {
		return err
	}
	raw, _ := t.Data.([]byte)
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(state); err != nil {
		return &schemas.FileError{File: f.state(step), Place: "tensor " + stateTensor, Err: fmt.Errorf("%w: %w", schemas.ErrDamaged, err)}
	}
	return read(file)
}

// remedied returns the error about a file with another remedy.
func remedied(err error, remedy string) error {
	var file *schemas.FileError
	if !errors.As(err, &file) {
		return err
	}
	return &schemas.FileError{File: file.File, Place: file.Place, Err: file.Err, Remedy: remedy}
}

func (f Folder) state(step int64) string { return filepath.Join(f.Dir, stateFile(step)) }

func stateFile(step int64) string { return fmt.Sprintf("state-%d.safetensors", step) }
