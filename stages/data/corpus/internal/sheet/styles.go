package sheet

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// styles describes how the numbers of a workbook are shown, as far as that changes their meaning.
type styles struct {
	shown     []shown // by the number of a cell's style
	since1904 bool    // dates count from this year, not from 1900
}

// shown is the way in which a number is shown.
type shown struct {
	date   bool // as a date or time
	digits int  // padded with zeros to so many digits
}

// read reads the part of the styles; without it all numbers are plain numbers.
func (st *styles) read(p *part) error {
	codes := map[string]shown{}
	return p.tags(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "numFmt":
			codes[attribute(s, "numFmtId")] = shownBy(attribute(s, "formatCode"))
		case "cellXfs": // the styles of cells, not of their templates
			return p.within(func(xf xml.StartElement) error {
				id := attribute(xf, "numFmtId")
				how, own := codes[id]
				if !own {
					how = builtIn(id)
				}
				st.shown = append(st.shown, how)
				return nil
			}, nil)
		}
		return nil
	})
}

// builtIn returns how a format that the file does not define shows a number (ECMA-376, 18.8.30).
func builtIn(id string) shown {
	n, _ := strconv.Atoi(id)
	return shown{date: n >= 14 && n <= 22 || n >= 27 && n <= 36 || n == 45 || n == 47 || n >= 50 && n <= 58}
}

// maxFormat is the largest number of characters of the format of a number in Excel.
const maxFormat = 255

// Parts of the format of a number: texts and characters that it shows as they are, and brackets, of which [h], [mm] and the like
// count a duration.
var (
	literals = regexp.MustCompile(`"[^"]*"|[\\_*].|General`)
	duration = regexp.MustCompile(`(?i)\[[hms]+\]`)
	brackets = regexp.MustCompile(`\[[^\]]*\]`)
)

// shownBy returns how a format shows a number: 00000 pads with zeros, dd.mm.yyyy is a date, and [h]:mm is a duration,
// which stays a number.
func shownBy(code string) shown {
	if len(code) > 4*maxFormat {
		return shown{}
	}
	code, _, _ = strings.Cut(code, ";") // the format of positive numbers
	if len(code) > 1 && strings.Trim(code, "0") == "" {
		return shown{digits: len(code)}
	}
	code = literals.ReplaceAllString(code, "")
	if duration.MatchString(code) {
		return shown{}
	}
	code = brackets.ReplaceAllString(code, "")
	return shown{date: strings.ContainsAny(code, "ymdhsYMDHS") && !strings.ContainsAny(code, "#?")}
}

// number turns the number of a cell into text, without an exponent or digits from the conversion to binary. A date becomes
// a date.
func (st *styles) number(text, style string) record.Cell {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return record.Cell{Text: text}
	}
	var how shown
	if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(st.shown) {
		how = st.shown[i]
	}
	if how.date {
		if s, ok := st.date(x); ok {
			return record.Cell{Text: s, Kind: record.Date}
		}
	}
	c := record.Cell{Text: strconv.FormatFloat(x, 'f', -1, 64), Kind: record.Number}
	if text[0] != '0' && strings.Trim(text, "0123456789") == "" {
		c.Text = text // a float64 has not all digits of a long id
	}
	if n := len(c.Text); n < how.digits && strings.Trim(c.Text, "0123456789") == "" {
		return record.Cell{Text: strings.Repeat("0", how.digits-n) + c.Text}
	}
	return c
}

// date converts a count of days to a date, a time of day or both, to the second.
func (st *styles) date(days float64) (string, bool) {
	const last = 2958465 // 9999-12-31
	if days < 0 || days >= last+1 {
		return "", false
	}
	seconds := math.Round(days * 86400)
	if seconds < 86400 && !st.since1904 {
		return time.Unix(int64(seconds), 0).UTC().Format("15:04:05"), true
	}
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case st.since1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60: // Excel has a 29 February 1900, day 60
		first = first.AddDate(0, 0, 1)
	}
	day := first.AddDate(0, 0, int(seconds/86400)).Add(time.Duration(math.Mod(seconds, 86400)) * time.Second)
	if math.Mod(seconds, 86400) == 0 {
		return day.Format(time.DateOnly), true
	}
	return day.Format(time.DateTime), true
}

// dateText returns a date as ISO 8601 writes it, perhaps with a time, as a cell shows it.
func dateText(iso string) string {
	return strings.Replace(strings.TrimSuffix(iso, "T00:00:00"), "T", " ", 1)
}
