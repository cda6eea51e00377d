package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Names are Columns prepared for lookup.
type Names struct {
	Name   []string // by part, then by rank
	Field  []Field  // the part of each name
	listed []bool   // whether messages list the name
	folded map[string]int
	fuller map[int]string      // per name: the spelling that has most values in the first rows of the file
	void   map[string]bool     // columns without a value there
	holds  map[string]bool     // what stands before the dots of names
	advice string              // of Remedy, for a table without a title and a text
	lists  map[string][]string // of names.txt
	Must   [Fields]bool
	Split  string // separator of keyphrases stored as one text
	Keep   bool   // records have Given

	Subtitles bool // the format has subtitles, which are read with titles that the user does not name

	Label bool     // documents are only labelled: columns of keyphrases are not read
	Order []string // with Keep, for objects: the keys of the first ones in order, which are the columns
}

// Ready checks the names and prepares the lookup.
func (c Columns) Ready() (*Names, error) {
	ready := &Names{Must: c.Must, Split: c.Separator, folded: map[string]int{}, holds: map[string]bool{}, lists: known()}
	if ready.Split == "" {
		ready.Split = ";"
	}
	for p, names := range c.Names {
		for i, name := range slices.Concat(names, c.Also[p]) {
			if strings.TrimSpace(name) != name || strings.TrimSpace(Fold(name)) == "" {
				return nil, fmt.Errorf("%q cannot be the name of a column", name)
			}
			if ready.Find(name) >= 0 {
				return nil, fmt.Errorf("the column %s is named twice", name)
			}
			ready.add(name, Field(p), i < len(names))
		}
	}
	if len(slices.Concat(c.Names[Title], c.Names[Body], c.Names[Keyphrases])) == 0 {
		return nil, errors.New("no column is named for a title or a text")
	}
	return ready, nil
}

func (c *Names) add(name string, part Field, listed bool) {
	c.folded[Fold(name)] = len(c.Name)
	for i, r := range name {
		if r == '.' {
			c.holds[Fold(name[:i])] = true
		}
	}
	c.Name, c.Field, c.listed = append(c.Name, name), append(c.Field, part), append(c.listed, listed)
}

// For returns the names for a file with this header. Fields of databases, see names.txt, are added if it has their title and
// abstract; ID is one of keywords beside them. filled is the number of values that each column has in the first rows, nil if that is
// not known: of several spellings of one name the one with more values is read, then the one that the list has, then the first.
func (c *Names) For(header []string, filled map[string]int) *Names {
	own := *c
	own.folded = maps.Clone(c.folded)
	own.qualify(header)
	own.beside(header)
	own.fuller = map[int]string{}
	maps.Copy(own.fuller, c.fuller)
	for _, h := range header {
		n := own.Find(h)
		if more := filled[h] - filled[own.fuller[n]]; n >= 0 && filled[h] > 0 && (more > 0 || more == 0 && h == own.Name[n]) {
			own.fuller[n] = h
		}
	}
	has := func(name string) bool { return slices.Contains(header, name) }
	if has("reviewText") && !c.Must[Body] { // the summary of a review is its heading
		delete(own.folded, "summary")
	}
	if !has("TI") || !has("AB") {
		return &own
	}
	if has("ID") && (has("UT") || has("DE")) && !c.Must[ID] {
		delete(own.folded, "id")
	}
	for p, key := range Keys() {
		for _, name := range c.lists["tag "+key] {
			own = *own.With(name, Field(p))
		}
	}
	return &own
}

// Filled returns the names for a table with this header and these first rows: columns that have no value in them come last. Its Remedy names
// the columns that look like a title or a text.
func (c *Names) Filled(header []string, rows [][]string) *Names {
	filled, void := map[string]int{}, map[string]bool{}
	for i, h := range header {
		for _, row := range rows {
			if i < len(row) && strings.TrimSpace(row[i]) != "" {
				filled[h]++
			}
		}
		void[h] = filled[h] == 0
	}
	own := c.For(header, filled)
	own.void = void
	if !own.Named() {
		own.suggest(header, func(_ string, column int) (texts []string) {
			for _, row := range rows {
				if column < len(row) {
					texts = append(texts, row[column])
				}
			}
			return texts
		})
	}
	return own
}

// With returns the names with one more, the last of its part, unless the user names columns for it. Of content.title, content is a name
// no longer: it is no text.
func (c *Names) With(name string, part Field) *Names {
	own := *c
	if !c.Must[part] && c.Find(name) < 0 {
		own.Name, own.Field, own.listed, own.folded, own.holds = slices.Clone(c.Name), slices.Clone(c.Field), slices.Clone(c.listed), maps.Clone(c.folded), maps.Clone(c.holds)
		if within, _, _ := strings.Cut(name, "."); c.Find(within) >= 0 && !c.Must[c.Field[c.Find(within)]] {
			delete(own.folded, Fold(within))
		}
		own.add(name, part, false)
	}
	return &own
}

// Answers returns the names with those that fields in answers in JSON have, and with subtitles.
func (c *Names) Answers() *Names {
	lists := known()
	own := *c
	for p, key := range Keys() {
		for _, name := range lists["answer "+key] {
			own = *own.With(name, Field(p))
		}
	}
	own.Subtitles = true
	return &own
}

// Find returns the index of a name, or -1 for an unknown name. A capital within a word begins another: abstractText is abstract_text.
func (c *Names) Find(name string) int {
	var buffer [64]byte
	if n, ok := c.folded[string(fold(buffer[:0], name))]; ok { // the compiler makes no string here
		return n
	}
	parted := make([]byte, 0, 64)
	for i := range len(name) {
		if i > 0 && 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' {
			parted = append(parted, ' ')
		}
		parted = append(parted, name[i])
	}
	if len(parted) == len(name) {
		return -1
	}
	if n, ok := c.folded[Fold(string(parted))]; ok {
		return n
	}
	return -1
}

// Holds reports whether a field of a document has a name that stands within an object of this name, as title in metadata.title.
func (c *Names) Holds(name string) bool { return len(c.holds) > 0 && c.holds[Fold(name)] }

// Contains reports whether a name is that of what contains a document, such as a journal, which has a title, too.
func (c *Names) Contains(name string) bool {
	return slices.ContainsFunc(strings.Fields(Fold(name)), func(w string) bool { return slices.Contains(c.lists["word container"], w) })
}

// Subtitle reports whether a name is that of a subtitle that is read.
func (c *Names) Subtitle(name string) bool {
	if !c.Subtitles || !strings.ContainsAny(name, "bB") { // as most
		return false
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	return !c.Must[Title] && slices.ContainsFunc(c.lists["subtitle"], func(known string) bool { return strings.EqualFold(known, name) })
}

// Prefers reports whether a column is read rather than another of the same name in another spelling, the n-th of c.
func (c *Names) Prefers(n int, spelling, other string) bool {
	for _, best := range []string{c.fuller[n], c.Name[n]} {
		if spelling == best || other == best {
			return spelling == best && other != best
		}
	}
	return false
}

// Named reports whether the user names a column.
func (c *Names) Named() bool { return c.Must != [Fields]bool{} }

// Is reports whether a name is one of a part.
func (c *Names) Is(name string, part Field) bool { return c.First([]string{name}, part) != "" }

// First returns the key that has the first of the names of a part; "" for none.
func (c *Names) First(keys []string, part Field) (first string) {
	best := len(c.Name)
	for _, key := range keys {
		if n := c.Find(key); n >= 0 && n < best && c.Field[n] == part {
			best, first = n, key
		}
	}
	return first
}

// Fold returns the form in which names of columns are compared: in lower case, without white space and byte order marks at its
// ends, the "#" of a comment before it and the language of DSpace behind it, as in dc.title[en_US], and with one blank for white space,
// "-" and "_" elsewhere. So "_id" is not "id".
func Fold(name string) string { return string(fold(nil, name)) }

// fold appends the folded name to b.
func fold(b []byte, name string) []byte {
	name = strings.TrimPrefix(strings.TrimSpace(name), "#")
	if i := strings.LastIndexByte(name, '['); i > 0 && i+len("[en_US]") >= len(name) && strings.HasSuffix(name, "]") {
		name = name[:i]
	}
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			name = strings.TrimFunc(norm.NFKC.String(name), blank)
			break
		}
	}
	for _, r := range name {
		switch n := len(b); {
		case 'a' <= r && r <= 'z': // as nearly always
			b = append(b, byte(r))
		case r > ' ' && r != '-' && r != '_' && (r < utf8.RuneSelf || !blank(r) && !unicode.Is(unicode.Dash, r)):
			b = utf8.AppendRune(b, unicode.ToLower(r))
		case n == 0 || b[n-1] != ' ':
			b = append(b, ' ')
		}
	}
	return b
}

// blank reports whether a character of a name is white space, or a mark that nobody sees.
func blank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }
