package reference

import (
	"bytes"
	"regexp"
	"strings"
)

// Format is a format of references.
type Format string

// The formats.
const (
	BibTeX       Format = "bibtex"
	RIS          Format = "ris"
	MEDLINE      Format = "nbib"
	WebOfScience Format = "wos"
	EndNote      Format = "enw"
	PubMed       Format = "pubmed"
	JATS         Format = "jats"
	MARCXML      Format = "marcxml"
	MARC         Format = "marc"
	TEI          Format = "tei"
)

// Field is a part of an entry under its name in the format: a key, a tag, or a name for an element of XML. Names repeat.
type Field struct{ Name, Value string }

// format says how a format is recognised, cut and read.
type format struct {
	begin    *regexp.Regexp // the first bytes of a file
	line     *regexp.Regexp // the line at which an entry begins, for formats of lines
	elements []string       // the elements that are entries, for XML
	fields   func([]byte) ([]Field, error)
	// The names of the parts of a document, best first: the first that an entry has is read.
	id, title, text, keywords []string
	split                     string // between keywords in one field; "" if a field has one
}

var formats = map[Format]*format{
	BibTeX: {begin: regexp.MustCompile(`(?im)\A(?:\s*(?:%.*|@(?:comment|preamble|string)\b.*|[^@\s].*)?$)*?\s*@[a-z]+\s*[{(]\s*[^\s,{}"]*\s*,`), line: regexp.MustCompile(`(?i)^\s*@[a-z]+\s*[{(]`), fields: bibtex,
		id: []string{"citation key"}, title: []string{"title", "booktitle"}, text: []string{"abstract", "annote", "abstractnote"}, keywords: []string{"author_keywords", "keywords", "keyword", "mendeley-tags"}, split: ",;"},
	RIS: {begin: regexp.MustCompile(`\A\s*TY  ?- `), line: regexp.MustCompile(`^TY  ?- `), fields: tagged(regexp.MustCompile(`^([A-Z][A-Z0-9])  ?-(?: |$)`), "ER", "\n"),
		id: []string{"ID", "AN", "DO", "UR"}, title: []string{"TI", "T1", "CT", "BT", "ST"}, text: []string{"AB", "N2"}, keywords: []string{"KW", "DE"}},
	MEDLINE: {begin: regexp.MustCompile(`\A\s*PMID ?- ?\w`), line: regexp.MustCompile(`^PMID ?-`), fields: tagged(regexp.MustCompile(`^([A-Z]{2,4}) {0,2}- `), "", " "),
		id: []string{"PMID"}, title: []string{"TI", "BTI", "TT"}, text: []string{"AB", "OAB"}, keywords: []string{"OT"}},
	WebOfScience: {begin: regexp.MustCompile(`\A\s*FN (?:Clarivate|Thomson|ISI)|\A\s*PT [A-Z]\r?\n[A-Z][A-Z0-9] `), line: regexp.MustCompile(`^PT `), fields: tagged(regexp.MustCompile(`^([A-Z][A-Z0-9])(?: |$)`), "ER", " "),
		id: []string{"UT", "DI"}, title: []string{"TI"}, text: []string{"AB"}, keywords: []string{"DE"}, split: ";"},
	EndNote: {begin: regexp.MustCompile(`\A\s*%0 [A-Z]`), line: regexp.MustCompile(`^%0 `), fields: tagged(regexp.MustCompile(`^%(\S) `), "", "\n"),
		id: []string{"M", "R", "U"}, title: []string{"T"}, text: []string{"X"}, keywords: []string{"K"}, split: ";\n"},
	PubMed: {begin: root("PubmedArticleSet|PubmedArticle|PubmedBookArticle"), elements: []string{"PubmedArticle", "PubmedBookArticle"}, fields: pubmed.read,
		id: []string{"PMID"}, title: []string{"ArticleTitle", "BookTitle"}, text: []string{"Abstract"}, keywords: []string{"Keyword"}},
	JATS: {begin: root("article|pmc-articleset|articles"), elements: []string{"article"}, fields: jats.read,
		id: []string{"pmid", "pmcid", "pmc", "doi", "publisher-id"}, title: []string{"article-title"}, text: []string{"abstract"}, keywords: []string{"kwd"}},
	MARCXML: {begin: root(`(?:\w+:)?collection|(?:\w+:)?record`), elements: []string{"record"}, fields: marcxml,
		id: []string{"001"}, title: []string{"245"}, text: []string{"520"}, keywords: []string{"653", "650"}},
	MARC: {begin: regexp.MustCompile(`\A\d{5}[acdnp][\x20-\x7e]{4}22\d{5}`), fields: marc21,
		id: []string{"001"}, title: []string{"245"}, text: []string{"520"}, keywords: []string{"653", "650"}},
	TEI: {begin: root("TEI|teiCorpus"), elements: []string{"TEI"}, fields: tei.read,
		id: []string{"DOI", "arXiv", "MD5"}, title: []string{"title"}, text: []string{"abstract"}, keywords: []string{"term"}},
}

// root matches the beginning of an XML file with one of the elements as its root.
func root(names string) *regexp.Regexp {
	return regexp.MustCompile(`\A\s*(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>\s*|<!--(?s:.*?)-->\s*)*<(?:` + names + `)[\s>]`)
}

// order is that in which formats are tried.
var order = []Format{RIS, MEDLINE, WebOfScience, EndNote, PubMed, JATS, MARCXML, TEI, MARC, BibTeX}

// Detect returns the format of a file with these first bytes, "" if it is none of them.
func Detect(begin []byte) Format {
	for _, f := range order {
		if formats[f].begin.Match(begin) && !(f == MARCXML && !bytes.Contains(begin, []byte("controlfield")) && !bytes.Contains(begin, []byte("datafield"))) {
			return f
		}
	}
	return ""
}

// Known reports whether f is a format of this package.
func (f Format) Known() bool { return formats[f] != nil }

// Fields returns the fields of an entry in their order.
func (f Format) Fields(entry []byte) ([]Field, error) { return formats[f].fields(entry) }

// Parts are what labelling reads of an entry.
type Parts struct {
	ID, Title, Text string
	Keywords        []string // nil if the entry has no field for them
}

// Parts finds the parts among the fields of an entry.
func (f Format) Parts(fields []Field) Parts {
	m := formats[f]
	p := Parts{ID: strings.Join(first(fields, m.id)[:min(1, len(first(fields, m.id)))], ""), Title: strings.Join(first(fields, m.title), " "), Text: strings.Join(first(fields, m.text), "\n")}
	for _, value := range first(fields, m.keywords) {
		split := m.split
		if strings.Contains(value, ";") {
			split = strings.ReplaceAll(split, ",", "")
		}
		for _, k := range strings.FieldsFunc(value, func(r rune) bool { return split != "" && strings.ContainsRune(split, r) }) {
			if k = strings.TrimPrefix(strings.TrimSpace(k), "*"); k != "" {
				p.Keywords = append(p.Keywords, k)
			}
		}
	}
	return p
}

// Names returns the names of the fields of which the id, the title, the text and the keywords of a format are made.
func (f Format) Names() (id, title, text, keywords []string) {
	m := formats[f]
	return m.id, m.title, m.text, m.keywords
}

// first returns the values of the first name that any field has, without regard to case.
func first(fields []Field, names []string) (values []string) {
	for _, name := range names {
		for _, f := range fields {
			if strings.EqualFold(f.Name, name) && strings.TrimSpace(f.Value) != "" {
				values = append(values, f.Value)
			}
		}
		if values != nil {
			return values
		}
	}
	return nil
}
