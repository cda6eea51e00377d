package joint

import (
	"fmt"
	"io"
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
func (m *Model[T]) WriteTensors(w io.Writer) error { return m.save(w, m.Tensors()) }

// WriteInt8 is WriteTensors in the form of slots.WriteInt8: weights in 8 bits and word embeddings in 16 bits, as Quantise has
// them.
func WriteInt8(w io.Writer, m *Model[float32]) error {
	narrow := map[string]bool{}
	for _, l := range m.maps() {
		narrow[l.W.Name] = true
	}
	ts, err := slots.Narrow(m.Tensors(), narrow, m.bert.Embedding().Name)
	if err != nil {
		return err
	}
	return m.save(w, ts)
}

func (m *Model[T]) save(w io.Writer, ts []schemas.Tensor) error {
	var config strings.Builder
	if err := m.WriteConfig(&config); err != nil {
		return err
	}
	return schemas.WriteTensors(w, map[string]string{configKey: config.String()}, ts)
}

// Read reads a model folder. open opens its files by name, and path names them in errors. A tensor that is missing,
// damaged or of another shape than config.json says is a *schemas.FileError, and so is a config.json that differs from the
// one in model.safetensors.
func Read(path func(name string) string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	file, err := open(slots.ConfigFile)
	if err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	defer file.Close()
	c, err := ReadConfig(file)
	if err != nil {
		return nil, &schemas.FileError{File: path(slots.ConfigFile), Err: err, Remedy: "run train again"}
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
	tensors, err := schemas.OpenTensorFile(path(slots.TensorsFile), disk)
	if err != nil {
		return nil, err
	}
	var read strings.Builder
	if err := c.WriteConfig(&read); err != nil {
		return nil, err
	}
	if written, ok := tensors.Metadata(configKey); ok && written != read.String() {
		return nil, &schemas.FileError{File: path(slots.ConfigFile), Err: fmt.Errorf("%w: it does not belong to %s", schemas.ErrDamaged, slots.TensorsFile), Remedy: together}
	}
	return m, slots.Fill(m.params, path(slots.TensorsFile), tensors)
}
