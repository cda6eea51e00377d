package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/wrone2set/wrone2set/schemas"
)

// Encodings of text files that have a rule of their own here.
const (
	UTF8        = "utf-8"
	UTF16       = "utf-16" // in the byte order of its mark
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
	Latin1      = "latin-1" // ISO 8859-1 with its control characters; for the WHATWG, latin1 is windows-1252
)

// CheckEncoding returns an error for a name that is not ours and not in the list of the WHATWG.
func CheckEncoding(name string) error {
	_, err := named(name)
	return err
}

// named returns an encoding, nil for UTF-8.
func named(name string) (encoding.Encoding, error) {
	switch name {
	case UTF8:
		return nil, nil
	case UTF16:
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM), nil
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), nil
	case Latin1:
		return charmap.ISO8859_1, nil
	}
	e, err := htmlindex.Get(name)
	if err == nil {
		canonical, _ := htmlindex.Name(e)
		if canonical == UTF8 {
			return nil, nil
		}
		if canonical == "replacement" || canonical == "x-user-defined" {
			err = errors.New("no reader knows it")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no known encoding: want a name of https://encoding.spec.whatwg.org, such as windows-1251, gbk or iso-8859-2", name)
	}
	return e, nil
}

// Decode converts the text from the encoding to UTF-8; "" detects the encoding. It returns the encoding. If that is not clear, the
// error shows how the likely ones read a line. Call it before Text is used.
func (f *File) Decode(encoding string) (string, error) {
	begin, err := f.Text.Peek(LookedAt)
	if err != nil && err != io.EOF {
		return "", err
	}
	found := encoding == ""
	if found {
		if encoding, err = f.detect(begin, err == io.EOF); err != nil {
			return "", err
		}
	}
	by, err := named(encoding)
	if err != nil || by == nil {
		return encoding, err
	}
	f.decodeAs(encoding, by, found)
	return encoding, nil
}

// decodeAs converts the rest of the text.
func (f *File) decodeAs(name string, by encoding.Encoding, found bool) {
	f.convert(func(r io.Reader) io.Reader {
		return &strict{from: transform.NewReader(r, by.NewDecoder()), path: f.Path, name: name, found: found}
	})
}

// convert passes the rest of the text through a reader, with the bytes that the buffer has read ahead.
func (f *File) convert(by func(io.Reader) io.Reader) {
	ahead, _ := f.Text.Peek(f.Text.Buffered())
	f.decoded, f.read = true, 0
	f.from = by(io.MultiReader(bytes.NewReader(slices.Clone(ahead)), f.from))
	f.Text.Reset(f)
}

// detect detects the encoding of a text; begin are its first bytes, or with whole all of them. If these are ASCII, the bytes around
// the first others decide, wherever they are.
func (f *File) detect(begin []byte, whole bool) (string, error) {
	if bytes.HasPrefix(begin, []byte("\xff\xfe")) || bytes.HasPrefix(begin, []byte("\xfe\xff")) {
		return UTF16, nil
	}
	if jsonLike(begin) || Kind(begin) != "" {
		return UTF8, nil
	}
	if firstHigh(begin) < len(begin) {
		return f.judge(begin, 1)
	}
	if whole {
		return UTF8, nil
	}
	if f.Once() || f.by == nil && f.Path == StandardInput {
		f.from = &late{file: f, from: f.from, line: 1}
		return UTF8, nil
	}
	return f.detectLater()
}

// judge detects the encoding from a sample of text that begins at a line.
func (f *File) judge(sample []byte, line int) (string, error) {
	name, likely := guess(sample)
	if name == "" {
		return "", f.unclear(sample, line, likely)
	}
	return name, nil
}

// detectLater looks for the first bytes that are not ASCII with a second reader.
func (f *File) detectLater() (string, error) {
	disk, err := f.Again()
	if err != nil {
		return "", &schemas.FileError{File: f.Path, Err: err}
	}
	again, err := New(f.Path, disk)
	if err != nil {
		return "", err
	}
	again.Ended = f.Ended
	defer again.Close()
	for line := 1; ; {
		sample, err := again.Text.Peek(textBuffer)
		if err != nil && err != io.EOF {
			return UTF8, nil // the reader of the rows meets the damage and says where
		}
		if at := firstHigh(sample); at < len(sample) {
			at = bytes.LastIndexByte(sample[:at], '\n') + 1
			line += bytes.Count(sample[:at], []byte("\n"))
			again.Text.Discard(at)
			sample, _ = again.Text.Peek(LookedAt)
			return f.judge(sample, line)
		}
		if err == io.EOF {
			return UTF8, nil
		}
		line += bytes.Count(sample, []byte("\n"))
		again.Text.Discard(len(sample))
	}
}

// late reads a pipe that has been ASCII so far. Its first other bytes decide how it goes on.
type late struct {
	file *File
	from io.Reader
	line int
	done bool
}

func (l *late) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.done || n == 0 {
		return n, err
	}
	at := firstHigh(p[:n])
	if at == n {
		l.line += bytes.Count(p[:n], []byte("\n"))
		return n, err
	}
	l.done = true
	name, bad := l.file.judge(p[bytes.LastIndexByte(p[:at], '\n')+1:n], l.line+bytes.Count(p[:at], []byte("\n")))
	if bad != nil {
		return 0, bad
	}
	by, bad := named(name)
	if bad != nil || by == nil {
		return n, bad
	}
	rest := io.MultiReader(bytes.NewReader(slices.Clone(p[at:n])), l.from)
	l.from = &strict{from: transform.NewReader(rest, by.NewDecoder()), path: l.file.Path, name: name, found: true, line: l.line + bytes.Count(p[:at], []byte("\n")) - 1}
	if at > 0 {
		return at, nil
	}
	return l.from.Read(p)
}

// jsonLike reports whether a text is JSON, for which RFC 8259 requires UTF-8.
func jsonLike(begin []byte) bool {
	start := bytes.TrimLeft(begin, " \t\r\n")
	return bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("["))
}

// firstHigh returns the index of the first byte that is not ASCII, or the length.
func firstHigh(b []byte) int {
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(b)
}

// whole removes the beginning of a character that the end of begin cuts off.
func whole(begin []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(begin); n++ {
		if last := begin[len(begin)-n]; utf8.RuneStart(last) {
			if !utf8.FullRune(begin[len(begin)-n:]) {
				return begin[:len(begin)-n]
			}
			break
		}
	}
	return begin
}

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

// readAs decodes bytes. ok reports whether all of them are characters of the encoding.
func readAs(b []byte, name string) (text string, ok bool) {
	by, err := named(name)
	if err != nil || by == nil {
		return string(b), err == nil && utf8.Valid(b)
	}
	decoded, err := by.NewDecoder().Bytes(b)
	return string(decoded), err == nil && invalid(decoded) < 0
}

// invalid returns the index of the first character that no text has: a replacement for bytes without a meaning, or a control
// character of the second block, by which undefined bytes are read.
func invalid(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0 || bytes.HasPrefix(text[i:], []byte("\ufffd")) {
			return i
		}
	}
	return -1
}

// strict passes on decoded text and fails at bytes that are no characters of the encoding, and at lines that contradict a detected
// one.
type strict struct {
	from  io.Reader
	path  string
	name  string
	found bool // the encoding was detected
	line  int  // line ends so far
	last  []byte
	err   error
}

func (s *strict) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(p)
	text := p[:n]
	if at := invalid(text); at >= 0 && s.name != Latin1 {
		s.err = s.wrong(bytes.Count(text[:at], []byte("\n")), fmt.Errorf("bytes that are not characters of %s", s.name))
		return 0, s.err
	}
	if s.found && s.name == Windows1252 {
		if lines, bad := s.contradicts(text); bad {
			s.err = s.wrong(lines, fmt.Errorf("reads like another encoding than %s, as which the file begins", s.name))
			return 0, s.err
		}
	}
	s.line += bytes.Count(text, []byte("\n"))
	return n, err
}

func (s *strict) wrong(lines int, err error) error {
	remedy := "give the file's --encoding, or save it as UTF-8"
	if !s.found {
		remedy = "give another --encoding, or save the file as UTF-8"
	}
	return &schemas.FileError{File: s.path, Place: fmt.Sprintf("line %d", s.line+lines+1), Err: err, Remedy: remedy}
}

// contradicts looks for a line that no Western text has, and returns the number of lines before it.
func (s *strict) contradicts(text []byte) (lines int, bad bool) {
	for piece := range bytes.Lines(text) {
		if firstHigh(piece) < len(piece) {
			if e := evidenceOf(string(piece)); e.run > longestRun || e.odd >= oddLine {
				return lines, true
			}
		}
		lines++
	}
	return lines, false
}
