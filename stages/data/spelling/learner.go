package spelling

import (
	"strings"
	"unicode/utf8"
)

// Learner finds the case of keyphrases in the lists of labelled documents. Some lists begin each phrase, or each word, with a
// capital; these capitals do not count. Call Learn for all lists, then Spell. It is not safe for concurrent use.
type Learner struct {
	forms map[string][]form // of words whose case counts, by key
}

// Learn learns from the keyphrases of a document, as they are written. A list in small letters alone may write names so, too, and
// counts less.
func (l *Learner) Learn(keyphrases []string) {
	if l.forms == nil {
		l.forms = map[string][]form{}
	}
	w := waysOf(keyphrases)
	for _, k := range keyphrases {
		first := !name(k)
		for a := range atoms(k, 0) {
			if w.count(a.word, first) || eponym(k, a) {
				l.forms[key(k, a)] = add(l.forms[key(k, a)], a.word, 4)
			} else if !hasUpper(a.word) {
				l.forms[key(k, a)] = add(l.forms[key(k, a)], a.word, 1)
			}
			first = false
		}
	}
}

// Spell returns the keyphrases of a document, on one line each, without quotes around them and marks after them, and with
// capitals that are not due to the way of the list.
func (l *Learner) Spell(keyphrases []string) []string {
	w, all := waysOf(keyphrases), make([]string, len(keyphrases))
	for i, k := range keyphrases {
		k = bare((&Document{}).clean(k))
		first := !name(k)
		all[i] = respell(k, func(a atom) string {
			counts := w.count(a.word, first)
			if first = false; counts {
				return a.word
			}
			return l.usual(k, a)
		})
	}
	return all
}

// usual returns an atom in the case that it has elsewhere. A single letter without any keeps its own.
func (l *Learner) usual(k string, a atom) string {
	if form := most(l.forms[key(k, a)]); len(form) == len(a.word) {
		return form
	}
	if utf8.RuneCountInString(a.word) == 1 {
		return a.word
	}
	return strings.ToLower(a.word)
}

// bare returns a keyphrase without quotes around it and marks after it. The last point of U.S. stays.
func bare(k string) string {
	for {
		s := strings.TrimRight(k, ",;: ")
		if strings.Count(s, ".") == 1 {
			s = strings.TrimSuffix(s, ".")
		}
		if inside := strings.Trim(s, "\"“”„«»‘"); inside != "" {
			s = inside
		}
		if s == "" || s == k {
			return k
		}
		k = s
	}
}

// ways says which capitals of a list of keyphrases count, and whether its small letters do.
type ways struct{ first, inner, all, small bool }

// eponym reports whether an atom is written like the name of a person after whom something is named: Parkinson's. Those of
// Women's Health are outnumbered by the lists that have it in small letters.
func eponym(k string, a atom) bool {
	upper, lower := count(a.word)
	return upper == 1 && lower > 0 && capitalised(a.word) && (strings.HasPrefix(k[a.end:], "'s") || strings.HasPrefix(k[a.end:], "’s"))
}

// name reports whether the first word of a keyphrase has a capital as part of a name: the other words of the phrase, or of what
// hyphens join to it, have capitals, too (Saudi Arabia, Bradley-Terry model).
func name(k string) bool {
	first, _, _ := strings.Cut(k, " ")
	others := func(part string) bool {
		n, i := 0, 0
		for a := range atoms(part, 0) {
			if i++; i > 1 && capitalised(a.word) {
				n++
			}
		}
		return n > 0 && n == i-1
	}
	return others(k) || others(first)
}

// waysOf finds the way of a list: whether most phrases begin with a capital, most other words do, or there are only capitals.
func waysOf(keyphrases []string) ways {
	var capital, small [2]int // of first and of other words
	upper, lower := 0, 0
	for _, k := range keyphrases {
		kind := 0
		for a := range atoms(k, 0) {
			up, low := count(a.word)
			upper, lower = upper+up, lower+low
			switch {
			case low > 0 && up == 0:
				small[kind]++
			case up == 1 && capitalised(a.word):
				capital[kind]++
			}
			kind = 1
		}
	}
	// A single phrase with a capital may only be the first of its list.
	return ways{first: small[0] > capital[0] && capital[0] > 1, inner: small[1] > 1 && small[1] >= capital[1], all: lower > 0, small: upper > 0}
}

// count reports whether the case of a word of the list counts.
func (w ways) count(word string, first bool) bool {
	up, low := count(word)
	switch {
	case up == 0:
		return w.small || low == 0
	case !w.all:
		return false
	case ownCapitals(word):
		return true
	case first:
		return w.first
	}
	return w.inner
}
