package torch

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/pickle"
)

// Tensor is a tensor of a File.
type Tensor struct {
	Shape []int // row-major
	of    storage
	first int64 // index of its first number in the storage
}

// storage is the memory of one or several tensors.
type storage struct {
	number
	key   string
	count int64 // of numbers
}

// number is a type of number.
type number struct {
	size  int64                // in bytes
	value func([]byte) float32 // nil for whole numbers, of which no weight is
}

// numbers are the types of numbers, by the class that stands for each in a file.
var numbers = map[pickle.Global]number{
	"torch.FloatStorage":    {4, func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }},
	"torch.DoubleStorage":   {8, func(b []byte) float32 { return float32(math.Float64frombits(binary.LittleEndian.Uint64(b))) }},
	"torch.HalfStorage":     {2, func(b []byte) float32 { return schemas.Float16(binary.LittleEndian.Uint16(b)).Float32() }},
	"torch.BFloat16Storage": {2, func(b []byte) float32 { return schemas.BFloat16(binary.LittleEndian.Uint16(b)).Float32() }},
	"torch.LongStorage":     {size: 8}, "torch.IntStorage": {size: 4}, "torch.ShortStorage": {size: 2},
	"torch.CharStorage": {size: 1}, "torch.ByteStorage": {size: 1}, "torch.BoolStorage": {size: 1},
}

// env lets a pickle name tensors, the classes of numbers, and the dicts of a state_dict and of a vocabulary.
func (f *File) env() pickle.Env {
	functions := map[pickle.Global]pickle.Function{
		"collections.OrderedDict":         dict,
		"collections.Counter":             dict,
		"torch._utils._rebuild_tensor_v2": tensor,
		"torch._utils._rebuild_parameter": parameter,
	}
	for class := range numbers {
		functions[class] = nil
	}
	return pickle.Env{Functions: functions, Load: f.load}
}

// dict makes a dict, of what is in another if there is one.
func dict(args pickle.Tuple) (any, error) {
	if len(args) == 0 {
		return &pickle.Dict{}, nil
	}
	if d, ok := args[0].(*pickle.Dict); ok && len(args) == 1 {
		return d, nil
	}
	return nil, errors.New("a dict that is not made of a dict")
}

// parameter returns the tensor of a Parameter.
func parameter(args pickle.Tuple) (any, error) {
	if len(args) > 0 {
		if t, ok := args[0].(Tensor); ok {
			return t, nil
		}
	}
	return nil, errors.New("a parameter without a tensor")
}

var errTensor = errors.New("a tensor that PyTorch does not write so")

// tensor makes a Tensor of a storage, the index of the first number, sizes and strides.
func tensor(args pickle.Tuple) (any, error) {
	if len(args) < 4 {
		return nil, errTensor
	}
	of, isStorage := args[0].(storage)
	first, isNumber := args[1].(int64)
	sizes, areSizes := args[2].(pickle.Tuple)
	strides, areStrides := args[3].(pickle.Tuple)
	if !isStorage || !isNumber || !areSizes || !areStrides || len(sizes) != len(strides) || first < 0 || first > of.count {
		return nil, errTensor
	}
	t, n := Tensor{Shape: make([]int, len(sizes)), of: of, first: first}, int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		size, ok := sizes[i].(int64)
		stride, also := strides[i].(int64)
		if !ok || !also || size < 0 || size > 0 && n > (of.count-first)/size {
			return nil, errTensor
		}
		if size > 1 && stride != n {
			return nil, errors.New("a tensor whose numbers are not in order: save it after .contiguous()")
		}
		t.Shape[i], n = int(size), n*size
	}
	return t, nil
}

// load returns the storage of a persistent id: "storage", class of its numbers, key, device, count.
func (f *File) load(id any) (any, error) {
	parts, _ := id.(pickle.Tuple)
	if len(parts) < 5 || parts[0] != "storage" {
		return nil, errTensor
	}
	class, isClass := parts[1].(pickle.Global)
	key, isKey := parts[2].(string)
	count, isCount := parts[4].(int64)
	kind, known := numbers[class]
	if !isClass || !isKey || !isCount || !known {
		return nil, errTensor
	}
	if count < 0 || count > f.Size/kind.size {
		return nil, fmt.Errorf("is cut off: %d numbers of %d bytes in a file of %d", count, kind.size, f.Size)
	}
	return storage{kind, key, count}, nil
}

// Read reads the numbers of a tensor, of any type, into to, which has room for just these. The checksum of an archive's storage
// is compared, so the whole of it is read.
func (f *File) Read(t Tensor, to []float32) error {
	if t.of.value == nil {
		return errors.New("it has whole numbers, and weights have none")
	}
	in, err := f.storage(t.of)
	if err != nil {
		return err
	}
	defer in.Close()
	r, size := bufio.NewReaderSize(in, 1<<16), t.of.size
	if _, err := io.CopyN(io.Discard, r, t.first*size); err != nil {
		return damaged(err)
	}
	var b [8]byte
	for i := range to {
		if _, err := io.ReadFull(r, b[:size]); err != nil {
			return damaged(err)
		}
		to[i] = t.of.value(b[:size])
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return damaged(err)
	}
	return nil
}

// storage opens the numbers of a storage.
func (f *File) storage(s storage) (io.ReadCloser, error) {
	bytes := s.count * s.size
	if at, ok := f.at[s.key]; ok {
		return io.NopCloser(io.NewSectionReader(f.disk, at, bytes)), nil
	}
	r, ok := f.records[s.key]
	if !ok {
		return nil, fmt.Errorf("is damaged: the storage %q is missing", s.key)
	}
	if r.Method != zip.Store || r.UncompressedSize64 != uint64(bytes) {
		return nil, fmt.Errorf("is damaged: the storage %q has %d bytes, not %d, or is compressed", s.key, r.UncompressedSize64, bytes)
	}
	return r.Open()
}

// damaged returns the error of reading numbers. An error of the disk stays what it is.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) {
		return fmt.Errorf("is damaged: %w", err)
	}
	return err
}
