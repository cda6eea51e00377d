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

	"wrone2set/schemas"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Files of a model folder.
const (
	ConfigFile  = "config.json"
	TensorsFile = "model.safetensors"
)

// prefix stands in front of the names of tensors where the encoder is part of a larger network.
const prefix = "bert."

// remedy is what helps against a folder that is none of BERT's.
const remedy = "take the folder of a BERT model as Hugging Face has it, with float32 weights in " + TensorsFile

// Load reads a model folder. A file that is missing or damaged, a shape or a kind of network that cannot be had, and a
// tensor that is missing or of another shape than config.json says are a *schemas.FileError. The head of a masked language
// model is read where there is one; tensors of other parts, such as the pooler's, are passed over.
func Load[T kernel.Float](dir string) (*Model[T], error) {
	return Read[T](dir, func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) })
}

// Read is Load for files that are opened by their names in the folder; dir is its name in errors.
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

// saved is the name that a tensor has in a file. The norms of BERT's first models have gamma and beta, as their TensorFlow had.
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

// LoadName is what the authors of an encoder call it: the name without its owner in config.json, else that of the folder.
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

// folder is a model folder that is read.
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

// fill reads the numbers of a parameter from the tensor of that name.
func fill[T kernel.Float](f folder, p *op.Param[T], tensors *schemas.TensorFile, name string) error {
	data, shape, err := tensors.Float32(name)
	if err != nil {
		return helped(err)
	}
	if !slices.Equal(shape, p.Shape) {
		return f.fail(TensorsFile, "tensor "+name, fmt.Errorf("shape %v, %s asks for %v", shape, ConfigFile, p.Shape))
	}
	p.Weights = make([]T, len(data))
	for i, v := range data {
		p.Weights[i] = T(v)
	}
	return nil
}

// helped is an error about a file with what helps where the file is not of this pipeline.
func helped(err error) error {
	var file *schemas.FileError
	if errors.As(err, &file) {
		file.Remedy = remedy
	}
	return err
}
