package corpus

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/text"
)

// formatOf returns the format of a file that is no workbook: the one that is set, or the one that its first bytes show. A pair must
// be text.
func (o Options) formatOf(f *file.File, begin []byte, target string, c *record.Names) (format Format, err error) {
	if format = o.Format; format == Auto || format == "" {
		if format, err = detect(begin, f.Path, c, o.Delimiter, target != "", o.Label); err != nil {
			return "", err
		}
		if target == "" && (format == Plain || format == Text) && o.oneDocument(f.Path, begin) {
			format = PerFile
		}
	}
	if o.Sheet != "" {
		return "", &schemas.FileError{File: f.Path, Err: fmt.Errorf("is %s and has no sheets", format), Remedy: "leave out --sheet, which is for XLSX and ODS"}
	}
	if target != "" && format != Text {
		return "", notPair(f, target, format)
	}
	return format, nil
}

// oneDocument reports whether a text is one document: if it lies in a folder that was given, or is a title, a blank line and a text.
func (o Options) oneDocument(path string, begin []byte) bool {
	switch {
	case bytes.Contains(begin, []byte(text.EndOfTitle)):
		return false
	case o.Folder != "" && textName.MatchString(strings.ToLower(path)):
		return true
	}
	return o.Label && len(begin) < file.LookedAt && text.Pasted(string(begin))
}

// textName matches names of text files.
var textName = regexp.MustCompile(`\.txt(\.gz|\.zst)?$`)

// notPair is the error for a pair whose source is not text.
func notPair(f *file.File, target string, format Format) error {
	return &schemas.FileError{File: f.Path, Err: fmt.Errorf("a pair of source and target files must be %s, but this file is %s", Text, format),
		Remedy: "give it alone, without " + target}
}

// detect finds the format of a file from its first bytes, or else from its name. It checks in this order: Parquet,
// Arrow and foreign kinds by their magic bytes; tables by a header that names a title or a text; JSON by the beginning
// of an array or object. The rest is text, unless it resembles a format that was ruled out. The source of a pair is
// text unless another format is certain. Text for labelling only is raw unless it contains the <eos> of One2Set.
func detect(begin []byte, path string, c *record.Names, comma rune, one2set, label bool) (Format, error) {
	given := c
	named := given.Must != [record.Fields]bool{}
	free := *c // a table that lacks a required column is still a table
	free.Must = [record.Fields]bool{}
	c = &free
	if bytes.HasPrefix(begin, []byte("PAR1")) {
		return Parquet, nil
	}
	if bytes.HasPrefix(begin, []byte("\xff\xff\xff\xff")) {
		return Arrow, nil
	}
	if kind := file.Kind(begin); kind != "" {
		return "", unknown(path, "its first bytes are those of "+kind, listed)
	}
	first := firstLine(begin)
	called := strings.ToLower(filepath.Base(path))
	if comma != 0 && headed(first, called, comma, c) {
		return CSV, nil
	}
	if f := knownHeader(first, called, c); f != "" && comma == 0 {
		return f, nil
	}
	if f, saw := jsonKind(begin, called); f == JSONL && !named {
		return publisher(begin), nil
	} else if f != "" {
		return f, nil
	} else if saw != "" {
		return "", unknown(path, saw, "write one object per line, or all in an array")
	}
	if kind := binaryName(called); kind != "" { // cut short, or not yet downloaded
		return "", unknown(path, "its name says that it is "+kind+", but its content is not", "copy or download it again; text needs another name")
	}
	// Only now text, because tables and JSON are text too.
	if one2set || bytes.Contains(begin, []byte(text.EndOfTitle)) || len(bytes.TrimSpace(begin)) == 0 {
		return Text, nil
	}
	if strings.Contains(called, ".csv") || strings.Contains(called, ".tsv") {
		return "", unknown(path, fmt.Sprintf("its name says that it is a table, but its first line, %.100q, names no title and no text", first), naming(given))
	}
	if by := tableKind(begin, first); by != "" {
		return "", unknown(path, fmt.Sprintf("it looks like a table with %s between its columns, but its first line, %.100q, names no title and no text", by, first),
			naming(given)+"; "+sentences)
	}
	if kind := refused(begin); kind != "" {
		return "", unknown(path, "it looks like "+kind, "give titles and abstracts as CSV, which reference managers export; "+sentences)
	}
	if label {
		return Plain, nil
	}
	return Text, nil
}

// binaryName returns the format that a file name promises, if it is one that does not consist of text.
func binaryName(called string) string {
	called = strings.TrimSuffix(strings.TrimSuffix(called, ".gz"), ".zst")
	return map[string]string{".parquet": "Parquet", ".arrow": "Arrow", ".arrows": "Arrow", ".xlsx": "an Excel workbook", ".ods": "an OpenDocument workbook"}[filepath.Ext(called)]
}

// unknown is the error for a file in an unsupported format.
func unknown(path, saw, remedy string) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("is not in a supported format: %s", saw), Remedy: remedy}
}

// listed is the advice for a file of a kind that is not read.
const listed = "save a table as .xlsx or CSV, and unpack an archive; --man lists the formats"

// sentences is the advice for text that resembles another format.
const sentences = "a file of sentences needs --format text or plain"

// naming is the advice for a table without a known header.
func naming(c *record.Names) string {
	if c.Must != [record.Fields]bool{} {
		return "correct --columns"
	}
	return "name its columns by --columns, as in --columns title=name,text=summary; --man lists the names that are known"
}

// firstLine returns the first line that is not blank.
func firstLine(begin []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, "\r\n"), []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

// jsonKind returns the JSON format of a file, or in saw why it cannot be read. Both are "" for a file that is not
// JSON. A file with a line that starts like an object is JSONL. So is a file whose name says JSON, since its first
// lines may be bad.
func jsonKind(begin []byte, called string) (f Format, saw string) {
	start := bytes.TrimSpace(begin)
	named := strings.Contains(called, ".json") || strings.Contains(called, ".ndjson")
	if array, ok := bytes.CutPrefix(start, []byte("[")); ok {
		if array = bytes.TrimSpace(array); named || bytes.HasPrefix(array, []byte("{")) || string(array) == "]" {
			return JSON, ""
		}
	}
	for line := range bytes.Lines(begin) {
		if object, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("{")); ok {
			if object = bytes.TrimSpace(object); bytes.HasPrefix(object, []byte(`"`)) || bytes.HasPrefix(object, []byte("}")) {
				return JSONL, ""
			}
		}
	}
	if object, ok := bytes.CutPrefix(start, []byte("{")); ok && bytes.HasPrefix(bytes.TrimSpace(object), []byte(`"`)) {
		return "", "it begins with a JSON object that spans several lines outside an array"
	}
	if named {
		return JSONL, ""
	}
	return "", ""
}

// publisher returns the format of JSON lines: OpenAlex if the first objects have the key of its abstracts, an unlikely name for a
// column of a user, or else JSONL. The caller skips this check if the user names columns.
func publisher(begin []byte) Format {
	if slices.Contains(object.LineSample(begin).Keys, "abstract_inverted_index") {
		return OpenAlex
	}
	return JSONL
}

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
