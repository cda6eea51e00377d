package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/parquet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/text"
)

// Format names a format. The zero value means detection by content.
type Format string

// The formats.
const (
	Auto    Format = "auto"
	JSONL   Format = "jsonl"
	JSON    Format = "json"
	CSV     Format = "csv"
	TSV     Format = "tsv"
	Text    Format = "text"  // tokens, in the line format of One2Set
	Plain   Format = "plain" // raw text, one document per line
	PerLine Format = "lines" // another name of Plain
	PerFile Format = "file"  // raw text, one document per file
	Parquet Format = "parquet"

	OpenAlex Format = "openalex" // another name of JSONL
	Arrow    Format = "arrow"    // a stream of record batches

	XLSX Format = sheet.XLSX // a sheet of an Excel workbook
	ODS  Format = sheet.ODS  // a sheet of an OpenDocument workbook

	Annif Format = "annif" // a text, a tab and URIs of subjects per line
)

// kind is a format, or a kind of files that is refused, and how it is recognised by the first bytes of a file.
type kind struct {
	name Format // "" for what is refused
	// sees returns what shows that a file is of this format, and "" if it is not; nil for a format that has to be named.
	sees   func(*opening) string
	read   func(*opening) (Records, error)
	remedy string // for what is refused
	table  bool   // what is refused may be a table, which needs --columns
}

// The advice for what is refused.
const (
	listed    = "save a table as .xlsx or CSV, and unpack an archive; --man lists the formats"
	whole     = "copy or download it again; text needs another name"
	sentences = "a file of sentences needs --format text or plain"
	// references is the advice for references in other formats.
	references = "export references as RIS, BibTeX, MARCXML or the .nbib of PubMed"
	xmlRead    = references + "; the XML that is read is that of PubMed, Europe PMC, JATS, MARC 21, TEI, EndNote, OAI-PMH, DataCite, MODS, ONIX, BioC, Crossref, RSS and Atom, and entries with a title and an abstract"
	exported   = "give the titles and abstracts alone; " + sentences
)

// formats are all formats, in the order in which they are tried. Tables and JSON come before text, because they are text, too. What
// resembles a format that was ruled out is no text.
var formats = []kind{
	{name: XLSX, sees: magic(sheet.Magic), read: workbook},
	{name: ODS, read: workbook},
	{name: Parquet, sees: magic(parquetMagic), read: func(o *opening) (Records, error) {
		defer o.file.Close()
		return parquet.Open(o.file, o.names)
	}},
	{name: Arrow, sees: magic("\xff\xff\xff\xff"), read: func(o *opening) (Records, error) { return stream.Open(o.file, o.names) }},
	{name: Arrow, sees: magic(stream.Begin)},
	entries(reference.MARC), entries(reference.PubMed), entries(reference.EuropePMC), entries(reference.JATS), entries(reference.MARCXML), entries(reference.TEI), entries(reference.XML), entries(reference.Feed),
	entries(reference.RIS), entries(reference.MEDLINE), entries(reference.EndNote), entries(reference.Embase), entries(reference.WebOfScience), entries(reference.BibTeX),
	{name: Annif, sees: subjects, read: func(o *opening) (Records, error) { return text.NewSubjects(o.file), nil }},
	{sees: like("a list of references", otherReferences), remedy: references},
	{sees: like("a page or a workbook in XML, as .xls of the web", `(?i)\A\s*<\?xml[^>]*>\s*<(?:!doctype html|html|\?mso-application|workbook)\b`), remedy: listed},
	{sees: like("XML", `\A\s*<(?:\?xml\s|[\w:.-]+\s[^<>]*\bxmlns\b)`), remedy: xmlRead},
	{sees: foreign, remedy: listed},
	{name: Format(reference.BibTeX), sees: (*opening).bibliography}, // its first entry is bad, or it has none
	{sees: misnamed("(?:bib|ris|nbib|enw|ciw|mrc|marc)", "a file of references"), remedy: "copy, download or export it again; text needs another name"},
	{name: TSV, sees: (*opening).tabs, read: (*opening).table},
	{name: CSV, sees: (*opening).commas, read: (*opening).table},
	{name: JSON, sees: arrayOfObjects, read: func(o *opening) (Records, error) { return object.NewArray(o.file, o.names, o.at, o.Say), nil }},
	{name: JSON, sees: spreadObjects},
	{name: JSON, sees: within},
	{name: OpenAlex, read: func(o *opening) (Records, error) { return object.NewLines(o.file, o.names), nil }},
	{name: JSONL, sees: objects, read: func(o *opening) (Records, error) { return object.NewLines(o.file, o.names), nil }},
	{name: JSONL, sees: called(`json`)},                   // its first lines may be bad
	{sees: misnamed("parquet", "Parquet"), remedy: whole}, // cut short, or not yet downloaded
	{sees: misnamed("arrows?", "Arrow"), remedy: whole},
	{sees: misnamed("(?:n?xml|rdf)", "XML of references"), remedy: xmlRead},
	{sees: misnamed("xlsx", "an Excel workbook"), remedy: whole},
	{sees: misnamed("ods", "an OpenDocument workbook"), remedy: whole},
	{name: Text, sees: tokens, read: func(o *opening) (Records, error) { return text.NewTokenised(o.file, o.target, o.By) }},
	{sees: like("a table in a box", `\A\s*[┌╭╔┏│║]`), remedy: listed},
	{sees: aligned, remedy: listed},
	{sees: calledTable, table: true},
	{sees: likeTable, remedy: sentences, table: true},
	{sees: like("a dump of a database", `(?m)^(?:INSERT INTO|CREATE TABLE) `), remedy: listed},
	{sees: like("a LaTeX source", `(?m)^\s*\\(documentclass|begin\{document\})`), remedy: exported},
	{name: PerFile, sees: oneDocument, read: func(o *opening) (Records, error) {
		return text.NewWhole(o.file, o.Folder, o.By, !o.Label, o.names.Must[record.Keyphrases]), nil
	}},
	{name: Plain, sees: func(o *opening) string { return when(o.Label, "raw text") }, read: func(o *opening) (Records, error) { return text.NewPlain(o.file), nil }},
	{name: Text, sees: func(*opening) string { return "tokens" }},
}

// entries is a format of references.
func entries(f reference.Format) kind {
	return kind{name: Format(f), sees: func(o *opening) string { return when(f.Begins(o.begin), "references") },
		read: func(o *opening) (Records, error) { return reference.New(o.file, f, o.fields, o.names, o.Body), nil }}
}

// otherReferences matches references as RefWorks, MarcEdit, Ovid, the text of PubMed, Cochrane and EBSCO, ProQuest and Scopus have them, and
// lines of tags in general.
const otherReferences = `\A\s*(?:RT [A-Z][a-z]+|=LDR  |<1>\r?\n|1\. .*\n(?s:.*?)\nPMID: \d|<?(?i:record)[:#]? #?1(?:>?\s*\n| of \d)|_{20,}\s+Document 1 of \d|Scopus\r?\nEXPORT DATE|` +
	`(?:[A-Z][A-Z0-9]{1,3} {0,2}- .*\n){2})`

// bibliography sees a file that is called BibTeX and has what may be an entry.
func (o *opening) bibliography() string {
	return when(called(`bib(\.gz|\.zst)?$`)(o) != "" && bytes.IndexByte(o.begin, '@') >= 0, "its name")
}

const parquetMagic = "PAR1"

// when returns what is seen if a condition holds, and else "".
func when(holds bool, seen string) string {
	if holds {
		return seen
	}
	return ""
}

// magic sees the first bytes of a format.
func magic(bytes string) func(*opening) string {
	return func(o *opening) string {
		return when(strings.HasPrefix(string(o.begin[:min(len(o.begin), len(bytes))]), bytes), bytes)
	}
}

// subjectLine matches a line of a corpus of Annif: a text, and URIs of subjects.
var subjectLine = regexp.MustCompile(`\A[^\t\n]+\t<?https?://[^\s<>]+>?(?:[ \t]+<?https?://[^\s<>]+>?)*\s*\n?\z`)

// subjects sees a corpus of Annif.
func subjects(o *opening) string {
	n := 0
	for line := range bytes.Lines(o.begin) {
		if !subjectLine.Match(line) {
			return ""
		}
		if n++; n == 2 {
			break
		}
	}
	return when(n > 0, "texts with URIs")
}

// like sees the beginning of text that is no running text, as LaTeX is.
func like(kind, begin string) func(*opening) string {
	expression := regexp.MustCompile(begin)
	return func(o *opening) string { return when(expression.Match(o.begin), "it looks like "+kind) }
}

// called sees an ending in a file name.
func called(endings string) func(*opening) string {
	expression := regexp.MustCompile(`\.(nd)?(` + endings + `)`)
	return func(o *opening) string { return when(expression.MatchString(o.name), "its name") }
}

// misnamed sees the name of a format that does not consist of text.
func misnamed(ending, kind string) func(*opening) string {
	expression := regexp.MustCompile(`\.` + ending + `(\.gz|\.zst)*$`)
	return func(o *opening) string {
		return when(expression.MatchString(o.name), "its name says that it is "+kind+", but its content is not")
	}
}

func foreign(o *opening) string {
	kind := file.Kind(o.begin)
	return when(kind != "", "its first bytes are those of "+kind)
}

// arrayOfObjects sees an array of objects.
func arrayOfObjects(o *opening) string {
	array, ok := bytes.CutPrefix(bytes.TrimSpace(o.begin), []byte("["))
	array = bytes.TrimSpace(array)
	return when(ok && (bytes.HasPrefix(array, []byte("{")) || string(array) == "]" || called(`json`)(o) != ""), "an array")
}

// firstObject matches the beginning of a line of text that is an object.
var firstObject = regexp.MustCompile(`(?m)^[ \t\r\f\v]*\{[ \t\r\f\v]*["}]`)

// objects sees a line that starts like an object.
func objects(o *opening) string { return when(firstObject.Match(o.begin), "objects") }

// spread matches the beginning of an object over several lines.
var spread = regexp.MustCompile(`\A\s*\{[ \t]*\r?\n\s*"`)

// spreadObjects sees objects of which the first is not a line: it is several, or part of one.
func spreadObjects(o *opening) string {
	text := bytes.TrimSpace(o.begin)
	if line, _, _ := bytes.Cut(text, []byte("\n")); !bytes.HasPrefix(text, []byte("{")) || json.Valid(line) {
		return ""
	}
	whole := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage)) == nil
	return when(whole || spread.Match(text), "objects")
}

// within sees an object that has documents in it.
func within(o *opening) string {
	if objects(o) == "" {
		return ""
	}
	at, err := object.Find(o.file.Path, o.begin, o.names.Answers())
	return when(err != nil || !at.Zero(), "documents within an object")
}

// tokens sees the line format of One2Set, of which the source of a pair is unless another format is certain.
func tokens(o *opening) string {
	return when(o.target != "" || bytes.Contains(o.begin, []byte(text.EndOfTitle)) || len(bytes.TrimSpace(o.begin)) == 0 && !o.inFolder(), "tokens")
}

// oneDocument sees a text that is one document: it lies in a folder that was given, or is a title, a blank line and a text.
func oneDocument(o *opening) string {
	return when(o.inFolder() || o.Label && len(o.begin) < file.LookedAt && text.Pasted(string(o.begin)), "one document")
}

// inFolder reports whether the file is a text in a folder that was given.
func (o *opening) inFolder() bool {
	return o.Folder != "" && textName.MatchString(strings.ToLower(o.file.Path))
}

// textName matches names of text files.
var textName = regexp.MustCompile(`\.txt(\.gz|\.zst)?$`)

// workbook opens a sheet.
func workbook(o *opening) (Records, error) {
	defer o.file.Close()
	want := when(o.Format == string(XLSX) || o.Format == string(ODS), o.Format)
	s, err := sheet.Open(o.file, want, o.Sheet, o.names)
	if err != nil {
		return nil, err
	}
	if o.format, s.Warn = Format(s.Kind), o.Warn; o.Warn != nil && s.Same() != "" {
		o.Warn(s.Same())
	}
	return s, nil
}

// table opens a table in its dialect.
func (o *opening) table() (Records, error) {
	d, err := o.dialect()
	if err != nil {
		return nil, err
	}
	return table.New(o.file, o.begin, d, o.names, o.Warn)
}

// detect finds the format of a file from its first bytes, or else from its name.
func (o *opening) detect() (Format, error) {
	for _, f := range formats {
		if f.sees == nil {
			continue
		}
		switch saw := f.sees(o); {
		case saw != "" && f.table:
			f.remedy = strings.TrimSuffix(o.suggested().Remedy()+"; "+f.remedy, "; ")
			fallthrough
		case saw != "" && f.name == "":
			return "", o.fail("", fmt.Errorf("is not in a supported format: %s", saw), f.remedy)
		case saw != "":
			return f.name, nil
		}
	}
	return "", nil
}

// corpusName matches file names of corpora.
var corpusName = regexp.MustCompile(`\.(jsonl|ndjson|json|csv|tsv|txt|parquet|xlsx|ods|bib|ris|nbib|enw|mrc|marc)(\.gz|\.zst)?$`)
