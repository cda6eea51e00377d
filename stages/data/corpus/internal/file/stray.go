package file

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// mended reads a text in UTF-8 and reads as Windows-1252 the bytes in it that are not, as where a program added a line or a name. A line
// stays as it is if it does not read like a Western text then.
type mended struct {
	file *File
	from io.Reader
	line int    // line ends so far
	text []byte // read and not judged, and before that what is in rest
	used int    // bytes of text that are in rest
	rest []byte // mended, and not given yet
	err  error
	told bool
}

func (m *mended) Read(p []byte) (int, error) {
	for len(m.rest) == 0 && (m.err == nil || m.used < len(m.text)) {
		left := copy(m.text[:cap(m.text)], m.text[m.used:])
		m.text = m.text[:left]
		if m.err == nil {
			var n int
			n, m.err = m.from.Read(m.text[left:cap(m.text)])
			m.text = m.text[:left+n]
		}
		ready := m.ready()
		m.used, m.rest = len(ready), m.mend(ready)
	}
	if n := copy(p, m.rest); n > 0 {
		m.rest = m.rest[n:]
		return n, nil
	}
	return 0, m.err
}

// ready returns what can be judged, however the text arrives: lines with their ends, or a part of a line that is longer than the memory.
func (m *mended) ready() []byte {
	switch end := bytes.LastIndexByte(m.text, '\n'); {
	case m.err != nil && len(m.text) < cap(m.text):
		return m.text
	case end >= 0:
		return m.text[:end+1]
	case len(m.text) == cap(m.text):
		return whole(m.text)
	}
	return nil
}

// aroundBytes is the number of bytes before and behind a mended byte that a user sees of the line.
const aroundBytes = 30

// mend mends lines, and tells of the first one.
func (m *mended) mend(text []byte) []byte {
	if utf8.Valid(text) {
		m.line += bytes.Count(text, []byte("\n"))
		return text
	}
	all := make([]byte, 0, len(text)+utf8.UTFMax)
	for line := range bytes.Lines(text) {
		better, first, ok := western(line)
		if !ok {
			better = string(line)
		} else if !m.told {
			m.told = true
			around := better[max(0, first-aroundBytes):min(len(better), first+aroundBytes)]
			m.file.Mended(m.line+1, strings.TrimSpace(strings.ToValidUTF8(around, "")))
		}
		all = append(all, better...)
		m.line += bytes.Count(line, []byte("\n"))
	}
	return all
}

// western reads the bytes of a line that are not UTF-8 as Windows-1252; first is the place of the first one in the text. ok is false if
// there are none, or if they are more likely those of a damaged character, or of another encoding.
func western(line []byte) (text string, first int, ok bool) {
	var b strings.Builder
	var strays []int
	run := 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		if r != utf8.RuneError || n > 1 {
			b.Write(line[i : i+n])
			i, run = i+n, 0
			continue
		}
		followed := i+1 < len(line) && line[i+1]&0xc0 == 0x80 // as in a character that lacks its end
		if run++; run > longestRun || strings.IndexByte("\x81\x8d\x8f\x90\x9d\xc2\xc3\xff", line[i]) >= 0 || line[i] >= 0xc4 && followed {
			return "", 0, false
		}
		strays = append(strays, b.Len())
		b.WriteRune(charmap.Windows1252.DecodeByte(line[i]))
		i++
	}
	if len(strays) == 0 {
		return "", 0, false
	}
	text = " " + b.String() + " "
	return b.String(), strays[0], !slices.ContainsFunc(strays, func(i int) bool { return in(odd, text, i+1) })
}
