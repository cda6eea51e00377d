package sheet

import (
	"bufio"
	"encoding/xml"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// Limits of the shared texts. Their places take 8 bytes each.
const (
	headBytes = 16 << 20 // in memory; the rest is in a temporary file
	maxTexts  = 16 << 20
	maxShared = 4 << 30 // bytes
)

// texts are the shared texts of a workbook, to which cells refer by number.
type texts struct {
	ends []int64 // where each ends in head followed by rest
	head []byte
	rest *os.File // nil until head is full
	to   *bufio.Writer
	at   int64 // bytes so far
}

// read reads the part of the shared texts.
func (t *texts) read(p *part) error {
	var b strings.Builder
	err := p.tags(func(s xml.StartElement) error {
		if s.Name.Local != "si" {
			return nil
		}
		p.more()
		b.Reset()
		if err := p.rich(&b); err != nil {
			return err
		}
		return t.add(unescape(b.String()))
	})
	if err == nil && t.to != nil {
		err = t.to.Flush()
	}
	return err
}

// add adds a text.
func (t *texts) add(s string) error {
	if len(t.ends) == maxTexts || t.at+int64(len(s)) > maxShared {
		return damaged("%s: more than %d texts, or %d bytes of them", sharedStrings, maxTexts, int64(maxShared))
	}
	t.at += int64(len(s))
	t.ends = append(t.ends, t.at)
	if t.rest == nil && t.at <= headBytes {
		t.head = append(t.head, s...)
		return nil
	}
	if t.rest == nil {
		var err error
		if t.rest, err = scratch.New(); err != nil {
			return err
		}
		t.to = bufio.NewWriterSize(t.rest, 1<<20)
	}
	_, err := t.to.WriteString(s)
	return err
}

// get returns the text with the number that a cell gives.
func (t *texts) get(number string) (string, error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(t.ends) {
		return "", damaged("a cell has the shared text %.20q, and there are %d", number, len(t.ends))
	}
	from := int64(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	to, head := t.ends[i], int64(len(t.head))
	if to <= head {
		return string(t.head[from:to]), nil
	}
	b := make([]byte, to-from)
	_, err = t.rest.ReadAt(b, from-head)
	return string(b), err
}

// Close removes the temporary file.
func (t *texts) Close() error {
	if t.rest == nil {
		return nil
	}
	return t.rest.Close()
}

// escaped matches _x000D_ and the like, with which .xlsx writes characters that XML cannot contain.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escaped.ReplaceAllStringFunc(s, func(code string) string {
		n, _ := strconv.ParseUint(code[2:6], 16, 16)
		return string(rune(n))
	})
}
