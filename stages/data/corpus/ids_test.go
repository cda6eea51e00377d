package corpus

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
)

// parquetIDs is a file with an id column of any type, in one row group for each id.
func parquetIDs(t *testing.T, id parquet.Node, values ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("papers", parquet.Group{"id": id, "title": parquet.String()}))
	for _, v := range values {
		if _, err := w.WriteRows([]parquet.Row{{parquet.ValueOf(v).Level(0, 0, 0), parquet.ValueOf("a").Level(0, 0, 1)}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// arrowIDs is a stream with an id column of any type.
func arrowIDs(t *testing.T, of arrow.DataType, rows int, fill func(array.Builder)) []byte {
	t.Helper()
	var b bytes.Buffer
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: of}, {Name: "title", Type: arrow.BinaryTypes.String}}, nil)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	fill(build.Field(0))
	for range rows {
		build.Field(1).(*array.StringBuilder).Append("a")
	}
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	if err := w.Write(build.NewRecord()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// appendTo returns a function that appends values to a builder.
func appendTo[V any](values ...V) func(array.Builder) {
	return func(b array.Builder) {
		for _, v := range values {
			b.(interface{ Append(V) }).Append(v)
		}
	}
}

// TestIDsOfEveryType: an id comes back as its file writes it, with the same text from Parquet and from Arrow.
func TestIDsOfEveryType(t *testing.T) {
	decimal := func(n int64) decimal128.Num { return decimal128.FromI64(n) }
	uuid := [16]byte{0x3f, 0x25, 0x04, 0xe0, 0x4f, 0x89, 0x11, 0xd3, 0x9a, 0x0c, 0x03, 0x05, 0xe8, 0x2c, 0x33, 0x01}
	fixed := parquet.Leaf(parquet.FixedLenByteArrayType(4))
	wide := parquet.Leaf(parquet.FixedLenByteArrayType(16))
	const noon = 1583064000
	for _, c := range []struct {
		name    string
		parquet []byte
		of      arrow.DataType // nil: Arrow has no such type
		fill    func(array.Builder)
		want    []string
	}{
		{"uint8", parquetIDs(t, parquet.Uint(8), int32(255), int32(0)), arrow.PrimitiveTypes.Uint8, appendTo[uint8](255, 0), []string{"255", "0"}},
		{"uint16", parquetIDs(t, parquet.Uint(16), int32(65535)), arrow.PrimitiveTypes.Uint16, appendTo[uint16](65535), []string{"65535"}},
		{"uint32", parquetIDs(t, parquet.Uint(32), int32(-1), int32(7)), arrow.PrimitiveTypes.Uint32, appendTo[uint32](1<<32-1, 7), []string{"4294967295", "7"}},
		{"uint64", parquetIDs(t, parquet.Uint(64), int64(-1), int64(-2)), arrow.PrimitiveTypes.Uint64, appendTo[uint64](1<<64-1, 1<<64-2), []string{"18446744073709551615", "18446744073709551614"}},
		{"int8", parquetIDs(t, parquet.Int(8), int32(-128)), arrow.PrimitiveTypes.Int8, appendTo[int8](-128), []string{"-128"}},
		{"int64", parquetIDs(t, parquet.Int(64), int64(-1<<63)), arrow.PrimitiveTypes.Int64, appendTo[int64](-1 << 63), []string{"-9223372036854775808"}},
		{"date", parquetIDs(t, parquet.Date(), int32(18262), int32(-1)), arrow.FixedWidthTypes.Date32, appendTo[arrow.Date32](18262, -1), []string{"2020-01-01", "1969-12-31"}},
		{"date64", parquetIDs(t, parquet.Date(), int32(18262), int32(-1)), arrow.FixedWidthTypes.Date64, appendTo[arrow.Date64](18262*86400_000, -1), []string{"2020-01-01", "1969-12-31"}},
		{"decimal", parquetIDs(t, parquet.Decimal(2, 9, parquet.Int32Type), int32(1250), int32(-5)), &arrow.Decimal128Type{Precision: 9, Scale: 2}, appendTo(decimal(1250), decimal(-5)), []string{"12.50", "-0.05"}},
		{"decimal in bytes", parquetIDs(t, parquet.Decimal(3, 9, parquet.FixedLenByteArrayType(4)), []byte{0xff, 0xff, 0xff, 0xfe}, []byte{0, 0, 4, 0xe2}), &arrow.Decimal128Type{Precision: 9, Scale: 3}, appendTo(decimal(-2), decimal(1250)), []string{"-0.002", "1.250"}},
		{"whole decimal", parquetIDs(t, parquet.Decimal(0, 18, parquet.Int64Type), int64(12)), &arrow.Decimal128Type{Precision: 9}, appendTo(decimal(12)), []string{"12"}},
		{"milliseconds", parquetIDs(t, parquet.TimestampAdjusted(parquet.Millisecond, false), int64(noon*1000+5), int64(-1)), &arrow.TimestampType{Unit: arrow.Millisecond}, appendTo[arrow.Timestamp](noon*1000+5, -1), []string{"2020-03-01T12:00:00.005", "1969-12-31T23:59:59.999"}},
		{"seconds", parquetIDs(t, parquet.TimestampAdjusted(parquet.Millisecond, false), int64(noon*1000)), &arrow.TimestampType{Unit: arrow.Second}, appendTo[arrow.Timestamp](noon), []string{"2020-03-01T12:00:00.000"}},
		{"microseconds in UTC", parquetIDs(t, parquet.TimestampAdjusted(parquet.Microsecond, true), int64(noon*1e6)), &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "Europe/Berlin"}, appendTo[arrow.Timestamp](noon * 1e6), []string{"2020-03-01T12:00:00.000000Z"}},
		{"nanoseconds", parquetIDs(t, parquet.TimestampAdjusted(parquet.Nanosecond, false), int64(noon*1e9+1)), &arrow.TimestampType{Unit: arrow.Nanosecond}, appendTo[arrow.Timestamp](noon*1e9 + 1), []string{"2020-03-01T12:00:00.000000001"}},
		{"time", parquetIDs(t, parquet.TimeAdjusted(parquet.Millisecond, true), int32(45296789)), arrow.FixedWidthTypes.Time32ms, appendTo[arrow.Time32](45296789), []string{"12:34:56.789"}},
		{"time of microseconds", parquetIDs(t, parquet.TimeAdjusted(parquet.Microsecond, false), int64(1)), arrow.FixedWidthTypes.Time64us, appendTo[arrow.Time64](1), []string{"00:00:00.000001"}},
		{"int96", parquetIDs(t, parquet.Leaf(parquet.Int96Type), deprecated.Int96{5, 0, 2440588 + 18262}), nil, nil, []string{"2020-01-01T00:00:00.000000005"}},
		{"null", parquetIDs(t, parquet.Optional(parquet.Leaf(parquet.NullType)), nil, nil), arrow.Null, func(b array.Builder) { b.AppendNull(); b.AppendNull() }, []string{"x-1", "x-2"}},
		{"boolean", parquetIDs(t, parquet.Leaf(parquet.BooleanType), true, false), arrow.FixedWidthTypes.Boolean, appendTo(true, false), []string{"true", "false"}},
		{"double", parquetIDs(t, parquet.Leaf(parquet.DoubleType), 7.0), arrow.PrimitiveTypes.Float64, appendTo(7.0), []string{"7"}},
		{"uuid", parquetIDs(t, parquet.UUID(), uuid), nil, nil, []string{"3f2504e0-4f89-11d3-9a0c-0305e82c3301"}},
		{"16 bytes", parquetIDs(t, wide, uuid[:], []byte("REPORT-000000001")), &arrow.FixedSizeBinaryType{ByteWidth: 16}, appendTo(uuid[:], []byte("REPORT-000000001")), []string{"3f2504e0-4f89-11d3-9a0c-0305e82c3301", "REPORT-000000001"}},
		{"fixed", parquetIDs(t, fixed, []byte("R1\x00\x00"), []byte{0, 1, 0xff, 'a'}), &arrow.FixedSizeBinaryType{ByteWidth: 4}, appendTo([]byte("R1\x00\x00"), []byte{0, 1, 0xff, 'a'}), []string{"R1", "0001ff61"}},
		{"bytes", parquetIDs(t, parquet.Leaf(parquet.ByteArrayType), []byte("R1"), []byte{0xff}), arrow.BinaryTypes.Binary, appendTo([]byte("R1"), []byte{0xff}), []string{"R1", "ff"}},
	} {
		check := func(format string, data []byte, o Format) {
			got, err := read(t, write(t, "x."+format, data), "", o)
			for i, row := range got {
				got[i], _, _ = strings.Cut(strings.TrimPrefix(row, fmt.Sprint(i+1, " ")), ` "a" `)
			}
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s in %s: %q, %v\nwant %q", c.name, format, got, err, c.want)
			}
		}
		check("parquet", c.parquet, Auto)
		if c.of != nil {
			check("arrows", arrowIDs(t, c.of, len(c.want), c.fill), Arrow)
		}
	}
}
