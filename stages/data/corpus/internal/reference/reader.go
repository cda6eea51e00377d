package reference

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Reader cuts a file into entries.
type Reader struct {
	in     *bufio.Reader
	format Format
	most   int
	line   int64 // of the next byte, from 1
	held   []byte
	begun  int64 // line of the entry in held, 0 if held has none
	err    error
	head   string
	headed bool // head is known
}

// NewReader reads the entries of a file, each of at most most bytes.
func NewReader(in *bufio.Reader, f Format, most int) *Reader {
	return &Reader{in: in, format: f, most: most, line: 1}
}

// Entry is one entry: its bytes with what stands between it and the one before, for XML, or the next, for formats of lines.
type Entry struct {
	Raw  []byte
	Line int64 // where it begins, from 1
}

// TooLong is the error for an entry that is larger than the limit. The next entry can be read.
type TooLong struct {
	Line  int64
	Limit int
}

func (e *TooLong) Error() string { return fmt.Sprintf("has more than %d bytes", e.Limit) }

// ErrCut is the error for a file that ends within an entry.
var ErrCut = errors.New("ends within an entry: it is cut short")

// Next returns the next entry, and io.EOF after the last; Rest then has what is left. After *TooLong reading can go on.
func (r *Reader) Next() (Entry, error) {
	switch m := formats[r.format]; {
	case r.format == MARC:
		return r.record()
	case m.elements != nil:
		return r.element(m.elements)
	default:
		return r.lines(m.line)
	}
}

// Head returns what stands before the first entry, once that is read.
func (r *Reader) Head() string { return r.head }

// Rest returns what stands behind the last entry.
func (r *Reader) Rest() []byte { return r.held }

// cutHead makes the first bytes that are held the head, if they stand before the first entry.
func (r *Reader) cutHead(n int) {
	if !r.headed {
		r.head, r.held, r.headed = string(r.held[:n]), r.held[n:], true
		if formats[r.format].elements != nil {
			r.line += int64(strings.Count(r.head, "\n"))
		}
	}
}

// lines reads up to the line where the next entry begins.
func (r *Reader) lines(begins *regexp.Regexp) (Entry, error) {
	depth, long := 0, len(r.held) > r.most
	if r.begun > 0 && r.format == BibTeX {
		depth = braces(r.held, 0)
	}
	for r.err == nil {
		line := r.readLine()
		if len(line) == 0 {
			break
		}
		here := r.line
		r.line++
		// A line that looks like an entry within another, at the left margin, is one: the other was not closed.
		if begins.Match(line) && !(r.format == BibTeX && (depth > 0 && line[0] != '@' || notEntry.Match(line))) {
			if r.begun > 0 {
				return r.cut(line, here, long)
			}
			r.cutHead(len(r.held))
			r.begun, depth = here, 0
		}
		if r.format == BibTeX {
			depth = braces(line, depth)
		}
		if long = long || len(r.held)+len(line) > r.most; !long {
			r.held = append(r.held, line...)
		} else if r.begun == 0 {
			return Entry{}, fmt.Errorf("no entry begins in %d bytes", r.most)
		}
	}
	if r.err != io.EOF || r.begun == 0 {
		return Entry{}, r.err
	}
	return r.cut(nil, 0, long)
}

// cut returns the entry that is held, and holds the first line of the next.
func (r *Reader) cut(next []byte, line int64, long bool) (Entry, error) {
	e := Entry{r.held, r.begun}
	r.held, r.begun = next, line
	if long {
		return Entry{Line: e.Line}, &TooLong{e.Line, r.most}
	}
	return e, nil
}

// readLine reads a line, of one that is longer than an entry may be the beginning.
func (r *Reader) readLine() (line []byte) {
	for {
		part, err := r.in.ReadSlice('\n')
		if len(line) <= r.most {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			r.err = err
			return line
		}
	}
}

// notEntry matches what begins like an entry of BibTeX and is none.
var notEntry = regexp.MustCompile(`(?i)^\s*@(?:comment|preamble|string)\b`)

// braces returns how many braces are open behind a text, depth before it.
func braces(text []byte, depth int) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		}
	}
	return depth
}

// element reads up to the end of the next element with one of the names, with any prefix. An element with the name of an entry
// does not stand within another.
func (r *Reader) element(names []string) (Entry, error) {
	open, name := -1, ""
	for {
		if open < 0 {
			if open, name = begin(r.held, names); open >= 0 && !r.headed {
				r.cutHead(open)
				open = 0
			}
		}
		if open >= 0 {
			if end := closing(r.held[open:], name); end >= 0 {
				end += open
				e := Entry{r.held[:end:end], r.line + int64(bytes.Count(r.held[:open], []byte("\n")))}
				r.line += int64(bytes.Count(r.held[:end], []byte("\n")))
				r.held = r.held[end:]
				if end-open > r.most {
					return Entry{Line: e.Line}, &TooLong{e.Line, r.most}
				}
				return e, nil
			}
		}
		if len(r.held) > r.most {
			e := &TooLong{r.line + int64(bytes.Count(r.held[:max(open, 0)], []byte("\n"))), r.most}
			if open < 0 {
				return Entry{}, fmt.Errorf("no <%s> in %d bytes", names[0], r.most)
			}
			return Entry{Line: e.Line}, errors.Join(e, r.skip(name))
		}
		if r.err != nil {
			if open >= 0 && r.err == io.EOF {
				return Entry{}, ErrCut
			}
			return Entry{}, r.err
		}
		r.fill()
	}
}

// fill reads on. What was held before stays as it is.
func (r *Reader) fill() {
	const block = 64 << 10
	n := len(r.held)
	if cap(r.held)-n < block {
		r.held = append(make([]byte, 0, max(4*block, 2*n)), r.held...)
	}
	var read int
	read, r.err = r.in.Read(r.held[n : n+block])
	r.held = r.held[:n+read]
}

// skip drops what is held up to the end of an element that is too long.
func (r *Reader) skip(name string) error {
	for {
		if end := closing(r.held, name); end >= 0 {
			r.line += int64(bytes.Count(r.held[:end], []byte("\n")))
			r.held = r.held[end:]
			return nil
		}
		if r.err != nil {
			return ErrCut
		}
		keep := min(len(r.held), len(name)+64)
		r.line += int64(bytes.Count(r.held[:len(r.held)-keep], []byte("\n")))
		r.held = r.held[len(r.held)-keep:]
		r.fill()
	}
}

// begin returns where the first element with one of the names begins, and its name with its prefix; -1 if there is none.
func begin(text []byte, names []string) (at int, name string) {
	for at = 0; ; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return -1, ""
		}
		at += i
		end := bytes.IndexAny(text[at:], " \t\r\n>/")
		if end <= 1 {
			continue
		}
		full := string(text[at+1 : at+end])
		for _, n := range names {
			if full == n || len(full) > len(n)+1 && full[len(full)-len(n)-1:] == ":"+n {
				return at, full
			}
		}
	}
}

// closing returns the end of the end tag of a name, -1 if there is none.
func closing(text []byte, name string) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte("</"+name))
		if i < 0 {
			return -1
		}
		from += i + 2 + len(name)
		rest := bytes.TrimLeft(text[from:], " \t\r\n")
		if len(rest) > 0 && rest[0] == '>' {
			return len(text) - len(rest) + 1
		}
	}
}

// record reads one record of MARC 21, whose first five digits are its length.
func (r *Reader) record() (Entry, error) {
	for { // line ends between records are not of the format, but files have them
		b, err := r.in.Peek(1)
		if err != nil {
			return Entry{}, err
		}
		if b[0] != '\n' && b[0] != '\r' {
			break
		}
		r.in.Discard(1)
	}
	here := r.line
	r.line++
	head, err := r.in.Peek(5)
	length := 0
	for _, c := range head {
		if c < '0' || c > '9' {
			return Entry{}, fmt.Errorf("record %d does not begin with its length: %q", here, head)
		}
		length = 10*length + int(c-'0')
	}
	if err != nil || length < 25 {
		return Entry{}, ErrCut
	}
	raw := make([]byte, length)
	if _, err := io.ReadFull(r.in, raw); err == io.ErrUnexpectedEOF || err == io.EOF {
		return Entry{}, ErrCut
	} else if err != nil {
		return Entry{}, err
	}
	return Entry{raw, here}, nil
}
