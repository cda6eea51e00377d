package variant

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// capitals begins the key of a word that is written in capitals alone, or with capitals inside.
const capitals = "^"

// Key returns the key of a phrase, see the package comment; "" for a phrase without letters and digits. english says whether the
// rules for English are meant for it. The key of a word in capitals, or with capitals inside, begins
// with ^; the latter keeps its capitals.
func Key(phrase string, english bool) string {
	words := words(phrase, english)
	last := len(words) - 1
	if last < 0 {
		return ""
	}
	plural := english
	if short, ok := acronym(words[last]); ok && english {
		words[last], plural = short, false
	}
	var b strings.Builder
	for i, w := range words {
		text := strings.ToLower(w)
		if i > 0 && i == last && text == "s" { // protein S is no plural of protein
			plural = false
			b.WriteByte('-')
		}
		if english {
			text = american(text)
		}
		if i > 0 && endsInDigit(words[i-1]) && strings.IndexFunc(text, unicode.IsDigit) == 0 {
			b.WriteByte('-')
		}
		b.WriteString(text)
	}
	key := b.String()
	if plural {
		key = singular(key, strings.ToLower(words[last]))
	}
	switch {
	case len(words) == 1 && inCapitals(words[0]):
		return capitals + key
	case len(words) == 1 && compound(words[0]):
		return capitals + words[0]
	}
	return key
}

// compound reports whether a word is written as several, as BuildingBlock, which is rather a name than building block. A first letter
// alone, as in eBook, says nothing.
func compound(word string) bool {
	runes := []rune(word)
	for i := 2; i < len(runes); i++ {
		if unicode.IsUpper(runes[i]) && unicode.IsLower(runes[i-1]) {
			return true
		}
	}
	return false
}

// words cuts a phrase into words: runs of what is not a blank, a hyphen or a slash. It leaves out apostrophes and quotes, and points,
// commas and colons that do not stand between two digits or at the beginning, and writes & between blanks as and.
func words(phrase string, english bool) (all []string) {
	runes := []rune(fold(phrase, english))
	var word []rune
	end := func() {
		if len(word) > 0 {
			all = append(all, string(word))
			word = word[:0]
		}
	}
	for i, r := range runes {
		between := i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1])
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Pd, r), r == '_', r == '~', r == '·', r == '/' && !between:
			end()
		case r == '&' && len(word) == 0 && i > 0 && i+1 < len(runes) && unicode.IsSpace(runes[i+1]):
			all = append(all, "and")
		case strings.ContainsRune("'’‘`\"“”´", r), r == '\u00ad':
		case strings.ContainsRune(".,:;!?", r) && !between && (r != '.' || i > 0):
			if r != '.' {
				end()
			}
		default:
			word = append(word, r)
		}
	}
	end()
	return all
}

// fold returns a text without accents and ligatures in English, and in one normal form otherwise.
func fold(text string, english bool) string {
	if !english {
		return norm.NFKC.String(text)
	}
	return letters.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text)))
}

// letters has Latin letters that no decomposition turns into those of ASCII.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "đ", "d", "ı", "i")

func endsInDigit(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsDigit(last)
}

// inCapitals reports whether a word has two capitals or more, and no small letters.
func inCapitals(word string) bool {
	capital := 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			capital++
		case unicode.IsLetter(r):
			return false
		}
	}
	return capital > 1
}

// Lengths of an acronym, in characters and without an s of the plural.
const (
	shortestAcronym = 2
	longestAcronym  = 10
)

// acronym returns a word without the s of the plural if it may be an acronym: it has two capitals or more.
func acronym(word string) (string, bool) {
	capital, n := 0, 0
	for _, r := range word {
		n++
		switch {
		case unicode.IsUpper(r):
			capital++
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return "", false
		}
	}
	if capital < 2 {
		return "", false
	}
	if before, ok := strings.CutSuffix(word, "s"); ok && inCapitals(before) {
		word, n = before, n-1
	}
	return word, n >= shortestAcronym && n <= longestAcronym
}

// Acronym returns a phrase of one word as an acronym in the singular; false if it cannot be one.
func Acronym(phrase string) (string, bool) {
	if w := words(phrase, false); len(w) == 1 {
		return acronym(w[0])
	}
	return "", false
}
