package schemas

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// TensorFile is an open safetensors file with a checked header. Tensors are read from disk on request.
type TensorFile struct {
	path    string
	disk    File
	data    int64 // offset of the data
	entries map[string]tensorEntry
	names   []string
	meta    map[string]string
	sums    map[string]string // checksum of each tensor; nil if another program wrote the file
}

// OpenTensors opens a safetensors file of any writer. A file of ours must have the current version and its checksums.
// The header's checksum is checked here, a tensor's whenever it is read. OpenTensors returns a *FileError unless the
// header is intact and its tensors fill the file and fit their shapes.
func OpenTensors(path string) (*TensorFile, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open tensors: %w", err)
	}
	f, err := OpenTensorFile(path, disk)
	if err != nil {
		disk.Close()
		return nil, err
	}
	return f, nil
}

// OpenTensorFile is OpenTensors for an open file; path is its name in errors. Closing the TensorFile closes the file.
// If OpenTensorFile fails, the file stays open.
func OpenTensorFile(path string, disk File) (*TensorFile, error) {
	f := &TensorFile{path: path, disk: disk, entries: map[string]tensorEntry{}}
	if err := f.readHeader(); err != nil {
		return nil, f.fail("header", err)
	}
	return f, nil
}

// Close closes the file.
func (f *TensorFile) Close() error { return f.disk.Close() }

// Names lists the tensors in the order of their data.
func (f *TensorFile) Names() []string { return slices.Clone(f.names) }

// Shape returns the shape of a tensor without reading it; nil if there is none of that name.
func (f *TensorFile) Shape(name string) []int { return slices.Clone(f.entries[name].Shape) }

// Metadata looks up a key of the header's metadata.
func (f *TensorFile) Metadata(key string) (string, bool) {
	v, ok := f.meta[key]
	return v, ok
}

// Tensor reads one tensor. A missing or damaged tensor is a *FileError.
func (f *TensorFile) Tensor(name string) (Tensor, error) {
	e, ok := f.entries[name]
	if !ok {
		return Tensor{}, f.fail("", fmt.Errorf("%w: there is no tensor %s", ErrSchema, name))
	}
	data, bytes := newNumbers(e.DType, count(e.Shape))
	_, err := f.disk.ReadAt(bytes, f.data+e.Offsets[0])
	if err == nil {
		err = f.compare(name, crc32.Checksum(bytes, castagnoli))
	}
	if err != nil {
		return Tensor{}, f.fail("tensor "+name, err)
	}
	return Tensor{Name: name, Shape: slices.Clone(e.Shape), Data: data}, nil
}

// Float32 reads a tensor of 32-bit floats and its shape. Another type is a *FileError.
func (f *TensorFile) Float32(name string) ([]float32, []int, error) {
	t, err := f.Tensor(name)
	if err != nil {
		return nil, nil, err
	}
	data, ok := t.Data.([]float32)
	if !ok {
		return nil, nil, f.fail("tensor "+name, fmt.Errorf("%w: it holds %T, not %T", ErrSchema, t.Data, data))
	}
	return data, t.Shape, nil
}

func (f *TensorFile) readHeader() error {
	info, err := f.disk.Stat()
	if err != nil {
		return err
	}
	var size [8]byte
	if info.Size() < 8 {
		return guard.Damaged("%d bytes are too few for a safetensors file", info.Size())
	}
	if _, err := f.disk.ReadAt(size[:], 0); err != nil {
		return err
	}
	length := binary.LittleEndian.Uint64(size[:])
	if length > maxTensorHeader || int64(length) > info.Size()-8 {
		return guard.Damaged("a header of %d bytes in a file of %d", length, info.Size())
	}
	header := make([]byte, length)
	if _, err := f.disk.ReadAt(header, 8); err != nil {
		return err
	}
	// Before anything in the header is trusted.
	if err := checkHeader(header); err != nil {
		return err
	}
	f.data = 8 + int64(length)
	return f.parse(header, info.Size()-f.data)
}

// jsonWords describes a JSON error without naming Go's types.
func jsonWords(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return kind.Value + " is not what belongs there"
	}
	return err.Error()
}

// parse checks every entry against the size of the data.
func (f *TensorFile) parse(header []byte, size int64) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(header, &raw); err != nil {
		return guard.Damaged("the header: %s", jsonWords(err))
	}
	for name, text := range raw {
		var into any = &f.meta
		var e tensorEntry
		if name != tensorMeta {
			into = &e
		}
		if err := json.Unmarshal(text, into); err != nil {
			return guard.Damaged("the header's entry %s: %s", name, jsonWords(err))
		}
		if name == tensorMeta {
			continue
		}
		number, n := numberTypes[e.DType], count(e.Shape)
		if number == nil {
			return fmt.Errorf("%w: tensor %s has type %q", ErrSchema, name, e.DType)
		}
		if e.Offsets[0] < 0 || e.Offsets[1] > size || n < 0 || n > size || e.Offsets[1]-e.Offsets[0] != n*int64(number.Size()) {
			return guard.Damaged("tensor %s of shape %v lies at bytes %d to %d of %d", name, e.Shape, e.Offsets[0], e.Offsets[1], size)
		}
		f.entries[name] = e
		f.names = append(f.names, name)
	}
	if v, ok := f.meta[versionKey]; ok && v != tensorVersion {
		return fmt.Errorf("%w: the file has version %s, want version %s", ErrSchema, v, tensorVersion)
	}
	if err := f.order(size); err != nil || sumPlace(header) < 0 {
		return err
	}
	sums := strings.Fields(f.meta[tensorSumsKey])
	if len(sums) != len(f.names) {
		return guard.Damaged("%d checksums for %d tensors", len(sums), len(f.names))
	}
	f.sums = map[string]string{}
	for i, name := range f.names {
		f.sums[name] = sums[i]
	}
	return nil
}

// order sorts the names by their data, which must be contiguous and fill the file.
func (f *TensorFile) order(size int64) error {
	slices.SortFunc(f.names, func(a, b string) int {
		x, y := f.entries[a].Offsets, f.entries[b].Offsets
		return cmp.Or(slices.Compare(x[:], y[:]), strings.Compare(a, b))
	})
	end := int64(0)
	for _, name := range f.names {
		if f.entries[name].Offsets[0] != end {
			return guard.Damaged("tensor %s does not begin where the one before it ends", name)
		}
		end = f.entries[name].Offsets[1]
	}
	if end != size {
		return guard.Damaged("%d bytes of data, %d in tensors", size, end)
	}
	return nil
}

func (f *TensorFile) fail(place string, err error) error {
	return &FileError{File: f.path, Place: place, Remedy: remedy("train", err), Err: err}
}
