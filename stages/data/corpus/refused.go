package corpus

import "regexp"

// refusedFormats match the beginning of text that is no running text: exports of reference managers and databases, and LaTeX.
var refusedFormats = []struct {
	begin *regexp.Regexp
	kind  string
}{
	{regexp.MustCompile(`\A\s*TY  ?- `), "RIS references"},
	{regexp.MustCompile(`\A\s*PMID ?- ?\d`), "MEDLINE references"},
	{regexp.MustCompile(`\A\s*%0 [A-Z]`), "EndNote references"},
	{regexp.MustCompile(`\A\s*FN (Clarivate|Thomson|ISI)`), "Web of Science references"},
	{regexp.MustCompile(`(?im)^\s*@[a-z]+\s*\{[^\s,{}]*,`), "BibTeX references"},
	{regexp.MustCompile(`(?m)^\s*\\(documentclass|begin\{document\})`), "a LaTeX source"},
}

// refused names the format of text that is not running text, or returns "".
func refused(begin []byte) string {
	for _, m := range refusedFormats {
		if m.begin.Match(begin) {
			return m.kind
		}
	}
	return ""
}
