package schemas

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
)

// Tensor is one named array of a safetensors file.
type Tensor struct {
	Name  string
	Shape []int // empty: one number
	Data  any   // row-major []float32, []float64, []Float16, []int64, []int32, []uint8 or []int8
}

// tensorEntry is a tensor's entry in the header, in the encoding of the format.
type tensorEntry struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

const (
	tensorSchema    = "tensors"
	tensorVersion   = "2"
	tensorMeta      = "__metadata__"
	maxTensorHeader = 100 << 20 // limit of the format itself
)

// WriteTensors writes a safetensors file: the tensors in the given order, and meta in the header's metadata beside
// schema name, version and checksums. Equal arguments give equal bytes. It fails if a name occurs twice, a shape does
// not fit its data, or w fails.
func WriteTensors(w io.Writer, meta map[string]string, ts []Tensor) error {
	header, err := tensorHeader(meta, ts)
	if err != nil {
		return fmt.Errorf("write tensors: %w", err)
	}
	if _, err := w.Write(sealHeader(header)); err != nil {
		return fmt.Errorf("write tensors: %w", err)
	}
	for _, t := range ts {
		if err := writeNumbers(w, t.Data); err != nil {
			return fmt.Errorf("write tensor %s: %w", t.Name, err)
		}
	}
	return nil
}

// tensorHeader builds the JSON header, padded so that the data begin at a multiple of 8.
func tensorHeader(meta map[string]string, ts []Tensor) ([]byte, error) {
	b := []byte{'{'}
	field := func(name string, v any) error {
		if len(b) > 1 {
			b = append(b, ',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		value, err := json.Marshal(v) // a map is encoded in sorted order
		b = append(append(append(b, key...), ':'), value...)
		return err
	}
	all := map[string]string{}
	maps.Copy(all, meta)
	all[schemaKey], all[versionKey] = tensorSchema, tensorVersion
	all[tensorSumsKey], all[headerSumKey] = tensorSums(ts), unknownSum
	if err := field(tensorMeta, all); err != nil {
		return nil, err
	}
	seen, at := map[string]bool{tensorMeta: true}, int64(0)
	for _, t := range ts {
		dtype, n := kindOf(t.Data)
		switch {
		case seen[t.Name]:
			return nil, fmt.Errorf("tensor %s: the name is taken", t.Name)
		case dtype == "":
			return nil, fmt.Errorf("tensor %s: unsupported type %T", t.Name, t.Data)
		case count(t.Shape) != int64(n):
			return nil, fmt.Errorf("tensor %s: shape %v does not fit %d numbers", t.Name, t.Shape, n)
		}
		seen[t.Name] = true
		end := at + int64(n)*widthOf(dtype)
		if err := field(t.Name, tensorEntry{dtype, append([]int{}, t.Shape...), [2]int64{at, end}}); err != nil {
			return nil, err
		}
		at = end
	}
	b = append(b, '}')
	for len(b)%8 != 0 {
		b = append(b, ' ')
	}
	return b, nil
}

// count returns the number of elements of a shape, or -1 if a length is negative or the product exceeds any file.
func count(shape []int) int64 {
	n := int64(1)
	for _, d := range shape {
		if d < 0 || (d > 0 && n > math.MaxInt64/16/int64(d)) {
			return -1
		}
		n *= int64(d)
	}
	return n
}
