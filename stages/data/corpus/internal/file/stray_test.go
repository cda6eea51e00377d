package file

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMendedInPieces: what is mended does not depend on the pieces in which a text arrives, of short lines and of lines longer than the memory.
func TestMendedInPieces(t *testing.T) {
	lines := "Caf\xe9s of Z\u00fcrich\nna\xefve, \xe4\xf6\xfc\xdf and \xd0\xd0\xd0\xd0\xd0\nsa\xc3\n\xe2\x80 cut\nD\xfcrer\x92s \u201chare\u201d " // the last without an end
	for _, text := range []string{lines, strings.Repeat(lines, 1<<12), strings.ReplaceAll(strings.Repeat(lines, 1<<12), "\n", " ")} {
		read := func(from io.Reader) (string, int) {
			told := 0
			f := &File{Mended: func(line int, _ string) { told = line }}
			all, err := io.ReadAll(f.mend(from, 0))
			if err != nil {
				t.Fatal(err)
			}
			return string(all), told
		}
		want, line := read(strings.NewReader(text))
		for name, from := range map[string]io.Reader{"bytes": iotest.OneByteReader(strings.NewReader(text)), "halves": iotest.HalfReader(strings.NewReader(text)), "error with data": iotest.DataErrReader(strings.NewReader(text))} {
			if got, at := read(from); got != want || at != line {
				t.Errorf("%d bytes in %s: told of line %d, want %d; equal text %v", len(text), name, at, line, got == want)
			}
		}
	}
}
