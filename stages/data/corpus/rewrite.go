package corpus

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
)

// The formats of references that a Rewriter writes.
const (
	BibTeX       = Format(reference.BibTeX)
	RIS          = Format(reference.RIS)
	MEDLINE      = Format(reference.MEDLINE)
	WebOfScience = Format(reference.WebOfScience)
	EndNote      = Format(reference.EndNote)
	MARCXML      = Format(reference.MARCXML)
)

// Keyword is a keyword of a reference: a free phrase, or a concept with its URI and the code that MARC has for its vocabulary.
type Keyword = reference.Keyword

// Rewriter writes references as their files have them, with more keywords. All else stays as it was, in UTF-8; what stands before
// the first reference of a file comes before the first that is written of it. MARCXML becomes one collection.
type Rewriter struct {
	to     io.Writer
	format Format
	file   string // of the last reference; "" before the first
	head   string // of this file
	last   byte   // that was written
}

// NewRewriter returns a writer of references in one of the formats above.
func NewRewriter(to io.Writer, f Format) *Rewriter { return &Rewriter{to: to, format: f} }

// Write writes a reference, the row of a record that was read with Options.Keep. A record of another format is a *schemas.FileError.
func (w *Rewriter) Write(g *Given, more []Keyword) error {
	if g.Entry == nil || Format(g.Entry.Format) != w.format {
		kind := "has no references"
		if g.Entry != nil {
			kind = "has references in " + g.Entry.Format
		}
		return &schemas.FileError{File: g.File, Err: fmt.Errorf("%s, so none in %s can be given back", kind, w.format),
			Remedy: "leave out the export, or give it files in " + string(w.format) + " alone"}
	}
	entry, err := reference.Format(w.format).Add([]byte(g.Entry.Text), more)
	if err != nil {
		return err
	}
	if g.File != w.file {
		head := utf8Head(g.Entry.Head)
		switch {
		case w.format != MARCXML:
			head = w.apart() + head
		case w.file != "" && start(w.head) != start(head):
			return &schemas.FileError{File: g.File, Err: fmt.Errorf("begins with %.100q, unlike %s", start(head), w.file), Remedy: "export each file by itself"}
		case w.file != "":
			head = ""
		case start(head) == "":
			head += collection + "\n"
		}
		if w.format == MARCXML && head != "" {
			w.head, entry = head, bytes.TrimLeft(entry, " \t\r\n")
		}
		w.file, entry = g.File, append([]byte(head), entry...)
	}
	w.last = entry[len(entry)-1]
	_, err = w.to.Write(entry)
	return err
}

// Close ends a collection of MARCXML.
func (w *Rewriter) Close() error {
	if w.format != MARCXML {
		return nil
	}
	end := "\n"
	if w.file == "" {
		end = collection + end
		w.head = collection
	}
	for _, name := range open(w.head) {
		end += "</" + name + ">"
	}
	_, err := io.WriteString(w.to, end+"\n")
	return err
}

// apart returns the line ends that separate the references of two files.
func (w *Rewriter) apart() string {
	switch {
	case w.file == "":
		return ""
	case w.last == '\n':
		return "\n"
	}
	return "\n\n"
}

// collection begins a collection of MARCXML.
const collection = `<collection xmlns="http://www.loc.gov/MARC21/slim">`

var (
	tag      = regexp.MustCompile(`<(/?)([A-Za-z][\w.:-]*)[^<>]*?(/?)>`)
	encoding = regexp.MustCompile(`(?i)\A(?:\s*<\?xml[^>]*\sencoding=["']|\s*% Encoding: *)([\w-]+)`)
)

// utf8Head returns the head of a file in UTF-8, which no longer says that it is in another encoding.
func utf8Head(head string) string {
	m := encoding.FindStringSubmatchIndex(head)
	if m == nil || strings.EqualFold(strings.ReplaceAll(head[m[2]:m[3]], "-", ""), "utf8") {
		return head
	}
	return head[:m[2]] + "UTF-8" + head[m[3]:]
}

// start returns the tags that are open at the end of a head, as they stand there.
func start(head string) string {
	if at := tag.FindStringIndex(head); at != nil && len(open(head)) > 0 {
		return strings.TrimSpace(head[at[0]:])
	}
	return ""
}

// open returns the names of the elements that are open at the end of a head, the last one first.
func open(head string) (names []string) {
	for _, m := range tag.FindAllStringSubmatch(head, -1) {
		switch {
		case m[1] != "" && len(names) > 0:
			names = names[1:]
		case m[1] == "" && m[3] == "":
			names = append([]string{m[2]}, names...)
		}
	}
	return names
}
