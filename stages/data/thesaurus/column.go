package thesaurus

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// role is what the cells of a column of a list of terms are, in the words of columns.txt.
type role string

const (
	unread      role = "not read"
	identifier  role = "identifier"
	preferred   role = "term"
	alternative role = "synonyms"
	notation    role = "notation"
	broader     role = "broader"
	tongue      role = "language" // of the terms of a row
	entries     role = "entries"  // of a list of entries, and not read elsewhere
)

//go:embed columns.txt
var columnsText string

// roleByName has the roles of names, see fold.
var roleByName = func() map[string]role {
	all := map[string]role{}
	for line := range strings.Lines(columnsText) {
		r, names, _ := strings.Cut(line, ": ")
		for _, name := range strings.Fields(names) {
			all[name] = role(r)
		}
	}
	return all
}()

// column is a column of a list.
type column struct {
	role     role
	name     string
	language string // of its labels, "" for the one of the row
	strong   bool   // some of its cells have strongSigns
}

// tagged matches the name of a column that ends in a language: label_en, prefLabel@en-GB, term (en).
var tagged = regexp.MustCompile(`^(.+?)[ _@.:/(\[-]+([A-Za-z]{2,3})(?:[-_](?:[A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3}))?[)\]]?$`)

// columnOf returns the column of a name: skos:altLabel, "Synonym 2", label_en.
func columnOf(name string) column {
	c := column{role: roleOf(name), name: strings.TrimSpace(name)}
	if m := tagged.FindStringSubmatch(c.name); (c.role == unread || c.role == entries) && m != nil && roleOf(m[2]) == unread {
		if r := roleOf(m[1]); r == preferred || r == alternative {
			c.role, c.language = r, m[2]
		}
	}
	return c
}

// fold returns a name without case, blanks, signs, the prefix of a namespace, and digits at the end.
func fold(name string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name[strings.LastIndexAny(name, ":#/")+1:]), "0123456789")
}

func roleOf(name string) role { return cmp.Or(roleByName[fold(name)], unread) }

// mostColumns is the largest number of columns of a list.
const mostColumns = 1000

// columnsOf returns the columns of a header below other rows, and how many are read; nil and 0 for a row that is none, since it names no
// term, or below others only one column. Of several identifiers it reads the URI. A concept is the term if no other column is.
func columnsOf(header []string, above int) (all []column, known int, err error) {
	if len(header) > mostColumns {
		return nil, 0, nil
	}
	has := map[role]int{}
	for _, name := range header {
		all = append(all, columnOf(name))
		has[all[len(all)-1].role]++
	}
	for i := range all {
		switch c := &all[i]; {
		case c.role == entries:
			c.role = unread
		case c.role == preferred && has[preferred] > 1 && c.language == "" && fold(c.name) == "terms": // of MeSH, beside the descriptor
			c.role = alternative
			has[preferred]--
		case c.role != identifier:
		case has[preferred] == 0 && (fold(c.name) == "concept" || fold(c.name) == "subject"):
			c.role, has[preferred] = preferred, 1
		case has[identifier] > 1 && !strings.Contains(fold(c.name), "uri"):
			c.role = unread
			has[identifier]--
		}
	}
	if has[preferred]+has[alternative] == 0 {
		return nil, 0, nil
	}
	for i, c := range all {
		first := slices.IndexFunc(all, func(o column) bool { return o.role == c.role && o.language == c.language })
		if first < i && c.role != unread && c.role != alternative && c.role != broader {
			return nil, 0, fmt.Errorf("the header: %q and %q both name the %s; rename one", all[first].name, c.name, c.role)
		}
		if c.role != unread {
			known++
		}
	}
	if known == 1 && above > 0 {
		return nil, 0, nil
	}
	return all, known, nil
}
