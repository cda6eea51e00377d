package markup

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tagged matches a tag as HTML has it: a prefix, a name, attributes with values, and the slash of an element without content.
var tagged = regexp.MustCompile(`\A<(/?)((?:[A-Za-z][\w.-]*:)?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>` + "`" + `]+))*)\s*(/?)>\z`)

// joining are the tags that stand within words; standing are those that separate words and may have no end tag. Others separate
// words, and something must show that they are tags.
var (
	joining = set("a b big bold em font i inf italic monospace overline q roman s sans-serif sc small smallcaps span strike strong sub sup tt u underline formula tex tex-math inline-formula hi scp emphasis subscript superscript styled-content named-content " +
		"math mrow mi mn mo ms mtext mspace msub msup msubsup mfrac msqrt mroot mover munder munderover mmultiscripts mprescripts none mtable mtr mtd mstyle mfenced mpadded mphantom menclose semantics")
	blocks   = "abstract blockquote dd div dl dt h1 h2 h3 h4 h5 h6 hr li list list-item ol p pre sec section table tbody thead title tr ul "
	block    = set(blocks) // what stands before and after them are two paragraphs
	standing = set(blocks + "alternatives br break disp-formula script style td th xref")
)

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(names) {
		m[name] = true
	}
	return m
}

// tag returns the text that replaces the tag, comment or section at byte i of s, and its length, 0 if there is none.
func tag(s string, i int) (text string, n int) {
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return " ", within(rest, "<!--", "-->")
	case strings.HasPrefix(rest, "<![CDATA["):
		return "", len("<![CDATA[")
	case strings.HasPrefix(rest, "<?"):
		return " ", within(rest, "<?", "?>")
	}
	end := 1 + strings.IndexAny(rest[1:], "<>")
	m := tagged.FindStringSubmatch(rest[:end+1])
	if m == nil {
		return "", 0
	}
	near := s[max(0, i-longestElement):min(len(s), i+len(m[0])+longestElement)]
	if !isTag(near, min(i, longestElement), m) {
		return "", 0
	}
	name := strings.ToLower(m[3])
	whole := element(rest, m)
	switch {
	case name == "math" && whole > 0:
		return characters(rest[len(m[0]):whole]), whole
	case (name == "annotation" || name == "annotation-xml") && whole > 0:
		return "", whole
	case name == "tex-math" && whole > 0 && (strings.Contains(near, "<mml:math") || strings.Contains(near, "<math")):
		return "", whole // the formula stands in MathML beside it
	case strings.HasPrefix(name, "tex") && joining[name] && whole > 0 && !strings.Contains(rest[:whole], "$"):
		return "$" + rest[len(m[0]):strings.LastIndex(rest[:whole], "</")] + "$", whole // as others write it
	case name == "xref" && whole > 0 && strings.LastIndex(rest[:whole], "</")-len(m[0]) <= longestMark:
		return " ", whole // the mark of a footnote or of a reference
	case (name == "script" || name == "style") && whole > 0:
		return " ", whole
	case name == "br":
		return "\n", len(m[0])
	case block[name]:
		return "\n\n", len(m[0])
	case joining[name]:
		return "", len(m[0])
	}
	return " ", len(m[0])
}

// longestMark is the length of the mark of a footnote in bytes.
const longestMark = 4

// within returns the length of what begins with open and ends with end, 0 if it does not end.
func within(s, open, end string) int {
	if i := strings.Index(s[len(open):min(len(s), len(open)+longestComment)], end); i >= 0 {
		return len(open) + i + len(end)
	}
	return 0
}

// isTag reports whether what reads as a tag at byte i of s is one. m are its parts: end slash, prefix, name, attributes, slash. A
// name that is not known counts only right before the text that it marks, for people also write of tags: "the text between
// <think> and </think>".
func isTag(s string, i int, m []string) bool {
	name, end := strings.ToLower(m[3]), i+len(m[0])
	switch {
	case m[2] != "" || standing[name] || joining[name] && (len(name) > 1 || m[4] != ""):
		return true
	case joining[name]:
		return m[1] != "" || strings.Contains(s[end:], "</"+m[3]+">")
	case m[1] != "":
		open := max(strings.LastIndex(s[:i], "<"+m[3]+">"), strings.LastIndex(s[:i], "<"+m[3]+" "))
		return open >= 0 && marks(s, open+strings.IndexByte(s[open:], '>')+1)
	case m[5] != "":
		return len(name) > 1 && marks(s, end)
	}
	return marks(s, end) && (m[4] != "" || strings.Contains(s[end:], "</"+m[3]+">"))
}

// marks reports whether marked text, a formula or another tag begins at byte i.
func marks(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return strings.ContainsRune(`<$\`, r) || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// element returns the length of the element that begins with the tag of m, its end tag included; 0 if it does not end.
func element(s string, m []string) int {
	if m[1] != "" || m[5] != "" {
		return 0
	}
	return within(s, m[0], "</"+m[2]+m[3]+">")
}

// In a formula in MathML: annotations, and tags with the white space around them.
var (
	annotation = regexp.MustCompile(`(?s)<([\w.-]+:)?annotation(?:[^>]*[^>/])?>.*?</([\w.-]+:)?annotation[^>]*>`)
	spacedTag  = regexp.MustCompile(`\s*<[^>]*>\s*`)
)

// characters returns the characters of a formula in MathML, without the white space between its elements and without annotations.
func characters(s string) string {
	return html.UnescapeString(spacedTag.ReplaceAllString(annotation.ReplaceAllString(s, ""), ""))
}
