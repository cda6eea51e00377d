package file

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// page is the kind of pages of the web, which many websites export as .xls.
const page = "HTML"

// others lists the magic bytes of kinds that are not supported, those of text in lower case.
var others = []struct{ begin, kind string }{
	{"PK\x03\x04", "a ZIP archive"}, {"%PDF-", "a PDF"}, {"BZh91AY&SY", "bzip2 data"}, {"\xfd7zXZ\x00", "xz data"},
	{"\x04\x22\x4d\x18", "lz4 data"}, {"\xff\xfe", "UTF-16 text"}, {"\xfe\xff", "UTF-16 text"}, {"ARROW1", "an Arrow file"}, {"FEA1", "Feather version 1, which pandas reads and writes as version 2"},
	{"Obj\x01", "an Avro file"}, {"SQLite format 3", "a database"}, {"PK\x05\x06", "an empty ZIP archive"}, {"<?xml", "XML"},
	{"<!doctype", page}, {"<html", page}, {"<head", page}, {"<meta", page}, {"<style", page}, {"<script", page}, {"<body", page}, {"<table", page},
	{"\x1f\x8b", "gzip data, compressed twice"}, {"version https://git-lfs", "a pointer of Git LFS, which git lfs pull replaces by the file"},
	{"<!--", page}, {"mime-version:", "a page of the web or a workbook in MIME"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file such as .xls, or of one with a password"},
	{`{\rtf`, "an RTF document"},
}

// tarMark is the offset of the magic bytes of a tar archive.
const tarMark = 257

// Kind names the unsupported kind of a file, or returns "" if begin could be text.
func Kind(begin []byte) string {
	low := bytes.ToLower(bytes.TrimLeft(begin[:min(len(begin), 1024)], " \t\r\n"))
	for _, o := range others {
		if bytes.HasPrefix(begin, []byte(o.begin)) || strings.IndexByte("<m", o.begin[0]) >= 0 && bytes.HasPrefix(low, []byte(o.begin)) {
			return o.kind
		}
	}
	if bytes.HasPrefix(begin[min(len(begin), tarMark):], []byte("ustar")) {
		return "a tar archive"
	}
	zeros := bytes.Count(begin, []byte{0})
	if n := len(begin) / 2; n > 0 && zeros > n/2 || wide(begin) {
		return "UTF-16 text without its mark, which --encoding utf-16le or utf-16be reads, or binary data"
	}
	controls := 0
	for _, c := range begin {
		if c < ' ' && (c < '\t' || c > '\r') {
			controls++
		}
	}
	if zeros > 0 && (!utf8.Valid(whole(begin)) || mostControls*controls > len(begin)) {
		return "binary data"
	}
	return ""
}

// mostControls is the number of bytes of which one may be a control character, besides those for white space, in a text with NUL characters.
const mostControls = 16

// wide reports whether a file begins with two characters of ASCII in UTF-16, of a header, an object or a tag, whatever script follows.
func wide(begin []byte) bool {
	if len(begin) < 4 {
		return false
	}
	a, b, c, d := begin[0], begin[1], begin[2], begin[3]
	return b == 0 && d == 0 && a != 0 && c != 0 || a == 0 && c == 0 && b != 0 && d != 0
}
