package record

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// longestQuestion is the largest number of bytes of a name that is taken apart: a form has its question as the name of a column.
const longestQuestion = 200

// longestName is the largest number of words of a known name.
const longestName = 4

// aside matches what a name has in brackets; place the number of a column or a question before it.
var (
	aside = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)
	place = regexp.MustCompile(`^q?\d+$`)
)

// qualified is a name of a header that is a known name with more words.
type qualified struct {
	name    string
	of      int  // the known name
	foreign bool // it names a language that is not English
}

// qualify adds the names of a header that are known names with a language, a limit, a number or the words of a question, see names.txt:
// title_en, "Abstract (max. 250 words)", "2. Titel der Arbeit", "Titel / Title". They come after the known names, those in English first.
func (c *Names) qualify(header []string) {
	var found []qualified
	for _, h := range header {
		if len(h) <= longestQuestion && c.Find(h) < 0 {
			if n, foreign := c.bare(Fold(h)); n >= 0 && !c.Must[c.Field[n]] {
				found = append(found, qualified{h, n, foreign})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b qualified) int {
		if a.foreign != b.foreign {
			return map[bool]int{false: -1, true: 1}[a.foreign]
		}
		return cmp.Compare(a.of, b.of)
	})
	for _, q := range found {
		if c.Find(q.name) < 0 {
			c.append(q.name, c.Field[q.of])
		}
	}
}

// bare returns the known name of which a folded name is a longer form, -1 for none.
func (c *Names) bare(name string) (n int, foreign bool) {
	lists := c.lists
	is := func(word string, keys ...string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(lists[key], word) })
	}
	var within []string
	for _, part := range aside.FindAllString(name, -1) {
		words := wordsOf(part)
		limit := slices.ContainsFunc(words, func(w string) bool { return unicode.IsDigit(rune(w[0])) })
		if !limit && slices.ContainsFunc(words, func(w string) bool { return is(w, "word attribute", "word container", "word other") }) {
			return -1, false
		}
		within = append(within, words...)
	}
	if name = aside.ReplaceAllString(name, " "); strings.ContainsAny(name, ",;|\t") || strings.Contains(name, "your title") {
		// Several names that are not cut yet, or Dr.
		return -1, false
	}
	if first, second, two := strings.Cut(name, "/"); two { // in two languages
		n, foreign = c.named(strings.TrimSpace(first))
		if m, _ := c.named(strings.TrimSpace(second)); n < 0 || m < 0 || c.Field[n] != c.Field[m] {
			return -1, false
		}
		return n, foreign
	}
	var kept []string
	dropped := false
	for i, word := range wordsOf(name) {
		switch {
		case is(word, "beside language", "beside english"):
			within = append(within, word)
		case is(word, "beside own"), i == 0 && place.MatchString(word):
			dropped = true
		case len(kept) == longestName:
			return -1, false
		default:
			kept = append(kept, word)
		}
	}
	for _, mark := range []string{" ", "."} {
		if n, known := c.folded[strings.Join(kept, mark)]; known && !(dropped && c.Field[n] == ID) {
			return n, slices.ContainsFunc(within, func(w string) bool { return is(w, "beside language") })
		}
	}
	return -1, false
}

// named is Find for a name that may be qualified.
func (c *Names) named(name string) (n int, foreign bool) {
	if n = c.Find(name); n >= 0 || name == "" {
		return n, false
	}
	return c.bare(name)
}

// wordsOf returns the words of a folded name.
func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

// beside makes a title of what is one beside another text, as the subject of a ticket beside its description, if the header has no other.
func (c *Names) beside(header []string) {
	if c.Must[Title] || c.First(header, Title) != "" || !slices.ContainsFunc(header, func(name string) bool { return c.Is(name, Body) }) {
		return
	}
	has := func(key, name string) bool {
		return len(name) <= longestQuestion && slices.ContainsFunc(wordsOf(Fold(name)), func(w string) bool { return slices.Contains(c.lists[key], w) })
	}
	own := func(word string) bool { return slices.Contains(c.lists["beside own"], word) }
	for _, h := range header {
		if n := c.Find(h); len(h) > longestQuestion || n >= 0 && (c.Field[n] != Body || c.Must[Body]) {
			continue
		}
		bare := strings.Join(slices.DeleteFunc(wordsOf(Fold(h)), own), " ")
		subject, heading := slices.Contains(c.lists["beside message"], bare), slices.Contains(c.lists["beside description"], bare)
		if slices.ContainsFunc(header, func(other string) bool {
			described := has("like description", other)
			return other != h && c.Is(other, Body) && (heading && described || subject && (described || has("like message", other)))
		}) {
			c.append(h, Title)
			return
		}
	}
}

// append adds a name to names that share their lists with others.
func (c *Names) append(name string, part Field) {
	c.Name, c.Field, c.listed, c.holds = slices.Clone(c.Name), slices.Clone(c.Field), slices.Clone(c.listed), maps.Clone(c.holds)
	c.add(name, part, false)
}
