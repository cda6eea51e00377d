package schemas

import (
	"encoding/binary"
	"io"
	"math"
)

// kindOf returns the safetensors type of a slice and its number of elements; "" for an unsupported type.
func kindOf(data any) (dtype string, n int) {
	switch d := data.(type) {
	case []float32:
		return "F32", len(d)
	case []float64:
		return "F64", len(d)
	case []Float16:
		return "F16", len(d)
	case []int64:
		return "I64", len(d)
	case []int32:
		return "I32", len(d)
	case []uint8:
		return "U8", len(d)
	case []int8:
		return "I8", len(d)
	}
	return "", 0
}

// widthOf returns the size of an element in bytes, 0 for an unknown type.
func widthOf(dtype string) int64 {
	switch dtype {
	case "F64", "I64":
		return 8
	case "F32", "I32":
		return 4
	case "F16":
		return 2
	case "U8", "I8":
		return 1
	}
	return 0
}

// writeNumbers writes a slice little-endian, one block at a time.
func writeNumbers(w io.Writer, data any) error {
	switch d := data.(type) {
	case []float32:
		return writeBlocks(w, d, 4, func(b []byte, v float32) { binary.LittleEndian.PutUint32(b, math.Float32bits(v)) })
	case []float64:
		return writeBlocks(w, d, 8, func(b []byte, v float64) { binary.LittleEndian.PutUint64(b, math.Float64bits(v)) })
	case []Float16:
		return writeBlocks(w, d, 2, func(b []byte, v Float16) { binary.LittleEndian.PutUint16(b, uint16(v)) })
	case []int64:
		return writeBlocks(w, d, 8, func(b []byte, v int64) { binary.LittleEndian.PutUint64(b, uint64(v)) })
	case []int32:
		return writeBlocks(w, d, 4, func(b []byte, v int32) { binary.LittleEndian.PutUint32(b, uint32(v)) })
	case []int8:
		return writeBlocks(w, d, 1, func(b []byte, v int8) { b[0] = byte(v) })
	}
	_, err := w.Write(data.([]uint8))
	return err
}

func writeBlocks[N any](w io.Writer, d []N, width int, put func([]byte, N)) error {
	block := make([]byte, min(len(d), 8192)*width)
	for len(d) > 0 {
		n := min(len(d), 8192)
		for i, v := range d[:n] {
			put(block[i*width:], v)
		}
		if _, err := w.Write(block[:n*width]); err != nil {
			return err
		}
		d = d[n:]
	}
	return nil
}

// numbers decodes little-endian elements. len(b) is a multiple of their size.
func numbers(dtype string, b []byte) any {
	switch dtype {
	case "F32":
		return decode(b, 4, func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) })
	case "F64":
		return decode(b, 8, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) })
	case "F16":
		half := make([]Float16, len(b)/2)
		for i := range half { // without a call for each number, since a network may have millions
			half[i] = Float16(binary.LittleEndian.Uint16(b[2*i:]))
		}
		return half
	case "I64":
		return decode(b, 8, func(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) })
	case "I32":
		return decode(b, 4, func(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) })
	case "I8":
		whole := make([]int8, len(b))
		for i, v := range b {
			whole[i] = int8(v)
		}
		return whole
	}
	return b
}

func decode[N any](b []byte, width int, get func([]byte) N) []N {
	out := make([]N, len(b)/width)
	for i := range out {
		out[i] = get(b[i*width:])
	}
	return out
}
