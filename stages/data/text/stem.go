package text

import "strings"

// Stem returns the Porter stem of word in lower case, by the rules of NLTK 3.8's
// PorterStemmer in its default mode NLTK_EXTENSIONS (M. F. Porter, "An
// algorithm for suffix stripping", Program 14(3), 1980; each step lists its
// extensions). Any string is allowed: every character except aeiou and some y
// counts as a consonant, so "<digit>", "%" and "" are their own stems.
func Stem(word string) string {
	word = strings.ToLower(word)
	if s, ok := irregular(word); ok {
		return s
	}
	w := []rune(word)
	if len(w) <= 2 {
		return word
	}
	return string(step5b(step5a(step4(step3(step2(step1c(step1b(step1a(w)))))))))
}

// irregular returns the stem of words that NLTK stems by a table.
func irregular(word string) (string, bool) {
	switch word {
	case "sky", "skies":
		return "sky", true
	case "dying":
		return "die", true
	case "lying":
		return "lie", true
	case "tying":
		return "tie", true
	case "innings", "inning":
		return "inning", true
	case "outings", "outing":
		return "outing", true
	case "cannings", "canning":
		return "canning", true
	case "news", "howe", "proceed", "exceed", "succeed":
		return word, true
	}
	return "", false
}

// rule replaces suffix by with if the stem before the suffix meets when (nil:
// always).
type rule struct {
	suffix, with string
	when         func(stem []rune) bool
}

// apply uses the first rule whose suffix matches. If its condition fails, the word
// stays and no other rule is tried.
func apply(w []rune, rules []rule) []rune {
	for _, r := range rules {
		if stem, ok := cut(w, r.suffix); ok {
			if r.when == nil || r.when(stem) {
				return join(stem, r.with)
			}
			return w
		}
	}
	return w
}

// step1a removes plurals. Extension: a four-letter word in ies keeps ie.
func step1a(w []rune) []rune {
	if stem, ok := cut(w, "ies"); ok && len(w) == 4 {
		return join(stem, "ie")
	}
	return apply(w, plurals)
}

var plurals = []rule{{"sses", "ss", nil}, {"ies", "i", nil}, {"ss", "ss", nil}, {"s", "", nil}}

// step1b removes ed and ing and repairs the rest. Extension: ied becomes ie in a
// word of four letters and i elsewhere.
func step1b(w []rune) []rune {
	if stem, ok := cut(w, "ied"); ok {
		if len(w) == 4 {
			return join(stem, "ie")
		}
		return join(stem, "i")
	}
	if stem, ok := cut(w, "eed"); ok {
		if measure(stem) > 0 {
			return join(stem, "ee")
		}
		return w
	}
	for _, suffix := range [...]string{"ed", "ing"} {
		if stem, ok := cut(w, suffix); ok && hasVowel(stem) {
			return mend(stem)
		}
	}
	return w
}

// mend repairs the stem that step 1b leaves: "hopp" is hop, "fil" is file.
func mend(w []rune) []rune {
	for _, suffix := range [...]string{"at", "bl", "iz"} {
		if _, ok := cut(w, suffix); ok {
			return join(w, "e")
		}
	}
	last := w[len(w)-1]
	if double(w) {
		if last == 'l' || last == 's' || last == 'z' {
			return w
		}
		return w[:len(w)-1]
	}
	if stem, ok := cut(w, "*d"); ok { // NLTK also reads its mark for a double consonant as a suffix
		return join(stem, "d")
	}
	if measure(w) == 1 && short(w) {
		return join(w, "e")
	}
	return w
}

// step1c turns a final y into i. Extension: the stem must end in a consonant and
// have two letters; it needs no vowel.
func step1c(w []rune) []rune {
	if stem, ok := cut(w, "y"); ok && len(stem) > 1 && consonant(stem, len(stem)-1) {
		return join(stem, "i")
	}
	return w
}

// step2 shortens double suffixes. Extensions: alli runs the step again, bli
// stands for abli, fulli and logi are new.
func step2(w []rune) []rune {
	if stem, ok := cut(w, "alli"); ok && measure(stem) > 0 {
		return step2(join(stem, "al"))
	}
	return apply(w, doubleSuffixes)
}

var doubleSuffixes = []rule{
	{"ational", "ate", positive}, {"tional", "tion", positive},
	{"enci", "ence", positive}, {"anci", "ance", positive},
	{"izer", "ize", positive}, {"bli", "ble", positive},
	{"alli", "al", positive}, {"entli", "ent", positive},
	{"eli", "e", positive}, {"ousli", "ous", positive},
	{"ization", "ize", positive}, {"ation", "ate", positive}, {"ator", "ate", positive},
	{"alism", "al", positive}, {"iveness", "ive", positive},
	{"fulness", "ful", positive}, {"ousness", "ous", positive},
	{"aliti", "al", positive}, {"iviti", "ive", positive}, {"biliti", "ble", positive},
	{"fulli", "ful", positive},
	{"logi", "log", func(stem []rune) bool { return measure(join(stem, "l")) > 0 }},
}

// step3 and step4 remove the remaining suffixes, step 4 only from long words.
func step3(w []rune) []rune { return apply(w, suffixes3) }
func step4(w []rune) []rune { return apply(w, suffixes4) }

var suffixes3 = []rule{
	{"icate", "ic", positive}, {"ative", "", positive}, {"alize", "al", positive},
	{"iciti", "ic", positive}, {"ical", "ic", positive}, {"ful", "", positive}, {"ness", "", positive},
}

var suffixes4 = []rule{
	{"al", "", long}, {"ance", "", long}, {"ence", "", long}, {"er", "", long}, {"ic", "", long},
	{"able", "", long}, {"ible", "", long}, {"ant", "", long},
	{"ement", "", long}, {"ment", "", long}, {"ent", "", long},
	{"ion", "", func(stem []rune) bool {
		return long(stem) && (stem[len(stem)-1] == 's' || stem[len(stem)-1] == 't')
	}},
	{"ou", "", long}, {"ism", "", long}, {"ate", "", long}, {"iti", "", long},
	{"ous", "", long}, {"ive", "", long}, {"ize", "", long},
}

// step5a removes a final e, step5b the last letter of a final ll.
func step5a(w []rune) []rune {
	if stem, ok := cut(w, "e"); ok {
		if m := measure(stem); m > 1 || m == 1 && !short(stem) {
			return stem
		}
	}
	return w
}

func step5b(w []rune) []rune {
	if _, ok := cut(w, "ll"); ok && long(w[:len(w)-1]) {
		return w[:len(w)-1]
	}
	return w
}
