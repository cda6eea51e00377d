package settrans

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"wrone2set/schemas"
	"wrone2set/stages/nn/kernel"
)

// Files of a model folder.
const (
	ConfigFile  = "config.json"
	TensorsFile = "model.safetensors"
)

// Tensors are the parameters as they stand in model.safetensors, names and shapes those of the authors' checkpoint.
// The data are the model's own, not copies.
func (m *Model[T]) Tensors() []schemas.Tensor {
	ts := make([]schemas.Tensor, len(m.params))
	for i, p := range m.params {
		ts[i] = schemas.Tensor{Name: p.Name, Shape: p.Shape, Data: p.Weights}
	}
	return ts
}

// WriteTensors writes model.safetensors.
func (m *Model[T]) WriteTensors(w io.Writer) error {
	return schemas.WriteTensors(w, nil, m.Tensors())
}

// Load reads a model folder. A tensor that is missing or of another shape than config.json says is a
// *schemas.FileError; tensors that the network does not have are passed over, so a file made by others opens.
func Load(dir string) (*Model[float32], error) { return load[float32](dir) }

func load[T kernel.Float](dir string) (*Model[T], error) {
	path := filepath.Join(dir, ConfigFile)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("settrans: %w", err)
	}
	defer file.Close()
	c, err := ReadConfig(file)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "run train again"}
	}
	m, _, err := build[T](c)
	if err != nil {
		return nil, err
	}
	if err := m.ReadTensors(filepath.Join(dir, TensorsFile)); err != nil {
		return nil, err
	}
	m.complete()
	return m, nil
}

// ReadTensors fills the parameters from a safetensors file; see Load for its errors.
func (m *Model[T]) ReadTensors(path string) error {
	file, err := schemas.OpenTensors(path)
	if err != nil {
		return err
	}
	defer file.Close()
	fail := func(name string, format string, args ...any) error {
		return &schemas.FileError{File: path, Place: "tensor " + name, Err: fmt.Errorf(format, args...),
			Remedy: "the file and config.json must come from one run of train"}
	}
	have := make(map[string]bool)
	for _, name := range file.Names() {
		have[name] = true
	}
	for _, p := range m.params {
		if !have[p.Name] {
			return fail(p.Name, "the model has no such tensor")
		}
		t, err := file.Tensor(p.Name)
		if err != nil {
			return err
		}
		if !slices.Equal(t.Shape, p.Shape) {
			return fail(p.Name, "shape %v, config.json asks for %v", t.Shape, p.Shape)
		}
		if p.Weights == nil { // only now: the file has as many, whatever config.json claims
			p.Weights = make([]T, p.Len())
		}
		if !fill(p.Weights, t.Data) {
			return fail(p.Name, "%T is not a type of number the network takes", t.Data)
		}
	}
	return nil
}

// fill copies float32 or float64 numbers.
func fill[T kernel.Float](dst []T, data any) bool {
	switch x := data.(type) {
	case []float32:
		for i, v := range x {
			dst[i] = T(v)
		}
	case []float64:
		for i, v := range x {
			dst[i] = T(v)
		}
	default:
		return false
	}
	return true
}
