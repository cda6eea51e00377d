package sheet

import (
	"encoding/xml"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// Limits of the shared texts. Their places take 8 bytes each.
const (
	tailBytes = 16 << 20 // in memory; the rest is in a temporary file
	maxTexts  = 16 << 20
	maxShared = 4 << 30 // bytes
)

// texts are the shared texts of a workbook, to which cells refer by number.
type texts struct {
	ends []int64  // where each ends
	file *os.File // has the first ones; nil as long as tail has all
	base int64    // bytes in file
	tail []byte
}

// read reads the part of the shared texts.
func (t *texts) read(p *part) error {
	var b strings.Builder
	return p.tags(func(s xml.StartElement) error {
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
}

// add adds a text.
func (t *texts) add(s string) (err error) {
	end := t.base + int64(len(t.tail)+len(s))
	if len(t.ends) == maxTexts || end > maxShared {
		return damaged("%s: more than %d texts, or %d bytes of them", sharedStrings, maxTexts, int64(maxShared))
	}
	t.ends, t.tail = append(t.ends, end), append(t.tail, s...)
	if len(t.tail) <= tailBytes {
		return nil
	}
	if t.file == nil {
		if t.file, err = scratch.New(); err != nil {
			return err
		}
	}
	_, err = t.file.Write(t.tail)
	t.base, t.tail = end, t.tail[:0]
	return err
}

// get returns the text with the number that a cell gives.
func (t *texts) get(number string) (string, error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(t.ends) {
		return "", damaged("a cell has the shared text %.20q, and there are %d", number, len(t.ends))
	}
	from, to := int64(0), t.ends[i]
	if i > 0 {
		from = t.ends[i-1]
	}
	if from >= t.base {
		return string(t.tail[from-t.base : to-t.base]), nil
	}
	b := make([]byte, to-from)
	_, err = t.file.ReadAt(b, from)
	return string(b), err
}

// Close removes the temporary file.
func (t *texts) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
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
