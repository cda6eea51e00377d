package schemas

import "unsafe"

// numberBytes are the types of numbers that a tensor may have, and the size of each in bytes.
var numberBytes = map[string]int64{"F64": 8, "F32": 4, "F16": 2, "I64": 8, "I32": 4, "I8": 1, "U8": 1}

// newNumbers returns a slice of n numbers of a type.
func newNumbers(dtype string, n int64) any {
	switch dtype {
	case "F64":
		return make([]float64, n)
	case "F32":
		return make([]float32, n)
	case "F16":
		return make([]Float16, n)
	case "I64":
		return make([]int64, n)
	case "I32":
		return make([]int32, n)
	case "I8":
		return make([]int8, n)
	}
	return make([]uint8, n)
}

// bytesOf returns the type of a slice of numbers, their count, and their bytes, which share its memory; dtype is "" for
// other types. A file has numbers as memory has them: both little-endian on every machine that this program is built for.
func bytesOf(data any) (dtype string, n int, bytes []byte) {
	switch d := data.(type) {
	case []float64:
		return "F64", len(d), view(d)
	case []float32:
		return "F32", len(d), view(d)
	case []Float16:
		return "F16", len(d), view(d)
	case []int64:
		return "I64", len(d), view(d)
	case []int32:
		return "I32", len(d), view(d)
	case []int8:
		return "I8", len(d), view(d)
	case []uint8:
		return "U8", len(d), d
	}
	return "", 0, nil
}

func view[N any](d []N) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(d))), len(d)*int(unsafe.Sizeof(*new(N))))
}
