package schemas

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Tensor is one named array of a safetensors file.
type Tensor struct {
	Name  string
	Shape []int // empty: one number
	Data  any   // row-major []float32, []float64, []Float16, []BFloat16, []int64, []int32, []uint8 or []int8
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
		if _, _, bytes := bytesOf(t.Data); len(bytes) > 0 {
			if _, err := w.Write(bytes); err != nil {
				return fmt.Errorf("write tensor %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// tensorHeader builds the JSON header, with the metadata first and the tensors in their order, padded so that the data
// begin at a multiple of 8.
func tensorHeader(meta map[string]string, ts []Tensor) ([]byte, error) {
	all, entries := maps.Clone(meta), make([]tensorEntry, len(ts))
	if all == nil {
		all = map[string]string{}
	}
	seen, sums, at := map[string]bool{tensorMeta: true}, make([]string, len(ts)), int64(0)
	for i, t := range ts {
		dtype, n, bytes := bytesOf(t.Data)
		switch {
		case seen[t.Name]:
			return nil, fmt.Errorf("tensor %s: the name is taken", t.Name)
		case dtype == "":
			return nil, fmt.Errorf("tensor %s: unsupported type %T", t.Name, t.Data)
		case count(t.Shape) != int64(n):
			return nil, fmt.Errorf("tensor %s: shape %v does not fit %d numbers", t.Name, t.Shape, n)
		}
		end := at + int64(len(bytes))
		entries[i] = tensorEntry{dtype, append([]int{}, t.Shape...), [2]int64{at, end}}
		seen[t.Name], sums[i], at = true, sumText(crc32.Checksum(bytes, castagnoli)), end
	}
	all[schemaKey], all[versionKey] = tensorSchema, tensorVersion
	all[tensorSumsKey], all[headerSumKey] = strings.Join(sums, " "), unknownSum
	b, err := appendField([]byte{'{'}, tensorMeta, all) // a map is encoded in sorted order
	for i, t := range ts {
		if err == nil {
			b, err = appendField(append(b, ','), t.Name, entries[i])
		}
	}
	b = append(b, '}')
	for len(b)%8 != 0 {
		b = append(b, ' ')
	}
	return b, err
}

// appendField appends a name and a value of a JSON object.
func appendField(b []byte, name string, value any) ([]byte, error) {
	key, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(value)
	return slices.Concat(b, key, []byte{':'}, text), err
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
