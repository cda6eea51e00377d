// Package checkpoint keeps, in a folder beside the model, what a training run
// needs to go on as if it had never stopped.
//
//	state-STEP.safetensors  the run's key and state, parameters and moments
//	best-STEP.safetensors   the best parameters so far, as of that step
//
// Every file appears whole or not at all, by the means of the output that the
// folder is a part of, and carries checksums, which are compared whenever it is
// read. A best file is written when the parameters are the best, the state when
// it is time to; the state names the best file that belongs to it, and only
// files that no state names are removed. So a run killed at any moment finds a
// state and its best file, and since training is deterministic, what it has to
// do again comes out the same.
//
// The last two states are kept until the run is at its end. Where one of them
// or its best file is damaged, the run goes on from the other; where both are,
// it ends: what it has come to is lost, and another model would come out.
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
	"strconv"

	"wrone2set/schemas"
)

// ErrKey says that a checkpoint belongs to a run with other settings or data.
var ErrKey = errors.New("the checkpoint belongs to another run")

// Folder is a checkpoint folder.
type Folder struct {
	Dir string // exists when the first file is written
	Key string // of the run: settings and inputs
	// Write makes the file name of Dir hold what fill writes, durably, over what
	// is there; when fill fails, or the process is killed, what is there stays.
	Write func(name string, fill func(io.Writer) error) error
	// Damaged is told what is wrong with a checkpoint for which an earlier one stands in.
	Damaged func(error)
}

// Place is where in a run a checkpoint stands.
type Place struct {
	Step int64 // taken
	Best int64 // step of the best parameters; 0: none yet
	Last bool  // the run is at its end: no earlier checkpoint is kept beside this one
}

const (
	stateTensor = "state"
	keyMeta     = "wrone2set.run"
	bestMeta    = "wrone2set.best"
)

// Save writes the state (any value that gob can carry) and the tensors, and then
// removes the files of earlier steps that are not needed any more.
func (f Folder) Save(state any, at Place, tensors []schemas.Tensor) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(state); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	all := append([]schemas.Tensor{{Name: stateTensor, Shape: []int{b.Len()}, Data: b.Bytes()}}, tensors...)
	meta := map[string]string{keyMeta: f.Key, bestMeta: strconv.FormatInt(at.Best, 10)}
	err := f.Write(stateFile(at.Step), func(w io.Writer) error { return schemas.WriteTensors(w, meta, all) })
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	// Only now: until the new state is durable a kill goes on from the old one,
	// which names another best file.
	return f.Sweep(at)
}

// Load reads the last checkpoint: its state into the variable that state points to, then its tensors by read. One that
// is damaged is passed over for the one before it, and then removed; read may therefore be called twice. Without
// checkpoint the error is fs.ErrNotExist, with that of another key ErrKey, and when none is whole a *schemas.FileError.
func Load[S any](f Folder, state *S, read func(*schemas.TensorFile) error) error {
	steps, err := f.steps("state")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	var lost []error
	for _, step := range slices.Backward(steps) {
		// Anew for each: gob leaves fields alone that it finds nothing of.
		*state = *new(S)
		err := f.load(step, state, read)
		if err == nil {
			return f.drop(steps, step, lost)
		}
		if !errors.Is(err, schemas.ErrDamaged) {
			return err
		}
		lost = append(lost, err)
	}
	if len(lost) > 0 {
		return hopeless(lost[0])
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
	if err := read(file); err != nil {
		return err
	}
	best, err := bestOf(file)
	if err != nil {
		return &schemas.FileError{File: f.state(step), Place: "metadata", Err: fmt.Errorf("%w: %w", schemas.ErrDamaged, err)}
	}
	return f.verifyBest(best)
}

// bestOf is the step of the best parameters that belong to a state.
func bestOf(file *schemas.TensorFile) (int64, error) {
	text, _ := file.Metadata(bestMeta)
	return strconv.ParseInt(text, 10, 64)
}

// verifyBest reads the best parameters of a step, 0 for none yet. That they are gone is damage of the checkpoint.
func (f Folder) verifyBest(step int64) error {
	if step == 0 {
		return nil
	}
	file, err := schemas.OpenTensors(f.Best(step))
	if errors.Is(err, fs.ErrNotExist) {
		return &schemas.FileError{File: f.Best(step), Err: fmt.Errorf("%w: it is gone", schemas.ErrDamaged)}
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Verify(), file.Close())
}

// drop tells of the states after the one that was loaded and removes them.
func (f Folder) drop(steps []int64, loaded int64, lost []error) error {
	var errs []error
	for _, err := range lost {
		f.Damaged(remedied(err, "the run goes on from step "+strconv.FormatInt(loaded, 10)))
	}
	for _, step := range steps {
		if step > loaded {
			// Now, not at the next Save, which would count it as the checkpoint before its own.
			errs = append(errs, os.Remove(f.state(step)))
		}
	}
	return errors.Join(errs...)
}

// hopeless is the error when no checkpoint is whole, err being what is wrong with the last one.
func hopeless(err error) error {
	return remedied(err, "no earlier checkpoint is whole: copy the folder again from where it is, or start from the first step with --force")
}

// remedied is the error about a file with a word on what follows from it.
func remedied(err error, remedy string) error {
	var file *schemas.FileError
	if !errors.As(err, &file) {
		return err
	}
	return &schemas.FileError{File: file.File, Place: file.Place, Err: file.Err, Remedy: remedy}
}

// Best is the path of the best parameters of a step.
func (f Folder) Best(step int64) string { return filepath.Join(f.Dir, bestFile(step)) }

func (f Folder) state(step int64) string { return filepath.Join(f.Dir, stateFile(step)) }

func bestFile(step int64) string  { return fmt.Sprintf("best-%d.safetensors", step) }
func stateFile(step int64) string { return fmt.Sprintf("state-%d.safetensors", step) }

// SaveBest writes the best parameters, as of a step.
func (f Folder) SaveBest(step int64, fill func(io.Writer) error) error {
	if err := f.Write(bestFile(step), fill); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// CopyBest writes the best parameters of a step to w, once it has found them whole.
func (f Folder) CopyBest(step int64, w io.Writer) error {
	if err := f.verifyBest(step); errors.Is(err, schemas.ErrDamaged) {
		return hopeless(err)
	} else if err != nil {
		return err
	}
	file, err := os.Open(f.Best(step))
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}
