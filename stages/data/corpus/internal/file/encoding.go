package file

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
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

// Decode converts the text from the encoding to UTF-8; "" detects the encoding, from the first bytes that are not ASCII, wherever
// they are. It returns the encoding. If that is not clear, the error shows how the likely ones read a line. Call it before Text is
// used.
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
	if err == nil && by == nil && found && f.Mended != nil && Kind(begin) == "" && firstHigh(begin) < len(begin) {
		f.Convert(func(r io.Reader) io.Reader { return f.mend(r, 0) })
	}
	if err != nil || by == nil {
		return encoding, err
	}
	f.Convert(func(r io.Reader) io.Reader {
		return &decoded{from: transform.NewReader(r, by.NewDecoder()), path: f.Path, name: encoding, found: found}
	})
	return encoding, nil
}

// Convert passes the rest of the text through a reader, with the bytes that the buffer has read ahead.
func (f *File) Convert(by func(io.Reader) io.Reader) {
	ahead, _ := f.Text.Peek(f.Text.Buffered())
	f.read = 0
	f.from = by(io.MultiReader(bytes.NewReader(slices.Clone(ahead)), f.from))
	f.Text.Reset(f)
}

// detect detects the encoding of a text; begin are its first bytes, or with whole all of them.
func (f *File) detect(begin []byte, whole bool) (string, error) {
	switch {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")), bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return UTF16, nil
	case Kind(begin) != "":
		return UTF8, nil
	case firstHigh(begin) < len(begin) && !jsonLike(begin):
		return f.judge(begin, 1)
	case firstHigh(begin) == len(begin) && !whole:
		f.Convert(func(r io.Reader) io.Reader { return &ascii{file: f, from: r, json: jsonLike(begin), line: 1} })
	}
	return UTF8, nil
}

// mend returns a reader of a text in UTF-8 from a line on, counted from 0.
func (f *File) mend(from io.Reader, line int) io.Reader {
	if f.Mended == nil {
		return from
	}
	return &mended{file: f, from: from, line: line, text: make([]byte, 0, LookedAt)}
}

// judge detects the encoding from a sample of text that begins at a line.
func (f *File) judge(sample []byte, line int) (string, error) {
	name, likely := guess(sample)
	if name == "" {
		return "", f.unclear(sample, line, likely)
	}
	return name, nil
}

// jsonLike reports whether a text is JSON, for which RFC 8259 requires UTF-8.
func jsonLike(begin []byte) bool {
	start := bytes.TrimLeft(begin, " \t\r\n")
	return bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("["))
}

// firstHigh returns the index of the first byte that is not ASCII, or the length.
func firstHigh(b []byte) int {
	i := 0
	for ; i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 == 0; i += 8 {
	}
	for ; i < len(b) && b[i] < utf8.RuneSelf; i++ {
	}
	return i
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

// readAs decodes bytes. ok reports whether all of them are characters of the encoding.
func readAs(b []byte, name string) (text string, ok bool) {
	by, err := named(name)
	if err != nil || by == nil {
		return string(b), err == nil && utf8.Valid(b)
	}
	decoded, err := by.NewDecoder().Bytes(b)
	return string(decoded), err == nil && invalid(decoded) < 0
}
