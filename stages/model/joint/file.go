package joint

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// configKey is the metadata key of the tensor file under which the config stands, as WriteConfig writes it.
const configKey = "wrone2set.config"

// together is the remedy for files of different runs.
const together = slots.ConfigFile + " and " + slots.TensorsFile + " must come from one run of train"

// Tensors returns the parameters as model.safetensors has them. The data are not copied.
func (m *Model[T]) Tensors() []schemas.Tensor {
	ts := make([]schemas.Tensor, len(m.params))
	for i, p := range m.params {
		ts[i] = schemas.Tensor{Name: p.Name, Shape: p.Shape, Data: p.Weights}
	}
	return ts
}

// WriteTensors writes model.safetensors, with the config in its metadata.
func (m *Model[T]) WriteTensors(w io.Writer) error {
	var config strings.Builder
	if err := m.WriteConfig(&config); err != nil {
		return err
	}
	return schemas.WriteTensors(w, map[string]string{configKey: config.String()}, m.Tensors())
}

// Read reads a model folder. open opens its files by name, and dir names the folder in errors. A tensor that is missing,
// damaged or of another shape than config.json says is a *schemas.FileError, and so is a config.json that differs from the
// one in model.safetensors.
func Read(dir string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	path := filepath.Join(dir, slots.ConfigFile)
	file, err := open(slots.ConfigFile)
	if err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	defer file.Close()
	c, err := ReadConfig(file)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "run train again"}
	}
	m, err := build[float32](c)
	if err != nil {
		return nil, err
	}
	disk, err := open(slots.TensorsFile)
	if err != nil {
		return nil, fmt.Errorf("open tensors: %w", err)
	}
	defer disk.Close()
	tensors, err := schemas.OpenTensorFile(filepath.Join(dir, slots.TensorsFile), disk)
	if err != nil {
		return nil, err
	}
	var read strings.Builder
	if err := c.WriteConfig(&read); err != nil {
		return nil, err
	}
	if written, ok := tensors.Metadata(configKey); ok && written != read.String() {
		return nil, &schemas.FileError{File: path, Err: fmt.Errorf("%w: it does not belong to %s", schemas.ErrDamaged, slots.TensorsFile), Remedy: together}
	}
	return m, fill(m, filepath.Join(dir, slots.TensorsFile), tensors)
}

// fill fills the parameters from the open file of that path.
func fill(m *Model[float32], path string, tensors *schemas.TensorFile) error {
	names := tensors.Names()
	for _, p := range m.params {
		fail := func(format string, args ...any) error {
			return &schemas.FileError{File: path, Place: "tensor " + p.Name, Err: fmt.Errorf(format, args...), Remedy: together}
		}
		if !slices.Contains(names, p.Name) {
			return fail("the model has no such tensor")
		}
		data, shape, err := tensors.Float32(p.Name)
		if err != nil {
			return err
		}
		if !slices.Equal(shape, p.Shape) {
			return fail("shape %v, %s asks for %v", shape, slots.ConfigFile, p.Shape)
		}
		p.Weights = data
	}
	return nil
}
