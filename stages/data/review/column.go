package review

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
)

// Names of columns. A header may say more behind the name, in parentheses.
const (
	Title   = "title"
	Phrase  = "phrase"
	Score   = "score"
	Keep    = "keep?"
	ID      = "id"
	Concept = "concept" // the URI; only in a review of concepts
	Digest  = "digest"  // of the document, see schemas.Document.Digest
	Shown   = "shown"   // the phrase as it was written; "" in rows for missing phrases
	Words   = "words"   // the tokens of a phrase that was shown, as schemas.Phrase has them, joined by blanks; may be missing
)

// needed are the columns without which a sheet cannot be read.
var needed = []string{Phrase, Keep, ID, Digest, Shown}

// Within is the number of first rows among which the header is.
const within = 20

// columns are the indices of columns by name.
type columns map[string]int

// columnsOf returns the columns of a header, nil for another row.
func columnsOf(header []string) columns {
	c := columns{}
	for i, cell := range header {
		name, _, _ := strings.Cut(strings.ToLower(cell), "(")
		if name = strings.TrimSpace(name); name != "" {
			if _, twice := c[name]; !twice {
				c[name] = i
			}
		}
	}
	for _, name := range needed {
		if _, ok := c[name]; !ok {
			return nil
		}
	}
	return c
}

// blank reports whether a character is white space, or one of the marks that programs put around a text.
func blank(r rune) bool {
	return r <= ' ' || r == '\u00a0' || r == '\u200b' || r == '\ufeff' || r == '\u3000'
}

// Letters returns the letters of the i-th column, counted from 0, as in the cell AE7.
func Letters(i int) (letters string) {
	for i++; i > 0; i = (i - 1) / 26 {
		letters = string(rune('A'+(i-1)%26)) + letters
	}
	return letters
}

// errHeader is the error of a file without the header of a review.
var errHeader = errors.New("is no review: none of its first rows names the columns " + strings.Join(needed, ", "))

// delimiter returns what separates the cells of a text that begins so.
func delimiter(begin []byte) (byte, error) {
	for _, comma := range []byte("\t;,|") {
		r := csv.NewReader(bytes.NewReader(begin))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord = rune(comma), true, -1
		for range within {
			header, err := r.Read()
			if columnsOf(header) != nil {
				return comma, nil
			}
			if err != nil {
				break
			}
		}
	}
	return 0, errHeader
}

// Mark is what a person says of a phrase.
type Mark int8

// Marks.
const (
	Unmarked Mark = iota
	Kept
	Struck
)

// Yes and No are the words of the cell keep?, without regard to case. The first of each is the one of the drop-down list.
var (
	Yes = []string{"yes", "y", "true", "1", "x", "✓", "✔", "☑", "ja", "j", "wahr", "oui", "vrai", "sí", "si", "sì", "verdadero", "vero", "sim", "verdadeiro", "kyllä", "да", "是", "はい"}
	No  = []string{"no", "n", "false", "0", "✗", "✘", "☒", "nein", "falsch", "non", "faux", "falso", "não", "nao", "nee", "nej", "ei", "нет", "否", "いいえ"}
)

// markOf returns the mark of a cell, and false for any other text.
func markOf(cell string) (m Mark, ok bool) {
	switch cell = strings.ToLower(cell); {
	case cell == "":
		return Unmarked, true
	case slices.Contains(Yes, cell):
		return Kept, true
	case slices.Contains(No, cell):
		return Struck, true
	}
	return Unmarked, false
}
