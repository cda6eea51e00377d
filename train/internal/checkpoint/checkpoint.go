// Package checkpoint keeps, in a folder beside the model, what a training run
// needs to resume as if it had never stopped.
//
//	state-STEP.safetensors  the run's key and state, parameters and moments
//	best-STEP.safetensors   the best parameters so far, as of that step
//
// Every file appears whole or not at all, by the means of the output that contains
// the folder, and carries checksums, which every read verifies. A run writes a best
// file when its parameters are the best so far, and the state when it is due. The
// state names its best file, and only files that no state names are removed. A run
// killed at any moment therefore finds a state and its best file. Training is
// deterministic, so the steps that it repeats have the same result.
//
// The last two states are kept until the run ends. If one of them or its best file
// is damaged, the run resumes from the other. If both are, the run fails: their
// progress is lost, and training anew without a word would give another model.
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

// Place is the position of a checkpoint in a run.
type Place struct {
	Step int64 // steps taken
	Best int64 // step of the best parameters; 0: none yet
	Last bool  // the run has ended: no earlier checkpoint is kept
}

const (
	stateTensor = "state"
	keyMeta     = "wrone2set.run"
	bestMeta    = "wrone2set.best"
)

// Save writes the state (any value that gob can encode) and the tensors, and then
// removes the files of earlier steps that are no longer needed.
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
	// Remove files only now: until the new state is durable, a killed run resumes
	// from the old one, which names another best file.
	return f.Sweep(at)
}

// Load reads the last checkpoint: its state into the variable that state points to, then its tensors by read. It replaces a
// damaged checkpoint by the one before it and removes the damaged one; it may therefore call read twice. The error is
// fs.ErrNotExist without a checkpoint, ErrKey for one of another key, and a *schemas.FileError if none is whole.
func Load[S any](f Folder, state *S, read func(*schemas.TensorFile) error) error {
	steps, err := f.steps("state")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	var lost []error
	for _, step := range slices.Backward(steps) {
		// Clear the state for each: gob leaves fields unchanged that the file does not have.
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

// bestOf returns the step of the best parameters that belong to a state.
func bestOf(file *schemas.TensorFile) (int64, error) {
	text, _ := file.Metadata(bestMeta)
	return strconv.ParseInt(text, 10, 64)
}

// verifyBest reads the best parameters of a step, 0 for none yet. A missing file is damage of the checkpoint.
func (f Folder) verifyBest(step int64) error {
	if step == 0 {
		return nil
	}
	file, err := schemas.OpenTensors(f.Best(step))
	if errors.Is(err, fs.ErrNotExist) {
		return &schemas.FileError{File: f.Best(step), Err: fmt.Errorf("%w: it is missing", schemas.ErrDamaged)}
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Verify(), file.Close())
}

// drop reports the states after the one that was loaded as damaged and removes them.
func (f Folder) drop(steps []int64, loaded int64, lost []error) error {
	var errs []error
	for _, err := range lost {
		f.Damaged(remedied(err, "the run resumes from step "+strconv.FormatInt(loaded, 10)))
	}
	for _, step := range steps {
		if step > loaded {
			// Remove it now: the next Save would count it as the checkpoint before its own.
			errs = append(errs, os.Remove(f.state(step)))
		}
	}
	return errors.Join(errs...)
}

// hopeless returns the error if no checkpoint is whole; err is the error of the last one.
func hopeless(err error) error {
	return remedied(err, "no earlier checkpoint is whole: copy the folder again from its source, or start from the first step with --force")
}

// remedied returns the error about a file with another remedy.
func remedied(err error, remedy string) error {
	var file *schemas.FileError
	if !errors.As(err, &file) {
		return err
	}
	return &schemas.FileError{File: file.File, Place: file.Place, Err: file.Err, Remedy: remedy}
}

// Best returns the path of the best parameters of a step.
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

// CopyBest writes the best parameters of a step to w after checking that they are whole.
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
