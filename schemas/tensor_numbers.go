package schemas

import (
	"reflect"
	"unsafe"
)

// numberTypes are the types of numbers that a tensor may have.
var numberTypes = map[string]reflect.Type{
	"F64": reflect.TypeFor[float64](), "F32": reflect.TypeFor[float32](), "F16": reflect.TypeFor[Float16](), "BF16": reflect.TypeFor[BFloat16](),
	"I64": reflect.TypeFor[int64](), "I32": reflect.TypeFor[int32](), "I8": reflect.TypeFor[int8](), "U8": reflect.TypeFor[uint8](),
}

// newNumbers returns a slice of n numbers of a type, and their bytes.
func newNumbers(dtype string, n int64) (data any, bytes []byte) {
	slice := reflect.MakeSlice(reflect.SliceOf(numberTypes[dtype]), int(n), int(n))
	return slice.Interface(), view(slice)
}

// bytesOf returns the type of a slice of numbers, their count, and their bytes, which share its memory; dtype is "" for
// other types. A file has numbers as memory has them: both little-endian on every machine that this program is built for.
func bytesOf(data any) (dtype string, n int, bytes []byte) {
	for dtype, number := range numberTypes {
		if reflect.TypeOf(data) == reflect.SliceOf(number) {
			slice := reflect.ValueOf(data)
			return dtype, slice.Len(), view(slice)
		}
	}
	return "", 0, nil
}

func view(slice reflect.Value) []byte {
	return unsafe.Slice((*byte)(slice.UnsafePointer()), slice.Len()*int(slice.Type().Elem().Size()))
}
