package corpus

import (
	"bytes"
	"cmp"
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

// Keyword is a keyword of a reference: a free phrase, or a concept with its URI.
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
	if g.Entry == nil {
		return Unlike(g.File, "", w.format)
	}
	if f := Format(g.Entry.Format); f != w.format {
		return Unlike(g.File, f, w.format)
	}
	entry, err := reference.Format(w.format).Add([]byte(g.Entry.Text), more)
	if err != nil {
		return err
	}
	if g.File != w.file {
		head := utf8Head(g.Entry.Head)
		if w.format == MARCXML && start(head) == "" {
			head += collection + "\n"
		}
		switch {
		case w.format != MARCXML:
			head = w.apart() + head
		case w.file != "" && start(w.head) != start(head):
			return &schemas.FileError{File: g.File, Err: fmt.Errorf("begins with %.100q, unlike %s", start(head), w.file), Remedy: "export each file by itself"}
		case w.file != "":
			head = ""
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

// Unlike is the error for a file that cannot be given back in a format, because it has another one.
func Unlike(path string, has, want Format) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("is %s, and references can be given back only as they came, here as %s", cmp.Or(has, "no file of references"), want),
		Remedy: "leave out this export, or give it such files alone; --export csv-wide has the fields of any"}
}

// Close ends a collection of MARCXML.
func (w *Rewriter) Close() error {
	if w.format != MARCXML {
		return nil
	}
	if w.file == "" {
		w.head = collection + "\n"
		if _, err := io.WriteString(w.to, collection); err != nil {
			return err
		}
	}
	line := "" // as records are on lines of their own, or are not
	if strings.Contains(w.head[len(strings.TrimRight(w.head, " \t\r\n")):], "\n") {
		line = "\n"
	}
	end := line
	for _, name := range open(w.head) {
		end += "</" + name + ">"
	}
	_, err := io.WriteString(w.to, end+line)
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
