// Package checkpoint keeps, in a folder beside the model, what a training run
// needs to go on as if it had never stopped.
//
//	state.safetensors    the run's key and state, parameters and moments
//	best-STEP.safetensors  the best parameters so far, as of that step
//
// Every file appears whole or not at all, by the means of the output that the
// folder is a part of. A best file is written when the
// parameters are the best, the state when it is time to; the state names the
// best file that belongs to it, and only files that no state can name are
// removed. So a run killed at any moment finds a state and its best file, and
// since training is deterministic, what it has to do again comes out the same.
package checkpoint

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

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
}

const (
	stateFile   = "state.safetensors"
	stateTensor = "state"
	keyMeta     = "wrone2set.run"
)

// Save writes the state (any value that gob can carry) and the tensors, over
// those of the last Save, and then removes the best files of other steps.
func (f Folder) Save(state any, best int64, tensors []schemas.Tensor) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(state); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	all := append([]schemas.Tensor{{Name: stateTensor, Shape: []int{b.Len()}, Data: b.Bytes()}}, tensors...)
	err := f.Write(stateFile, func(w io.Writer) error {
		return schemas.WriteTensors(w, map[string]string{keyMeta: f.Key}, all)
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	// Only now: until the new state is durable a kill goes on from the old one,
	// which names another best file.
	return f.Sweep(best)
}

// Load reads the state of the last Save into state, a pointer, and opens its
// tensors. Without checkpoint the error is fs.ErrNotExist, with that of another
// key ErrKey.
func (f Folder) Load(state any) (*schemas.TensorFile, error) {
	path := filepath.Join(f.Dir, stateFile)
	file, err := schemas.OpenTensors(path)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	if err := f.load(file, state); err != nil {
		return nil, errors.Join(fmt.Errorf("checkpoint %s: %w", path, err), file.Close())
	}
	return file, nil
}

func (f Folder) load(file *schemas.TensorFile, state any) error {
	if key, _ := file.Metadata(keyMeta); key != f.Key {
		return fmt.Errorf("%w; choose another --out, or --force to train anew", ErrKey)
	}
	t, err := file.Tensor(stateTensor)
	if err != nil {
		return err
	}
	raw, _ := t.Data.([]byte)
	return gob.NewDecoder(bytes.NewReader(raw)).Decode(state)
}

// Best is the path of the best parameters of a step.
func (f Folder) Best(step int64) string {
	return filepath.Join(f.Dir, bestFile(step))
}

func bestFile(step int64) string { return fmt.Sprintf("best-%d.safetensors", step) }

// SaveBest writes the best parameters, as of a step.
func (f Folder) SaveBest(step int64, fill func(io.Writer) error) error {
	if err := f.Write(bestFile(step), fill); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Sweep removes best files but that of a step. Save does it; a run that finds
// itself finished has to, if it was killed in between.
func (f Folder) Sweep(best int64) error {
	var errs []error
	paths, _ := filepath.Glob(filepath.Join(f.Dir, "best-*.safetensors"))
	for _, p := range paths {
		if p != f.Best(best) {
			errs = append(errs, os.Remove(p))
		}
	}
	return errors.Join(errs...)
}
