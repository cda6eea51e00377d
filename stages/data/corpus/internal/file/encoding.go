package file

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/wrone2set/wrone2set/schemas"
)

// Encodings of text files.
const (
	UTF8        = "utf-8"
	UTF16       = "utf-16" // in the byte order of its mark
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
	Latin1      = "latin-1"
)

// undefined lists the bytes that are not characters of Windows-1252.
const undefined = "\x81\x8d\x8f\x90\x9d"

// Decode converts the text from the encoding to UTF-8; "" detects the encoding from the first bytes. It returns the
// encoding. Call it before Text is used.
func (f *File) Decode(encoding string) (string, error) {
	begin, err := f.Text.Peek(LookedAt)
	if err != nil && err != io.EOF {
		return "", err
	}
	if encoding == "" {
		encoding = encodingOf(begin)
	}
	var to transform.Transformer
	switch encoding {
	case UTF8:
		return encoding, nil
	case UTF16:
		to = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
	case UTF16LE:
		to = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	case UTF16BE:
		to = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()
	case Windows1252:
		to = transform.Chain(&defined{path: f.Path}, charmap.Windows1252.NewDecoder())
	case Latin1:
		to = charmap.ISO8859_1.NewDecoder()
	default:
		panic("file: unknown encoding " + encoding)
	}
	f.convert(func(r io.Reader) io.Reader { return transform.NewReader(r, to) })
	return encoding, nil
}

// convert passes the rest of the text through a reader, with the bytes that the buffer has read ahead.
func (f *File) convert(by func(io.Reader) io.Reader) {
	ahead, _ := f.Text.Peek(f.Text.Buffered())
	f.decoded, f.read = true, 0
	f.from = by(io.MultiReader(bytes.NewReader(slices.Clone(ahead)), f.from))
	f.Text.Reset(f)
}

// encodingOf detects the encoding of a text from its first bytes: UTF-16 by its mark; Windows-1252 if they are not valid
// UTF-8, contain none of its longer characters, and are all characters of Windows-1252; else UTF-8. Text in UTF-8 with
// damaged bytes thus stays UTF-8, and its rows are rejected one by one. So does binary data. A byte 0xff counts as damage:
// as ÿ it is rare.
func encodingOf(begin []byte) string {
	if bytes.HasPrefix(begin, []byte("\xff\xfe")) || bytes.HasPrefix(begin, []byte("\xfe\xff")) {
		return UTF16
	}
	start := bytes.TrimLeft(begin, " \t\r\n")
	json := bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("[")) // RFC 8259 requires UTF-8
	if json || utf8.Valid(whole(begin)) || Kind(begin) != "" || bytes.ContainsAny(begin, "\x00") {
		return UTF8
	}
	for rest := begin; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r != utf8.RuneError && n > 1 || n == 1 && r == utf8.RuneError && bytes.IndexByte([]byte(undefined+"\xff"), rest[0]) >= 0 {
			return UTF8
		}
		rest = rest[n:]
	}
	return Windows1252
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

// defined passes on bytes and fails at one that is not a character of Windows-1252.
type defined struct {
	transform.NopResetter
	path string
	at   int64
}

func (d *defined) Transform(dst, src []byte, _ bool) (written, read int, err error) {
	n := min(len(dst), len(src))
	if bad := slices.IndexFunc(src[:n], func(b byte) bool { return bytes.IndexByte([]byte(undefined), b) >= 0 }); bad >= 0 {
		return 0, 0, &schemas.FileError{File: d.path,
			Err: fmt.Errorf("byte %d, %#x, is not a character of %s", d.at+int64(bad), src[bad], Windows1252), Remedy: "give the file's --encoding"}
	}
	copy(dst, src[:n])
	d.at += int64(n)
	if n < len(src) {
		err = transform.ErrShortDst
	}
	return n, n, err
}
