package parquet

import (
	"encoding/binary"
	"math/big"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// shown writes a value as text.
type shown func(v *parquet.Value) string

// kinds are those of the cells of a column and of the column. A column of decimals or of unsigned numbers of 64 bits is text, which
// alone keeps every digit.
type kinds struct{ cell, column record.Kind }

// shownAs returns how values of a type are shown, or nil for types that are neither texts nor can be ids: intervals, BSON, variants
// and shapes.
func shownAs(t parquet.Type) (shown, kinds) {
	text := kinds{record.Text, record.Text}
	date := kinds{record.Date, record.Text}
	integer := kinds{record.Integer, record.Integer}
	number := kinds{record.Number, record.Number}
	switch l := logicalOf(t).(type) {
	case *format.DecimalType:
		return decimals(t.Kind(), int(l.Scale)), kinds{record.Number, record.Text}
	case *format.DateType:
		return func(v *parquet.Value) string { return schemas.DateText(whole(v)) }, date
	case *format.TimeType:
		digits := digitsOf(l.Unit)
		return func(v *parquet.Value) string { return schemas.ClockText(whole(v), digits) }, date
	case *format.TimestampType:
		digits := digitsOf(l.Unit)
		return func(v *parquet.Value) string { return schemas.TimestampText(whole(v), digits, l.IsAdjustedToUTC) }, date
	case *format.IntType:
		if !l.IsSigned {
			if l.BitWidth == 64 {
				integer.column = record.Text
			}
			return func(v *parquet.Value) string { return strconv.FormatUint(unsigned(v, l.BitWidth), 10) }, integer
		}
	case *format.UUIDType:
		return func(v *parquet.Value) string { return schemas.UUIDText(v.ByteArray()) }, text
	case *format.BsonType, *format.VariantType, *format.GeometryType, *format.GeographyType:
		return nil, text
	case *format.StringType, *format.EnumType, *format.JsonType, *format.NullType: // as pandas writes a column without values
		return byteText, text
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(v *parquet.Value) string { return strconv.FormatBool(v.Boolean()) }, kinds{record.Boolean, record.Boolean}
	case parquet.Int32, parquet.Int64:
		return func(v *parquet.Value) string { return strconv.FormatInt(whole(v), 10) }, integer
	case parquet.Int96:
		return func(v *parquet.Value) string { return schemas.JulianText(v.Bytes()) }, date
	case parquet.Float:
		return func(v *parquet.Value) string { return strconv.FormatFloat(float64(v.Float()), 'f', -1, 32) }, number
	case parquet.Double:
		return func(v *parquet.Value) string { return strconv.FormatFloat(v.Double(), 'f', -1, 64) }, number
	case parquet.ByteArray:
		return func(v *parquet.Value) string { return schemas.BytesText(v.ByteArray(), false) }, text
	case parquet.FixedLenByteArray:
		if t.String() != "INTERVAL" {
			return func(v *parquet.Value) string { return schemas.BytesText(v.ByteArray(), true) }, text
		}
	}
	return nil, text
}

// byteText copies a text out of its page.
func byteText(v *parquet.Value) string { return string(v.ByteArray()) }

// halvesOf returns for each column whether it has half-precision numbers, a type that the library (v0.32.0) does not know.
func halvesOf(f *parquet.File) (halves []bool) {
	for _, e := range f.Metadata().Schema {
		if !e.NumChildren.Valid || e.NumChildren.V == 0 {
			_, half := e.LogicalType.Value.(*format.Float16Type)
			halves = append(halves, half && e.TypeLength.V == 2)
		}
	}
	return halves
}

// halfText writes a half-precision number.
func halfText(v *parquet.Value) string {
	return schemas.Float16(binary.LittleEndian.Uint16(v.ByteArray())).Text()
}

// longestDecimal is the length in bytes of the longest decimal number: writing one takes time in the square of its length.
const longestDecimal = 128

// decimals returns the function for decimal numbers; nil for a scale that no number needs.
func decimals(kind parquet.Kind, scale int) shown {
	if scale > schemas.MaxScale || scale < -schemas.MaxScale {
		return nil
	}
	if kind == parquet.Int32 || kind == parquet.Int64 {
		return func(v *parquet.Value) string { return schemas.DecimalText(big.NewInt(whole(v)), scale) }
	}
	return func(v *parquet.Value) string {
		if b := v.ByteArray(); len(b) <= longestDecimal {
			return schemas.DecimalBytesText(b, scale)
		}
		return "\xff" // not valid text, so the row is rejected
	}
}

// logicalOf returns the logical type, or nil.
func logicalOf(t parquet.Type) format.LogicalTypeValue {
	if l := t.LogicalType(); l != nil {
		return l.Value
	}
	return nil
}

// textual reports whether a type holds texts, also as bytes of no declared type, or no values.
func textual(t parquet.Type) bool {
	switch logicalOf(t).(type) {
	case *format.DecimalType, *format.BsonType, *format.VariantType, *format.GeometryType, *format.GeographyType:
		return false
	case *format.NullType:
		return true
	}
	return t.Kind() == parquet.ByteArray
}

// whole returns an integer of either width.
func whole(v *parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// unsigned returns an integer whose highest bit is no sign. Files may leave the bits above the width set.
func unsigned(v *parquet.Value, width int8) uint64 {
	n := uint64(whole(v))
	if width < 64 {
		n &= 1<<width - 1
	}
	return n
}

// digitsOf returns the digits of a second that a unit has.
func digitsOf(unit format.TimeUnit) int {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return 3
	case *format.MicroSeconds:
		return 6
	}
	return 9
}
