package schemas

import (
	"math/big"
	"testing"
)

// TestValueTexts: values at the ends of their ranges are written whole.
func TestValueTexts(t *testing.T) {
	long, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, c := range []struct{ got, want string }{
		{DecimalText(big.NewInt(0), 2), "0.00"},
		{DecimalText(big.NewInt(-7), 3), "-0.007"},
		{DecimalText(big.NewInt(1250), 2), "12.50"},
		{DecimalText(big.NewInt(12), -2), "1200"},
		{DecimalText(big.NewInt(0), -2), "0"},
		{DecimalText(long, 10), "12345678901234567890.1234567890"},
		{DecimalBytesText(nil, 0), "0"},
		{DecimalBytesText([]byte{0x80}, 1), "-12.8"},
		{DecimalBytesText([]byte{0, 0x80}, 1), "12.8"},
		{TimestampText(-1, 9, false), "1969-12-31T23:59:59.999999999"},
		{TimestampText(-62135596800_000, 3, true), "0001-01-01T00:00:00.000Z"},
		{ClockText(86399_999999, 6), "23:59:59.999999"},
		{DateText(-719162), "0001-01-01"},
		{BytesText([]byte("é\nb"), false), "é\nb"},
		{BytesText([]byte("a\x00"), false), "6100"},
		{BytesText([]byte("a\x00"), true), "a"},
		{BytesText([]byte{0, 0}, true), "0000"},
		{BytesText(nil, false), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
