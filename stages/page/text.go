package page

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dustin/go-humanize"
)

// Count formats a number of things with commas between thousands.
func Count(n int64) string { return humanize.Comma(n) }

// Share formats a share as a percentage with one decimal.
func Share(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// Cut shortens s to most letters.
func Cut(s string, most int) string {
	if few := 4 * (most + 1); len(s) > few { // enough bytes for one more letter
		s = strings.Clone(s[:few])
	}
	if letters := []rune(s); len(letters) > most {
		return strings.TrimSpace(string(letters[:most-1])) + "…"
	}
	return s
}

// Plain drops control characters that could steer a terminal, and those that reverse the direction of later text.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r) && r != '\u200e' && r != '\u200f' && r != '\u061c' {
			return -1
		}
		return r
	}, s)
}
