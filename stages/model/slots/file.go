package slots

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Files of a model folder.
const (
	ConfigFile  = "config.json"
	TensorsFile = "model.safetensors"
)

// configKey is the metadata key of the tensor file under which the config stands, as WriteConfig writes it.
const configKey = "wrone2set.config"

// Saved is what a model folder holds, of any package.
type Saved[T kernel.Float] interface {
	WriteConfig(io.Writer) error
	Params() []*op.Param[T]
}

// Tensors returns the parameters as model.safetensors has them, with the names and shapes of the authors' checkpoint. The
// data are not copied.
func Tensors[T kernel.Float](of Saved[T]) (ts []schemas.Tensor) {
	for _, p := range of.Params() {
		ts = append(ts, schemas.Tensor{Name: p.Name, Shape: p.Shape, Data: p.Weights})
	}
	return ts
}

// Tensors returns the parameters as model.safetensors has them.
func (m *Model[T]) Tensors() []schemas.Tensor { return Tensors(m) }

// WriteTensors writes model.safetensors, with the config in its metadata, since no shape shows the number of heads or the
// length of a phrase.
func (m *Model[T]) WriteTensors(w io.Writer) error { return WriteTensors(w, m, m.Tensors()) }

// WriteTensors writes tensors of a network as its model.safetensors.
func WriteTensors[T kernel.Float](w io.Writer, of Saved[T], ts []schemas.Tensor) error {
	var config strings.Builder
	if err := of.WriteConfig(&config); err != nil {
		return err
	}
	return schemas.WriteTensors(w, map[string]string{configKey: config.String()}, ts)
}

// Read reads a model folder. open opens its files by name, and path names them in errors. A tensor that is missing,
// damaged or of another shape than config.json says is a *schemas.FileError, and so is a config.json that differs from the
// one in model.safetensors. What WriteInt8 wrote in 8 or 16 bits becomes float32. Tensors that the network does not have are
// ignored, so checkpoints of other programs can be read; these have neither checksums nor a config to compare with.
func Read(path func(name string) string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	return ReadWith(path, open, func(c Config) error {
		if c.System != "" || c.Network != "" {
			return fmt.Errorf("config: system is %q and network %q, want a Transformer with slots", c.System, c.Network)
		}
		return nil
	})
}

// ReadWith is Read for a system with its own check of the config.
func ReadWith(path func(name string) string, open func(name string) (schemas.File, error), check func(Config) error) (*Model[float32], error) {
	m, err := ReadFolder(path, open, func(config io.Reader) (*Model[float32], error) {
		c, err := ReadConfig(config)
		if err != nil {
			return nil, err
		}
		if err := check(c); err != nil {
			return nil, err
		}
		m, _, err := build[float32](c)
		return m, err
	})
	if err != nil {
		return nil, err
	}
	m.complete()
	return m, nil
}

// ReadFolder is Read for any network, which shape returns for a config.json, without weights.
func ReadFolder[T kernel.Float, N Saved[T]](path func(name string) string, open func(name string) (schemas.File, error), shape func(config io.Reader) (N, error)) (none N, err error) {
	file, err := open(ConfigFile)
	if err != nil {
		return none, err
	}
	defer file.Close()
	n, err := shape(file)
	if err != nil {
		return none, &schemas.FileError{File: path(ConfigFile), Err: err, Remedy: "run train again"}
	}
	disk, err := open(TensorsFile)
	if err != nil {
		return none, fmt.Errorf("open tensors: %w", err)
	}
	defer disk.Close()
	tensors, err := schemas.OpenTensorFile(path(TensorsFile), disk)
	if err != nil {
		return none, err
	}
	if err := compare(path(ConfigFile), n.WriteConfig, tensors); err != nil {
		return none, err
	}
	return n, fill(n.Params(), path(TensorsFile), tensors)
}

// compare compares a config, read from the file path, with the config in the tensor file, if it has one.
func compare(path string, config func(io.Writer) error, tensors *schemas.TensorFile) error {
	written, ok := tensors.Metadata(configKey)
	if !ok {
		return nil
	}
	var read strings.Builder
	if err := config(&read); err != nil {
		return err
	}
	if read.String() == written {
		return nil
	}
	then, now := strings.Split(written, "\n"), strings.Split(read.String(), "\n")
	for i := range min(len(then), len(now)) {
		if then[i] != now[i] {
			return &schemas.FileError{File: path, Err: fmt.Errorf("%w: it says %s, and %s was written with %s", schemas.ErrDamaged,
				setting(now[i]), TensorsFile, setting(then[i])), Remedy: together}
		}
	}
	return &schemas.FileError{File: path, Err: fmt.Errorf("%w: it does not belong to %s", schemas.ErrDamaged, TensorsFile), Remedy: together}
}

// together is the remedy for files of different runs.
const together = "the file and " + TensorsFile + " must come from one run of train"

// setting returns a line of config.json without indent and comma.
func setting(line string) string { return strings.Trim(line, " ,") }

// ReadTensors fills the parameters from a safetensors file. Its errors are those of Read.
func (m *Model[T]) ReadTensors(path string) error {
	file, err := schemas.OpenTensors(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return fill(m.params, path, file)
}

// fill fills parameters from the open file of that path, whose numbers may have the form of WriteInt8.
func fill[T kernel.Float](params []*op.Param[T], path string, file *schemas.TensorFile) error {
	read := reader{path, file, file.Names()}
	for _, p := range params {
		t, err := read.tensor(p.Name, p.Shape)
		if err != nil {
			return err
		}
		if p.Weights == nil { // not earlier: config.json may claim any size, but the file has that many
			p.Weights = make([]T, p.Len())
		}
		if whole, ok := t.Data.([]int8); ok && len(p.Shape) == 2 {
			if err := setNarrow(read, p, whole); err != nil {
				return err
			}
			continue
		}
		if !Convert(p.Weights, t.Data) {
			return read.fail(p.Name, "%T is not a type of number the network takes", t.Data)
		}
	}
	return nil
}

// reader reads tensors of the shapes that config.json implies.
type reader struct {
	path  string
	file  *schemas.TensorFile
	names []string
}

func (r reader) fail(name, format string, args ...any) error {
	return &schemas.FileError{File: r.path, Place: "tensor " + name, Err: fmt.Errorf(format, args...),
		Remedy: "the file and config.json must come from one run of train"}
}

func (r reader) tensor(name string, shape []int) (schemas.Tensor, error) {
	if !slices.Contains(r.names, name) {
		return schemas.Tensor{}, r.fail(name, "the model has no such tensor")
	}
	t, err := r.file.Tensor(name)
	if err == nil && !slices.Equal(t.Shape, shape) {
		err = r.fail(name, "shape %v, config.json asks for %v", t.Shape, shape)
	}
	return t, err
}

// Convert copies floats of 16, 32 or 64 bits to dst, and returns false for other types.
func Convert[T kernel.Float](dst []T, data any) bool {
	switch x := data.(type) {
	case []float32:
		for i, v := range x {
			dst[i] = T(v)
		}
	case []float64:
		for i, v := range x {
			dst[i] = T(v)
		}
	case []schemas.Float16:
		for i, v := range x {
			dst[i] = T(v.Float32())
		}
	case []schemas.BFloat16:
		for i, v := range x {
			dst[i] = T(v.Float32())
		}
	default:
		return false
	}
	return true
}
