package schemas

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
)

// Kinds of digests. The text of a document and its tokens cannot be compared.
const (
	textDigest   = "text:"
	tokensDigest = "tokens:"
)

// Digest identifies the content of a document: "text:" and the hexadecimal SHA-256 of the title as it was given, the byte
// 0xff, which UTF-8 never has, and the body. A document that has tokens alone has "tokens:" and the same of its tokens
// joined by single blanks.
func (d *Document) Digest() string {
	kind, title, body := textDigest, d.TitleText, d.BodyText
	if title == "" && body == "" {
		title, body = strings.Join(d.Title, " "), strings.Join(d.Body, " ")
		if title != "" || body != "" {
			kind = tokensDigest
		}
	}
	h := sha256.New()
	for _, s := range []string{title, "\xff", body} {
		io.WriteString(h, s) // a hash does not fail
	}
	return kind + hex.EncodeToString(h.Sum(nil))
}

// Differ reports whether two digests are of different contents. It reports false if they cannot tell: if one is "", or if one
// is of a text and the other of tokens. An empty document has no tokens either, so it differs from both.
func Differ(a, b string) bool {
	if a == "" || b == "" || a == b {
		return false
	}
	empty, kind := (&Document{}).Digest(), func(s string) string { kind, _, _ := strings.Cut(s, ":"); return kind }
	return kind(a) == kind(b) || a == empty || b == empty
}
