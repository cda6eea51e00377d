package reference

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/markup"
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
	Embase       Format = "embase"
	PubMed       Format = "pubmed"
	EuropePMC    Format = "europepmc"
	JATS         Format = "jats"
	MARCXML      Format = "marcxml"
	MARC         Format = "marc"
	TEI          Format = "tei"
	XML          Format = "xml"  // of other catalogues and programs, see paths
	Feed         Format = "feed" // of plain entries
)

// Field is a part of an entry under its name in the format: a key, a tag, or a name for an element of XML. Names repeat.
type Field struct {
	Name, Value     string
	from, text, end int // in formats to which keywords are added behind fields: where it, its value and what is behind it begin
}

// format says how a format is recognised, cut and read.
type format struct {
	begin  *regexp.Regexp // matches the first bytes of a file
	entry  *regexp.Regexp // matches where an entry begins: in formats of lines a line; in XML a tag, its name as the first group
	cut    cut
	none   *regexp.Regexp // matches where what looks like an entry begins, and is none; nil for nothing
	ended  *regexp.Regexp // matches in an entry that ends; nil if its end does not show
	braces bool           // a line within braces begins no entry
	fields func(entry []byte) ([]Field, error)
	add    func(entry []byte, fields []Field, more []Keyword) []byte // nil if keywords are not written
	// The names of the parts of a document, best first: the first that an entry has is read.
	names [record.Fields][]string
	full  bool   // the field body is the full text
	one   bool   // of several titles, which are in other languages, the first is read
	every bool   // keywords are those of all names
	split string // separates keywords in one field
	lists bool   // a field has one keyword; but the only field, with several commas, is a list
}

var formats = map[Format]*format{
	BibTeX: {begin: regexp.MustCompile(`(?im)^\s*@[a-z]+\s*[{(]\s*(?:[^\s,{}"=]*\s*,\s*)?[\w-]+\s*=`), entry: regexp.MustCompile(`(?i)^\s*@[a-z]+\s*[{(]`), none: regexp.MustCompile(`(?i)^\s*@(?:comment|preamble|string|xdata|set|control|ieeetranbstctl)\b`), cut: lines, braces: true, fields: func(entry []byte) ([]Field, error) { return bibtex(entry, nil) }, add: addBibTeX,
		names: [record.Fields][]string{{"citation key"}, {"title", "booktitle"}, {"abstract", "annote", "abstractnote"}, {"author_keywords", "keywords", "keyword", "mendeley-tags"}}, split: ",;\n"},
	// Ovid and Cochrane number the entries, and JSTOR names itself above them.
	RIS: {begin: regexp.MustCompile(`(?i)\A(?:.*\n){0,20}?[ \t]*TY {0,2}-[ \t]*\w*\s*\n\s*[A-Z][A-Z0-9] {0,2}-`), entry: regexp.MustCompile(`(?i)^\s*TY {0,2}-`), ended: ris.last, cut: lines, fields: ris.read, add: ris.add,
		names: [record.Fields][]string{{"ID", "AN", "DO", "UR"}, {"TI", "T1", "CT", "BT", "ST"}, {"AB", "N2"}, {"KW", "DE"}}, split: ";\n", lists: true},
	MEDLINE: {begin: regexp.MustCompile(`\A\s*(?:PMID {0,2}- \w|OWN {0,2}- ERIC|VN {0,2}- Ovid)`), entry: regexp.MustCompile(`^(?:PMID {0,2}- |OWN {0,2}- ERIC|VN {0,2}- Ovid)`), cut: lines, fields: medline.read, add: medline.add,
		names: [record.Fields][]string{{"PMID", "OID", "UI", "AN"}, {"TI", "BTI", "TT"}, {"AB", "OAB"}, {"OT"}}, split: ";\n", lists: true},
	WebOfScience: {begin: regexp.MustCompile(`\A\s*FN .*\nVR |\A\s*PT [A-Z]\r?\n[A-Z][A-Z0-9] `), entry: regexp.MustCompile(`^PT `), ended: webOfScience.last, cut: lines, fields: webOfScience.read, add: webOfScience.add,
		names: [record.Fields][]string{{"UT", "DI"}, {"TI"}, {"AB"}, {"DE"}}, split: ";"},
	EndNote: {begin: regexp.MustCompile(`\A\s*%0 [A-Z]`), entry: regexp.MustCompile(`^%0 `), cut: lines, fields: endNote.read, add: endNote.add,
		names: [record.Fields][]string{{"M", "R", "U"}, {"T"}, {"X"}, {"K"}}, split: ";\n", lists: true},
	Embase: {begin: regexp.MustCompile(`\A\s*(?:"RECORD \d+",*\s+)?"TITLE","[^"]+(?:"".*)?",*\r?\n"(?:AUTHOR NAMES|GROUP AUTHORS?|CORRESPONDENCE ADDRESS|EDITORS|SOURCE|SOURCE TITLE|ORIGINAL TITLE|ABSTRACT)","`), entry: regexp.MustCompile(`^"TITLE",`), cut: lines, fields: labelled,
		names: [record.Fields][]string{{"PUI", "MEDLINE PMID", "DOI"}, {"TITLE"}, {"ABSTRACT"}, {"AUTHOR KEYWORDS"}}},
	PubMed: {begin: holds(`Pubmed(?:Book)?Article(?:Set)?[\s/>]`), entry: element("PubmedArticle|PubmedBookArticle"), cut: elements, fields: elementFields,
		names: [record.Fields][]string{{"PMID"}, {"ArticleTitle", "BookTitle", "VernacularTitle"}, {"Abstract", "OtherAbstract"}, {"Keyword"}}, split: ";\n", lists: true},
	EuropePMC: {begin: holds(`responseWrapper[\s>](?s:.*?)<resultList>`), entry: element("result"), cut: elements, fields: elementFields,
		names: [record.Fields][]string{{"id"}, {"title"}, {"abstractText"}, {"keyword"}}, split: ";\n", lists: true},
	JATS: {begin: holds(`(?:(?:article|book-part)-meta[\s>]|book-meta[\s>](?s:.*?)<abstract[\s>])`), entry: element("article|front|book-part-meta|book-meta"), none: around, cut: elements, fields: elementFields, full: true,
		names: [record.Fields][]string{{"pmid", "pmcid", "pmc", "doi", "publisher-id"}, {"article-title"}, {"abstract", "trans-abstract"}, {"kwd"}}, split: ";\n", lists: true},
	MARCXML: {begin: holds(`(?:controlfield|datafield)\s`), entry: element("record"), none: deleted, cut: elements, fields: marcxml, add: addMARCXML,
		names: [record.Fields][]string{{"001"}, {"245"}, {"520"}, {"653", "650"}}, every: true, one: true},
	MARC: {begin: regexp.MustCompile(`\A\d{5}[acdnp][\x20-\x7e]{4}22\d{5}`), cut: marked, fields: marc21,
		names: [record.Fields][]string{{"001"}, {"245"}, {"520"}, {"653", "650"}}, every: true, one: true},
	TEI: {begin: holds(`(?:TEI|teiCorpus)[\s>]`), entry: element("TEI"), cut: elements, fields: elementFields, full: true,
		names: [record.Fields][]string{{"DOI", "arXiv", "MD5"}, {"title"}, {"abstract"}, {"term"}}, split: ";\n", lists: true},
	XML: {begin: holds(`(?:(?:dc|qualifieddc|arXiv|arXivRaw|thesis|mods|resource|biblFull|coredata)[\s>]|xml>\s*<records>|feed[\s>](?s:.*?)<entry[\s>])`), entry: element("record|dc|mods|resource|biblFull|entry|coredata"), none: deleted, cut: elements, fields: elementFields, one: true,
		names: [record.Fields][]string{{"record identifier", "rec-number", "halId", "identifier", "id"}, {"title"}, {"abstract", "description", "content"}, {"keyword", "term", "subject"}}, split: ";\n", lists: true},
	Feed: {begin: holds(`(?:(?:rss|dblp|dblpperson|doi_records?|crossref_result|doi_batch|ONIXmessage|ONIXMessage|us-patent-\w+|AwardTitle)[\s>]|RDF[^<>]*zotero|RDF[\s>](?s:.*?)<item[\s>]|collection[\s>](?s:.*?)<passage[\s>]|oaf:entity|file\s[^<>]*bibtexml|hits[\s>](?s:.*?)<info>|` +
		`metadata` + simple + `<dc:title[\s>]|(?:record|entry|item|paper|document|doc|publication)` + simple + `<(?:\w+:)?title[\s>](?s:.*?)<(?:\w+:)?(?:abstract|description|summary)[\s>])`),
		entry: element(strings.Join(plain, "|") + "|entity|Product|product|Award"), cut: elements, fields: elementFields, one: true,
		names: [record.Fields][]string{{"identifier", "id", "key", "doi", "url", "number"}, {"title", "front"}, {"abstract", "description", "content", "passage"}, {"keyword", "subject"}}, split: ";\n", lists: true},
}

// simple matches what stands behind the name of an element up to one within it, with elements of nothing but text between.
const simple = `(?:\s[^<>]*)?>\s*(?:<[^<>]*>[^<>]*</[^<>]*>\s*)*?`

// holds matches the beginning of an XML file with such an element, whatever stands around it.
func holds(element string) *regexp.Regexp {
	return regexp.MustCompile(`\A\s*<(?:(?s:.*?)<)?(?:\w+:)?` + element)
}

// element matches the start tag of an element with one of the names, with any prefix.
func element(names string) *regexp.Regexp {
	return regexp.MustCompile(`<((?:[^<>\s/]+:)?(?:` + names + `))[\s/>]`)
}

// deleted matches a record that a catalogue says is deleted, in answers of OAI-PMH.
var deleted = regexp.MustCompile(`\A<(?:\w+:)?record[^<>]*>\s*<(?:\w+:)?header[^<>]*\sstatus=["']deleted`)

// around matches the book that stands before one of its parts in a file, and has no abstract.
var around = regexp.MustCompile(`\A<book-meta(?:[^<]|<[^a]|<a[^b])*\z`)

// html matches the beginning of a page.
var html = regexp.MustCompile(`(?i)\A\s*<(?:!doctype html|html)`)

// Begins reports whether a file with these first bytes has the format.
func (f Format) Begins(begin []byte) bool {
	if f == BibTeX && bytes.IndexByte(begin, '@') < 0 || f != BibTeX && html.Match(begin) {
		return false // nearly all texts are told apart here, before a slower expression
	}
	if f == TEI && formats[XML].begin.Match(begin) { // that of HAL
		return false
	}
	return formats[f].begin.Match(begin)
}

// Known reports whether f is a format of this package.
func (f Format) Known() bool { return formats[f] != nil }

// Full reports whether entries of the format may have a full text.
func (f Format) Full() bool { return formats[f] != nil && formats[f].full }

// Fields returns the fields of an entry in their order.
func (f Format) Fields(entry []byte) ([]Field, error) { return formats[f].fields(entry) }

// Numbers of places in a molecule, as in 1,2-dichloroethane, have commas that separate no keywords.
var place, places = regexp.MustCompile(`(?:^|[\s(,])\d{1,2}$`), regexp.MustCompile(`^\d{1,2}(?:-|$)`)

// pieces returns the keywords of a field, separated by any character of split. A comma separates none if a semicolon does.
func pieces(value, split string) (all []string) {
	if strings.Contains(value, ";") && strings.Contains(split, ";") {
		split = strings.ReplaceAll(split, ",", "")
	}
	for _, k := range strings.FieldsFunc(markup.Plain(value), func(r rune) bool { return strings.ContainsRune(split, r) }) {
		if n := len(all); n > 0 && strings.Contains(split, ",") && place.MatchString(all[n-1]) && places.MatchString(k) {
			all[n-1] += "," + k
			continue
		}
		if k = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(k), "*")); k != "" { // PubMed and Ovid mark main topics
			all = append(all, k)
		}
	}
	return all
}

// Names returns the names of the fields of which the parts of a document are made.
func (f Format) Names() record.Columns { return record.Columns{Names: formats[f].names} }

// keywords returns the keywords of the first name that any field has, or with every those of all names.
func keywords(fields []Field, names []string, split string, lists, every bool) (all []string) {
	if every && len(names) > 1 {
		return append(keywords(fields, names[:1], split, lists, false), keywords(fields, names[1:], split, lists, true)...)
	}
	values := first(fields, names)
	if lists && len(values) == 1 && strings.Count(values[0], ",") > 1 {
		split += ","
	}
	for _, value := range values {
		all = append(all, pieces(value, split)...)
	}
	return all
}

// first returns the values of the first name that any field has.
func first(fields []Field, names []string) (values []string) {
	for _, name := range names {
		if values = valuesOf(fields, name); values != nil {
			break
		}
	}
	return values
}

// valuesOf returns the values that a name has, without regard to case.
func valuesOf(fields []Field, name string) (values []string) {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) && strings.TrimSpace(f.Value) != "" {
			values = append(values, f.Value)
		}
	}
	return values
}

// Keyword is a keyword to add to an entry. URI is that of a concept, "" for a free phrase.
type Keyword struct{ Text, URI string }

// Add returns an entry with more keywords, those that it has left out. Every other byte stays as it was. The format is one that has an add.
func (f Format) Add(entry []byte, more []Keyword) ([]byte, error) {
	m := formats[f]
	fields, err := m.fields(entry)
	if err != nil {
		return nil, err
	}
	had := map[string]bool{}
	for _, k := range keywords(fields, m.names[record.Keyphrases], m.split, m.lists, true) {
		had[strings.ToLower(k)] = true
	}
	for _, field := range fields {
		if strings.HasSuffix(field.Name, "$0") {
			had[identifier(field.Value)] = true
		}
	}
	more = slices.DeleteFunc(slices.Clone(more), func(k Keyword) bool {
		key := strings.ToLower(k.Text)
		if f == MARCXML && k.URI != "" { // a catalogue keeps a free phrase and a concept of the same name apart
			key = identifier(k.URI)
		}
		was := had[key]
		had[key] = true
		return was
	})
	if len(more) == 0 {
		return entry, nil
	}
	return m.add(entry, fields, more), nil
}

// lineEnd returns how the lines of a text end.
func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// insert puts text at a place.
func insert(entry []byte, at int, text string) []byte {
	return slices.Concat(entry[:at], []byte(text), entry[at:])
}
