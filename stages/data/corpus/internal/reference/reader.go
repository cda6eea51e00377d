package reference

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Reader cuts a file into entries.
type Reader struct {
	in     io.Reader
	format *format
	most   int
	held   []byte // what was read and is in no entry yet
	line   int64  // of held
	mark   byte   // ends a line
	head   []byte
	headed bool  // head is known
	err    error // of reading
}

// NewReader reads the entries of a file, each of at most most bytes.
func NewReader(in io.Reader, f Format, most int) *Reader {
	r := &Reader{in: in, format: formats[f], most: most, line: 1, mark: '\n'}
	if f == MARC {
		r.mark = endOfRecord
	}
	return r
}

// ErrCut is the error for a file that ends within an entry.
var ErrCut = errors.New("ends within an entry: it is cut short")

// Next returns the next entry, and io.EOF after the last. The text of an entry has what stands between it
// and the one before, or the next in formats of lines. Its row is the line where it begins, of MARC 21 its number. An entry that is
// too long has an error instead of its text.
func (r *Reader) Next() (record.Unparsed, error) {
	for begun := int64(0); ; r.fill() { // the line of an entry that is too long
		begin, end, err := r.format.cut(r.format, r.held, r.err == io.EOF)
		switch {
		case err != nil:
			return record.Unparsed{Row: r.line}, err
		case end >= 0:
			ended := end < len(r.held) || r.format.ended == nil || r.format.ended.Match(r.held[begin:])
			u := r.take(begin, end)
			if !ended {
				u.Err = errors.New("has no line ER: it may be cut short; add the line if it is not")
			}
			if begun > 0 || end-begin > r.most {
				u = record.Unparsed{Row: cmp.Or(begun, u.Row), Err: fmt.Errorf("has more than %d bytes", r.most)}
			}
			return u, nil
		case r.err == io.EOF && begin >= 0:
			return record.Unparsed{}, ErrCut
		case r.err != nil:
			return record.Unparsed{}, r.err
		case len(r.held) <= r.most:
		case begin < 0:
			return record.Unparsed{}, fmt.Errorf("no entry begins in %d bytes", r.most)
		default:
			begun = cmp.Or(begun, r.line+r.lines(r.held[:begin]))
			r.drop(begin)
		}
	}
}

// take cuts off an entry, and with the first what stands before it.
func (r *Reader) take(begin, end int) record.Unparsed {
	u := record.Unparsed{Row: r.line + r.lines(r.held[:begin]), Text: r.held[:end:end]}
	if !r.headed {
		r.head, u.Text, r.headed = r.held[:begin:begin], u.Text[begin:], true
	}
	r.line += r.lines(r.held[:end])
	r.held = r.held[end:]
	return u
}

// drop drops the middle of an entry that is too long. Its ends are enough to find the next.
func (r *Reader) drop(begin int) {
	const kept = 1 << 10
	from, to := begin+kept, len(r.held)-kept
	if from < to {
		r.line += r.lines(r.held[from:to])
		r.held = append(r.held[:from:from], r.held[to:]...)
	}
}

// lines returns how many lines end in a text.
func (r *Reader) lines(text []byte) int64 { return int64(bytes.Count(text, []byte{r.mark})) }

// Head returns what stands before the first entry, once that is read.
func (r *Reader) Head() string { return string(r.head) }

// fill reads on, as much as is held, so that long entries are looked through a few times only. What was held before stays as it is.
func (r *Reader) fill() {
	n := len(r.held)
	more := max(64<<10, n)
	if cap(r.held)-n < more {
		r.held = append(make([]byte, 0, 2*(n+more)), r.held...)
	}
	var read int
	if read, r.err = io.ReadFull(r.in, r.held[n:n+more]); r.err == io.ErrUnexpectedEOF {
		r.err = io.EOF
	}
	r.held = r.held[:n+read]
}

// A cut finds the first entry of a text, and where it ends or, in formats of lines, the next begins: -1 for what is not in the text,
// behind which the file ends if last.
type cut func(f *format, text []byte, last bool) (begin, end int, err error)

// joint is the byte order mark with which each part of a file begins that was joined of several.
const joint = "\ufeff"

// lines cuts at the lines where entries begin.
func lines(f *format, text []byte, last bool) (begin, end int, err error) {
	begin, end = -1, 0
	depth := 0
	for end < len(text) {
		line, _, _ := bytes.Cut(text[end:], []byte("\n"))
		line = text[end:min(end+len(line)+1, len(text))]
		if n := len(line) - len(bytes.TrimLeft(line, joint)); n > 0 {
			line, end = line[n:], end+n
		}
		// A line that looks like an entry within another, at the left margin, is one: the other was not closed.
		if f.entry.Match(line) && !(f.braces && (depth > 0 && line[0] != '@' || f.none.Match(line))) {
			if begin >= 0 {
				return begin, end, nil
			}
			begin, depth = end, 0
		}
		length := len(line)
		if f.braces {
			length, depth = braces(f, line, depth)
		}
		end += length
	}
	if begin < 0 || !last {
		end = -1
	}
	return begin, end, nil
}

// elements cuts behind end tags. An element with the name of an entry does not stand within another.
func elements(f *format, text []byte, _ bool) (begin, end int, err error) {
	for {
		m := f.entry.FindSubmatchIndex(text[end:])
		if m == nil {
			return -1, -1, nil
		}
		begin = end + m[0]
		tag := append([]byte("</"), text[end+m[2]:end+m[3]]...)
		for end += m[1]; ; {
			i := bytes.Index(text[end:], tag)
			if i < 0 {
				return begin, -1, nil
			}
			end += i + len(tag)
			if rest := bytes.TrimLeft(text[end:], " \t\r\n"); bytes.HasPrefix(rest, []byte(">")) {
				end = len(text) - len(rest) + 1
				break
			}
		}
		if f.none == nil || !f.none.Match(text[begin:end]) {
			return begin, end, nil
		}
	}
}

// marked cuts where the length says with which each record of MARC 21 begins. Files have line ends between records, though the format
// has none.
func marked(_ *format, text []byte, _ bool) (begin, end int, err error) {
	record := bytes.TrimLeft(text, "\r\n")
	if len(record) == 0 {
		return -1, -1, nil
	}
	begin = len(text) - len(record)
	for _, c := range record[:min(len(record), 5)] {
		if c < '0' || c > '9' {
			return begin, -1, fmt.Errorf("does not begin with its length: %q", record[:min(len(record), 5)])
		}
		end = 10*end + int(c-'0')
	}
	switch {
	case len(record) >= 5 && end < 25:
		return begin, -1, ErrCut
	case len(record) < 5 || len(record) < end:
		return begin, -1, nil
	}
	return begin, begin + end, nil
}
