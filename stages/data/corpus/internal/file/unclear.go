package file

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
)

// unclear is the error for a text whose encoding is not clear. It shows a line in the likely encodings.
func (f *File) unclear(sample []byte, line int, likely []string) error {
	at := firstHigh(sample)
	line += bytes.Count(sample[:at], []byte("\n"))
	sample = sample[bytes.LastIndexByte(sample[:at], '\n')+1:]
	sample, _, _ = bytes.Cut(sample, []byte("\n"))
	var called []string
	var texts [][]rune
	for _, name := range likely {
		text, ok := readAs(sample, name)
		runes := []rune(strings.TrimSpace(text))
		if ok && len(texts) < 3 && !slices.ContainsFunc(texts, func(t []rune) bool { return slices.Equal(t, runes) }) {
			called, texts = append(called, name), append(texts, runes)
		}
	}
	remedy := "give its --encoding, or save the file as UTF-8"
	if len(texts) > 0 {
		from := apart(texts)
		var readings []string
		for i, text := range texts {
			readings = append(readings, fmt.Sprintf("%s reads %q", called[i], string(text[min(from, len(text)):min(from+60, len(text))])))
		}
		remedy = "give the --encoding of the right reading: " + strings.Join(readings, ", ") + "; or save the file as UTF-8"
	}
	return &schemas.FileError{File: f.Path, Place: fmt.Sprintf("line %d", line), Err: errors.New("the text is not UTF-8, and its encoding is not clear"), Remedy: remedy}
}

// apart returns a place some characters before the first at which not all texts are the same.
func apart(texts [][]rune) int {
	at := 0
	for ; ; at++ {
		for _, t := range texts {
			if at >= len(t) || t[at] != texts[0][at] || len(texts) == 1 && t[at] >= utf8.RuneSelf {
				return max(0, at-20)
			}
		}
	}
}
