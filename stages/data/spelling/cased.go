package spelling

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is a way to write a word, and how often it counts.
type form struct {
	word  string
	times int64
}

// add counts a word.
func add(forms []form, word string, times int64) []form {
	for i := range forms {
		if forms[i].word == word {
			forms[i].times += times
			return forms
		}
	}
	return append(forms, form{word, times})
}

// most returns the most frequent form, the first of several, "" without any.
func most(forms []form) string {
	best := form{}
	for _, f := range forms {
		if f.times > best.times {
			best = f
		}
	}
	return best.word
}

// cased returns the spelling of places that differ in capitals alone.
func (d *Document) cased(places []Place, labelled string) string {
	best := d.best(places)
	spelt := d.clean(d.Text(best))
	switch {
	case !hasUpper(spelt) || d.sure(best):
		return spelt
	}
	// The atoms of the cleaned spelling correspond to those of its text unless a line end parts a word.
	given := slices.Collect(atoms(d.fields[best.Field][:best.End], best.Start))
	own := func(a atom) bool { // capitals that labelled documents lack, and the text is sure of
		name := ownCapitals(a.word) || initial(d.fields[best.Field], a)
		return hasUpper(a.word) && name && d.counts(best.Field, a) && !strings.Contains(labelled, a.word)
	}
	if fold(labelled) == fold(spelt) && d.tag == english && !slices.ContainsFunc(given, own) {
		return labelled
	}
	var phrases map[int]string
	if d.tag == english {
		phrases = phrasesIn(spelt)
	}
	k := -1
	return respell(spelt, func(a atom) string {
		if k++; k >= len(given) || d.counts(best.Field, given[k]) {
			return a.word
		}
		if word, ok := phrases[a.start]; ok {
			return word
		}
		return d.restore(spelt, a, d.at(best.Field, given[k].start).style, d.opensName(best.Field, given[k]))
	})
}

// best returns the place whose capitals count for most: the most frequent spelling of those within sentences, else of all.
func (d *Document) best(places []Place) Place {
	var forms []form
	first := map[string]Place{}
	for _, sure := range []bool{true, false} {
		for _, p := range places {
			if sure && !d.sure(p) {
				continue
			}
			s := d.clean(d.Text(p))
			if _, ok := first[s]; !ok {
				first[s] = p
			}
			forms = add(forms, s, 1)
		}
		if len(forms) > 0 {
			break
		}
	}
	return first[most(forms)]
}

// sure reports whether the case of all words at a place counts.
func (d *Document) sure(p Place) bool {
	for a := range atoms(d.fields[p.Field][:p.End], p.Start) {
		if !d.counts(p.Field, a) {
			return false
		}
	}
	return true
}

// counts reports whether the case of a word is its own, and not that of its place.
func (d *Document) counts(field int, a atom) bool {
	upper, lower := count(a.word)
	if upper == 0 || initial(d.fields[field], a) {
		return true
	}
	s, rest := d.at(field, a.start), d.fields[field][a.end:]
	if s.style == upperCase { // where small letters are meant: mRNA
		return lower > 0
	}
	return ownCapitals(a.word) || s.style == sentenceCase && (a.start != s.first || strings.HasPrefix(rest, " v. ")) // Doe v. Roe
}

// openers are words with which names of places and persons begin.
const openers = " lake mount river cape fort saint san los las el rio sir lord lady king queen prince princess pope mother operation hurricane great north south east west northern southern eastern western "

// opensName reports whether a word whose capital may be due to its place is the first of a name. It is if names begin with it, before a word that has a capital only as
// a part of one, as in White House; and if labelled documents hardly have it, before any name, as in Mary Robinson. In a title in title case
// only a word that no labelled document has is a name.
func (d *Document) opensName(field int, a atom) bool {
	text := d.fields[field]
	if d.tag != english || !strings.HasPrefix(text[a.end:], " ") || d.at(field, a.start).style == upperCase {
		return false
	}
	next := atom{a.end + 1, atomEnd(text, a.end+1), ""}
	next.word = text[next.start:next.end]
	_, lower := count(next.word)
	name, sure := key(text, next), d.counts(field, next)
	switch {
	case !capitalised(next.word) || lower == 0 && !initial(text, next):
		return false
	case sure && strings.Contains(openers, " "+strings.ToLower(a.word)+" "):
		return true
	case sure && lower > 0 && !ownCapitals(next.word) && !hasUpper(d.lexicon.forms()[name]) && !d.lexicon.unknown(name):
		return true
	}
	return d.lexicon.scarce(key(text, a)) && (sure || d.lexicon.unknown(name))
}

// initial reports whether a word is the initial of a name, as in E. coli.
func initial(text string, a atom) bool {
	return utf8.RuneCountInString(a.word) == 1 && strings.HasPrefix(text[a.end:], ".")
}

// capitalised reports whether a word begins with a capital.
func capitalised(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

// restore returns a word of a spelling in the case that the text gives it elsewhere, or labelled documents do.
func (d *Document) restore(spelt string, a atom, of style, opensName bool) string {
	word, name, shouted := a.word, key(spelt, a), of == upperCase
	if d.cases == nil {
		d.learn()
	}
	found := most(d.cases[name])
	if form := d.lexicon.forms()[name]; found == "" && !opensName && (d.tag == english || capitals(form)) {
		if found = form; of == sentenceCase && capitals(form) { // an acronym would have all its capitals there: Sir is no SIR
			found = ""
		}
	}
	if len(found) == len(word) {
		return found
	}
	rare := !shouted && d.tag == english && d.lexicon.unknown(name)
	switch {
	case opensName, utf8.RuneCountInString(word) == 1, shouted && strings.ContainsFunc(word, unicode.IsDigit), d.tag == german && !shouted, rare:
		return word
	case d.tag == german:
		_, n := utf8.DecodeRuneInString(word)
		return word[:n] + strings.ToLower(word[n:])
	case d.tag == "tr" || d.tag == "az": // I is the capital of ı
		return strings.ToLowerSpecial(unicode.TurkishCase, word)
	}
	return strings.ToLower(word)
}

// learn counts how the text writes its words where their case counts.
func (d *Document) learn() {
	d.cases = map[string][]form{}
	for field, text := range d.fields {
		for a := range atoms(text, 0) {
			if d.counts(field, a) {
				k := key(text, a)
				d.cases[k] = add(d.cases[k], a.word, 1)
			}
		}
	}
}

// hasUpper reports whether s has a capital.
func hasUpper(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsTitle(r) })
}
