package language

import (
	"unicode"
	"unicode/utf8"
)

// script is a writing system, an index into scripts.
type script int

const (
	none script = iota
	latin
	cyrillic
	arabic
	han
	kana
)

// scripts lists writing systems, with the language if only one uses it. A character of han is about half a word and counts as three
// letters: otherwise the abbreviations of a Chinese abstract could outweigh it.
var scripts = []struct {
	table  *unicode.RangeTable
	tag    string
	weight int
}{
	none:     {},
	latin:    {unicode.Latin, "", 1},
	cyrillic: {unicode.Cyrillic, "", 1},
	arabic:   {unicode.Arabic, "", 1},
	han:      {unicode.Han, "zh", 3},
	kana:     {unicode.Hiragana, "ja", 3},
	6:        {unicode.Katakana, "ja", 3},
	7:        {unicode.Hangul, "ko", 3},
	8:        {unicode.Thai, "th", 1},
	9:        {unicode.Greek, "el", 1},
	10:       {unicode.Hebrew, "he", 1},
	11:       {unicode.Devanagari, "hi", 1},
	12:       {unicode.Armenian, "hy", 1},
	13:       {unicode.Georgian, "ka", 1},
	14:       {unicode.Bengali, "bn", 1},
	15:       {unicode.Tamil, "ta", 1},
	16:       {unicode.Telugu, "te", 1},
	17:       {unicode.Khmer, "km", 1},
	18:       {unicode.Lao, "lo", 1},
	19:       {unicode.Myanmar, "my", 1},
	20:       {unicode.Ethiopic, "am", 1},
}

// counts is the weight of the letters, by script.
type counts [21]int

// count weighs the letters of a text.
func count(text string) (c counts) {
	last := latin
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if r |= 0x20; r >= 'a' && r <= 'z' {
				c[latin]++
			}
		case !unicode.IsLetter(r):
		case unicode.Is(scripts[last].table, r):
			c[last] += scripts[last].weight
		default:
			if s := scriptOf(r); s != none {
				last = s
				c[s] += scripts[s].weight
			}
		}
	}
	return c
}

// scriptOf returns the script of a letter, none if it is not in the table.
func scriptOf(r rune) script {
	for s := latin; int(s) < len(scripts); s++ {
		if unicode.Is(scripts[s].table, r) {
			return s
		}
	}
	return none
}

// most returns the script with the highest weight, and its share. Kana count as Han, since Japanese uses both.
func (c counts) most() (best script, share float64) {
	total := 0
	c[han] += c[kana] + c[kana+1]
	c[kana], c[kana+1] = 0, 0
	for s, n := range c {
		if total += n; n > c[best] {
			best = script(s)
		}
	}
	if total == 0 {
		return none, 0
	}
	return best, float64(c[best]) / float64(total)
}

// wordly reports whether a character belongs to words.
func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
