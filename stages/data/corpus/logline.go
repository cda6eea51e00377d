package corpus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// described describes the delimiter, the encoding and the ends of lines of a text file, if they are not the usual ones.
func (l look) described(returns bool) (words string) {
	if l.format == CSV && l.dialect.Comma != ',' {
		words = fmt.Sprintf(" with delimiter %q", l.dialect.Comma)
	}
	if l.encoding != file.UTF8 {
		words += " in " + l.encoding
	}
	if returns {
		words += " with carriage returns"
	}
	return words
}

// cut describes how a text is cut into documents.
func (o Options) cut(format Format) string {
	switch {
	case format == PerFile && o.files > 1:
		return fmt.Sprintf("; %d files, one document each (--format lines: one a line)", o.files)
	case format == PerFile:
		return "; one document (--format lines: one a line)"
	case format == Plain:
		return "; one document a line (--format file: one a file)"
	}
	return ""
}

// unkept describes the columns of a file that no record has in Given.
func unkept(r Records) string {
	if u, ok := r.(interface{ Unkept() []string }); ok && len(u.Unkept()) > 0 {
		return "; not in exports with columns, because they are nested or of a rare type: " + strings.Join(u.Unkept(), ", ")
	}
	return ""
}

// rowNames describes a table whose rows have names.
func rowNames(r Records) string {
	if n, ok := r.(interface{ RowNames() bool }); ok && n.RowNames() {
		return " with row names"
	}
	return ""
}

// said returns the line that Say receives about a file.
func said(path string, format Format, described string, keys []string, ignored bool, c *record.Names) string {
	line := fmt.Sprintf("%s: %s%s", path, format, described)
	if len(keys) > 0 {
		line += "; " + c.Describe(keys)
	}
	if format == OpenAlex && len(keys) > 0 && !slices.ContainsFunc(keys, c.Abstract) {
		line += "; without abstracts"
	}
	if ignored {
		line += "; it has no columns, so --columns does not apply"
	}
	return line
}

// warn warns of columns that look like a title or a text and are not read.
func (o Options) warn(path string, c *record.Names, header []string, texts func(key string, column int) []string) {
	if o.Warn == nil {
		return
	}
	for _, line := range c.Unread(header, texts) {
		o.Warn(path + ": " + line)
	}
}

// useless is the error for --columns given with files that have no columns.
func useless(path, what string, others int) error {
	err := fmt.Errorf("is %s and has no columns that --columns could name", what)
	if others > 0 {
		err = fmt.Errorf("%w, nor has any of the other %d", err, others)
	}
	return &schemas.FileError{File: path, Err: err,
		Remedy: "leave out --columns, which is for CSV, TSV, JSON, workbooks and foreign Parquet; or give the file that has the columns"}
}

// bare names the kind of a format that has no columns and shows none in a header. It returns "" for JSON, where keys are columns.
func bare(format Format) string {
	switch format {
	case JSONL, JSON:
		return ""
	case Parquet:
		return "a documents file of preprocess"
	}
	return string(format)
}
