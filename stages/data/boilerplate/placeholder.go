package boilerplate

import "strings"

// absent are the texts that stand for an abstract which is not there, in small letters without brackets and a final point.
var absent = set(`no abstract available, no abstract, abstract not available, abstract unavailable, abstract is not available, abstract available, abstract, no abstract provided, no abstract found, no abstract is available, ` +
	`no abstract is available for this article, this article has no abstract, this article does not have an abstract, an abstract is not available for this content, an abstract is not available for this article, there is no abstract for this article, ` +
	`abstract only, abstract missing, not available, not applicable, no description, no title available, no title, untitled, null, nan, n/a, na, n.a, none, nil, undefined, missing, unknown, tbd, -, --, –, —, ., no disponible, sin resumen, ` +
	`resumen no disponible, kein abstract, kein abstract verfügbar, pas de résumé, résumé non disponible, sem resumo, nessun abstract, no data`)

// untitled are the texts that stand for a title which is not there. Fewer than of abstracts: a paper may be called Abstract.
var untitled = set(`no title available, no title, title not available, untitled, null, nan, n/a`)

// Title returns a title, or blanks in the place of a text that only says that there is none.
func Title(text string) string {
	if len(text) < 40 && untitled[strings.ToLower(strings.Trim(text, "[]()<>. "))] {
		return strings.Repeat(" ", len(text))
	}
	return text
}

// placeholder reports whether a text only says that there is none.
func placeholder(text string) bool {
	if len(text) > 80 {
		return false
	}
	bare := strings.Trim(text, "[]()<>*\"' ")
	return absent[strings.ToLower(bare)] || absent[strings.ToLower(strings.TrimSuffix(bare, "."))]
}
