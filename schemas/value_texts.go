package schemas

import (
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The functions below write values of foreign Parquet and Arrow files as text, so that both give an id the same text. They write
// what pandas and DuckDB print, but times in the form of ISO 8601 with the digits of their unit.

// DateText writes a number of days since 1970-01-01 as 2006-01-02.
func DateText(days int64) string {
	return time.Unix(86400*days, 0).UTC().Format(time.DateOnly)
}

// TimestampText writes a number of units since 1970 as 2006-01-02T15:04:05.000. A unit has 3, 6 or 9 digits of a second. A time in
// UTC ends in Z.
func TimestampText(n int64, digits int, utc bool) string {
	layout := "2006-01-02T15:04:05." + strings.Repeat("0", digits)
	if utc {
		layout += "Z"
	}
	return moment(n, digits).Format(layout)
}

// ClockText writes a number of units since midnight as 15:04:05.000. For digits see TimestampText.
func ClockText(n int64, digits int) string {
	return moment(n, digits).Format("15:04:05." + strings.Repeat("0", digits))
}

// moment is a number of units of 10^-digits seconds after 1970 began.
func moment(n int64, digits int) time.Time {
	switch digits {
	case 3:
		return time.UnixMilli(n).UTC()
	case 6:
		return time.UnixMicro(n).UTC()
	}
	return time.Unix(0, n).UTC()
}

// julian1970 is the Julian day number of 1970-01-01.
const julian1970 = 2440588

// JulianText writes the 12 bytes of a time of Spark, Impala and Hive: nanoseconds of the day, and the Julian day.
func JulianText(b []byte) string {
	nanoseconds, day := int64(binary.LittleEndian.Uint64(b)), int64(int32(binary.LittleEndian.Uint32(b[8:])))
	return time.Unix(86400*(day-julian1970), nanoseconds).UTC().Format("2006-01-02T15:04:05.000000000")
}

// MaxScale is the largest scale of a decimal number that DecimalText writes, and the largest negative one.
const MaxScale = 256

// DecimalText writes unscaled · 10^-scale with scale digits after the point, such as 12.50. A negative scale adds zeros.
func DecimalText(unscaled *big.Int, scale int) string {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale, -scale))), nil)
	if scale < 0 {
		return power.Mul(power, unscaled).String()
	}
	return new(big.Rat).SetFrac(unscaled, power).FloatString(scale)
}

// DecimalBytesText is DecimalText for a number in two's complement, most significant byte first.
func DecimalBytesText(b []byte, scale int) string {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return DecimalText(n, scale)
}

// UUIDBytes is the length of a UUID in bytes.
const UUIDBytes = 16

// UUIDText writes 16 bytes as 3f2504e0-4f89-11d3-9a0c-0305e82c3301.
func UUIDText(b []byte) string {
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// BytesText writes bytes of no declared type: text as it is, anything else in hexadecimal digits. Text is valid UTF-8 without
// control characters other than white space. In an array of fixed length, zeros after a text are left out, and 16 bytes that are
// not text are a UUID: older programs do not declare it.
func BytesText(b []byte, fixed bool) string {
	text := string(b)
	if fixed {
		text = strings.TrimRight(text, "\x00")
	}
	control := func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }
	if (text != "" || len(b) == 0) && utf8.ValidString(text) && !strings.ContainsFunc(text, control) {
		return text
	}
	if fixed && len(b) == UUIDBytes {
		return UUIDText(b)
	}
	return hex.EncodeToString(b)
}

// CellText returns the text of a date or a time in a cell: without the zeros at its end, and with a blank for T.
func CellText(text string) string {
	moment, fraction, _ := strings.Cut(strings.TrimSuffix(text, "Z"), ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		moment += "." + fraction
	}
	return strings.Replace(moment, "T", " ", 1)
}
