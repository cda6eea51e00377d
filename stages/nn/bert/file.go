package bert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Names of the files in a model folder.
const (
	ConfigFile  = "config.json"
	TensorsFile = "model.safetensors"
)

// prefix starts the names of tensors if the encoder is part of a larger network.
const prefix = "bert."

// remedy is the advice about a folder that does not hold a BERT model.
const remedy = "take the folder of a BERT model in the format of Hugging Face, with float32 weights in " + TensorsFile

// Load reads a model folder. It returns a *schemas.FileError for a file that is missing or damaged, for an unsupported
// shape or kind of network, and for a tensor that is missing or differs from the shape in config.json. It reads the head
// of a masked language model if there is one and ignores tensors of other parts, such as the pooler's.
func Load[T kernel.Float](dir string) (*Model[T], error) {
	return Read[T](dir, func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) })
}

// Read is Load for files that open finds by their names in the folder; dir is the folder's name in errors.
func Read[T kernel.Float](dir string, open func(name string) (schemas.File, error)) (*Model[T], error) {
	f := folder{dir, open}
	c, err := f.config()
	if err != nil {
		return nil, err
	}
	disk, err := f.file(TensorsFile)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	tensors, err := schemas.OpenTensorFile(filepath.Join(dir, TensorsFile), disk)
	if err != nil {
		return nil, helped(err)
	}
	m := New[T](c)
	names, in := tensors.Names(), ""
	if slices.Contains(names, prefix+m.params[0].Name) {
		in = prefix
	}
	for _, p := range m.params {
		name, ok := saved(names, in+p.Name)
		if !ok {
			return nil, f.fail(TensorsFile, "", fmt.Errorf("the model has no tensor %s", in+p.Name))
		}
		if err := fill(f, p, tensors, name); err != nil {
			return nil, err
		}
	}
	m.Head, err = readHead[T](f, c, tensors)
	return m, err
}

// saved returns the name under which a file holds a tensor, and whether it does. The first BERT models name the gain and
// bias of norms gamma and beta, as in TensorFlow.
func saved(names []string, name string) (string, bool) {
	if slices.Contains(names, name) {
		return name, true
	}
	old := strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta").Replace(name)
	return old, slices.Contains(names, old)
}

// LoadConfig reads config.json of a model folder; its errors are those of Load.
func LoadConfig(dir string) (Config, error) {
	return folder{dir, func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) }}.config()
}

// LoadName returns the name that an encoder's authors gave it: _name_or_path in config.json without the owner before the
// last slash, else the name of the folder.
func LoadName(dir string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, ConfigFile))
	if err != nil {
		return "", fmt.Errorf("bert: %w", err)
	}
	var c struct {
		Name string `json:"_name_or_path"`
	}
	if json.Unmarshal(b, &c) == nil && c.Name != "" {
		return path.Base(c.Name), nil
	}
	return filepath.Base(dir), nil
}

// folder is the model folder being read.
type folder struct {
	dir  string
	open func(name string) (schemas.File, error)
}

func (f folder) fail(name, place string, err error) error {
	return &schemas.FileError{File: filepath.Join(f.dir, name), Place: place, Err: err, Remedy: remedy}
}

// file opens one of the files.
func (f folder) file(name string) (schemas.File, error) {
	file, err := f.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, f.fail(name, "", errors.New("there is no such file"))
	}
	if err != nil {
		return nil, fmt.Errorf("bert: %w", err)
	}
	return file, nil
}

// config reads config.json.
func (f folder) config() (Config, error) {
	file, err := f.file(ConfigFile)
	if err != nil {
		return Config{}, err
	}
	defer file.Close()
	c, err := ReadConfig(file)
	if err != nil {
		return c, f.fail(ConfigFile, "", err)
	}
	return c, nil
}

// fill reads the numbers of a parameter from the tensor of the given name.
func fill[T kernel.Float](f folder, p *op.Param[T], tensors *schemas.TensorFile, name string) error {
	data, shape, err := tensors.Float32(name)
	if err != nil {
		return helped(err)
	}
	if !slices.Equal(shape, p.Shape) {
		return f.fail(TensorsFile, "tensor "+name, fmt.Errorf("shape %v, want %v by %s", shape, p.Shape, ConfigFile))
	}
	p.Weights = make([]T, len(data))
	for i, v := range data {
		p.Weights[i] = T(v)
	}
	return nil
}

// helped adds the remedy to an error about a file that this pipeline did not write.
func helped(err error) error {
	var file *schemas.FileError
	if errors.As(err, &file) {
		file.Remedy = remedy
	}
	return err
}
