package schemas

import (
	"math/big"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/decimal256"
	"github.com/apache/arrow/go/v15/arrow/float16"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// valueText returns the function that writes values of a column as text; nil if they are neither texts nor can be ids.
func valueText(of arrow.Field) func(values arrow.Array, i int) string {
	switch t := of.Type.(type) {
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType:
		return stringAt
	case *arrow.Int8Type, *arrow.Int16Type, *arrow.Int32Type, *arrow.Int64Type, *arrow.Uint8Type, *arrow.Uint16Type, *arrow.Uint32Type,
		*arrow.BooleanType:
		return arrow.Array.ValueStr
	case *arrow.Uint64Type:
		return textOf(func(v uint64) string { return strconv.FormatUint(v, 10) })
	case *arrow.Float16Type:
		return textOf(func(v float16.Num) string { return Float16(v.Uint16()).Text() })
	case *arrow.Float32Type:
		return textOf(func(v float32) string { return strconv.FormatFloat(float64(v), 'f', -1, 32) })
	case *arrow.Float64Type:
		return textOf(func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) })
	case *arrow.Date32Type:
		return textOf(func(v arrow.Date32) string { return DateText(int64(v)) })
	case *arrow.Date64Type:
		return textOf(func(v arrow.Date64) string { return DateText(floor(int64(v), 86400_000)) })
	case *arrow.Time32Type:
		return textOf(func(v arrow.Time32) string { return ClockText(inMilliseconds(int64(v), t.Unit), digitsOf(t.Unit)) })
	case *arrow.Time64Type:
		return textOf(func(v arrow.Time64) string { return ClockText(int64(v), digitsOf(t.Unit)) })
	case *arrow.TimestampType:
		return textOf(func(v arrow.Timestamp) string {
			return TimestampText(inMilliseconds(int64(v), t.Unit), digitsOf(t.Unit), t.TimeZone != "")
		})
	case *arrow.Decimal128Type:
		return decimals(int(t.Scale), decimal128.Num.BigInt)
	case *arrow.Decimal256Type:
		return decimals(int(t.Scale), decimal256.Num.BigInt)
	case *arrow.FixedSizeBinaryType:
		if name, _ := of.Metadata.GetValue("ARROW:extension:name"); name == "arrow.uuid" && t.ByteWidth == UUIDBytes {
			return textOf(UUIDText)
		}
		return textOf(func(v []byte) string { return BytesText(v, true) })
	case *arrow.DictionaryType:
		return entries(valueText(arrow.Field{Type: t.ValueType}))
	case *arrow.NullType:
		return func(arrow.Array, int) string { return "" }
	case *arrow.BinaryType, *arrow.LargeBinaryType:
		return textOf(func(v []byte) string { return BytesText(v, false) })
	}
	return nil
}

// entries returns the function for a column of the places of values in a dictionary; nil if that for its values is nil.
func entries(text func(arrow.Array, int) string) func(arrow.Array, int) string {
	if text == nil {
		return nil
	}
	return func(values arrow.Array, i int) string {
		d := values.(*array.Dictionary)
		if i = d.GetValueIndex(i); d.Dictionary().IsNull(i) {
			return ""
		}
		return text(d.Dictionary(), i)
	}
}

// plainType returns the type of the values of a column, which may lie in a dictionary.
func plainType(of arrow.DataType) arrow.DataType {
	if d, ok := of.(*arrow.DictionaryType); ok {
		return d.ValueType
	}
	return of
}

// decoded returns the values of a column that may have them in a dictionary.
func decoded(values arrow.Array) arrow.Array {
	d, ok := values.(*array.Dictionary)
	if !ok {
		values.Retain() // the answer is written after later batches have been read
		return values
	}
	to := array.NewBuilder(memory.NewGoAllocator(), plainType(d.DataType()))
	for i := range d.Len() {
		if d.IsNull(i) || d.Dictionary().IsNull(d.GetValueIndex(i)) {
			to.AppendNull()
		} else if err := to.AppendValueFromString(d.ValueStr(i)); err != nil {
			panic(err)
		}
	}
	return to.NewArray()
}

// textOf returns a function that writes the values of a column of type T.
func textOf[T any](text func(v T) string) func(arrow.Array, int) string {
	return func(values arrow.Array, i int) string {
		return text(values.(interface{ Value(i int) T }).Value(i))
	}
}

// decimals returns a function that writes decimal numbers; nil for a scale that no number needs.
func decimals[T any](scale int, whole func(T) *big.Int) func(arrow.Array, int) string {
	if scale > MaxScale || scale < -MaxScale {
		return nil
	}
	return textOf(func(v T) string { return DecimalText(whole(v), scale) })
}

// digitsOf returns the digits of a second that a unit has. Parquet has no unit of whole seconds, so they have three.
func digitsOf(unit arrow.TimeUnit) int {
	return map[arrow.TimeUnit]int{arrow.Second: 3, arrow.Millisecond: 3, arrow.Microsecond: 6, arrow.Nanosecond: 9}[unit]
}

// inMilliseconds converts whole seconds to milliseconds, and keeps other units.
func inMilliseconds(n int64, unit arrow.TimeUnit) int64 {
	if unit == arrow.Second {
		return 1000 * n
	}
	return n
}

// floor divides and rounds down.
func floor(n, by int64) int64 {
	if n%by < 0 {
		return n/by - 1
	}
	return n / by
}
