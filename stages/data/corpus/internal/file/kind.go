package file

import (
	"bytes"
	"unicode/utf8"
)

// others lists the magic bytes of kinds that are not supported.
var others = []struct{ begin, kind string }{
	{"PK\x03\x04", "a ZIP archive"}, {"%PDF-", "a PDF"}, {"BZh91AY&SY", "bzip2 data"}, {"\xfd7zXZ\x00", "xz data"},
	{"\x04\x22\x4d\x18", "lz4 data"}, {"\xff\xfe", "UTF-16 text"}, {"\xfe\xff", "UTF-16 text"}, {"ARROW1", "an Arrow file"},
	{"Obj\x01", "an Avro file"}, {"SQLite format 3", "a database"}, {"<?xml", "XML"}, {"<!doctype", "HTML"}, {"<html", "HTML"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file such as .xls, or of one with a password"},
	{`{\rtf`, "an RTF document"},
}

// tarMark is the offset of the magic bytes of a tar archive.
const tarMark = 257

// Kind names the unsupported kind of a file, or returns "" if begin could be text.
func Kind(begin []byte) string {
	low := bytes.ToLower(bytes.TrimLeft(begin[:min(len(begin), 1024)], " \t\r\n"))
	for _, o := range others {
		if bytes.HasPrefix(begin, []byte(o.begin)) || o.begin[0] == '<' && bytes.HasPrefix(low, []byte(o.begin)) {
			return o.kind
		}
	}
	if bytes.HasPrefix(begin[min(len(begin), tarMark):], []byte("ustar")) {
		return "a tar archive"
	}
	if n := len(begin) / 2; n > 0 && bytes.Count(begin, []byte{0}) > n/2 {
		return "UTF-16 text without its mark, or binary data"
	}
	if bytes.IndexByte(begin, 0) >= 0 && (!utf8.Valid(whole(begin)) || bytes.ContainsFunc(begin, control)) {
		return "binary data"
	}
	return ""
}

// control reports whether a character is in no text. NUL alone makes no binary data: only the records that contain it are rejected.
func control(r rune) bool {
	return r > 0 && r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' && r != '\v'
}
