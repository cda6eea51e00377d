package file

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of Western text.
const (
	longestRun = 3 // letters beyond ASCII in a row
	oddLine    = 2 // odd characters of a line from which on it is not Western
)

// evidence says how well a text decoded as Windows-1252 suits Western languages.
type evidence struct {
	letters int // beyond ASCII
	rival   int // letters that Central European, Baltic or Turkish code pages read otherwise
	joined  int // letters that follow another one
	run     int // the longest run of characters beyond ASCII that are no punctuation
	odd     int // characters in a place where no Western language has them
}

// shared lists the letters that Windows-1250 reads as the same letter, or as one that is rare.
const shared = "ÀÅàåÁÂÄÇÉËÍÎÓÔÖÚÜßáâäçéëíîóôöúüŠšŽž"

// marks are punctuation, which stands beside other characters.
const marks = "‘’‚“”„–—…•«»‹›\u00a0\u00ad"

const vowels = "aeiouyAEIOUYáéíóúýäöüâêîôûàèìòùåæøãõëïÁÉÍÓÚÄÖÜ"

// evidenceOf judges a text that was decoded as Windows-1252.
func evidenceOf(text string) (e evidence) {
	runes := []rune(text)
	run := 0
	for i, r := range runes {
		if r < utf8.RuneSelf {
			run = 0
			continue
		}
		before, after := rune(' '), rune(' ')
		if i > 0 {
			before = runes[i-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		if strings.ContainsRune(marks, r) {
			run = 0
		} else {
			run++
			e.run = max(e.run, run)
		}
		if !unicode.IsLetter(r) || r == 'ª' || r == 'º' || r == 'ˆ' || r == 'ƒ' || r == 'µ' {
			if oddSymbol(r, before, after) {
				e.odd++
			}
			continue
		}
		e.letters++
		if run > 1 {
			e.joined++
		}
		if !strings.ContainsRune(shared, r) && !ours(r, before, after) {
			e.rival++
		}
		if oddLetter(r, before, after) || unicode.IsUpper(r) && unicode.IsLower(before) {
			e.odd++
		}
	}
	return e
}

// ours reports whether a letter stands where that of a rival code page would not.
func ours(r, before, after rune) bool {
	switch unicode.ToLower(r) {
	case 'ñ': // ń before a vowel is written ni
		return strings.ContainsRune(vowels, after)
	case 'ã', 'õ': // ão, ãe, õe
		return strings.ContainsRune("oeOE", after)
	case 'ï': // naïve, coïncidence
		return strings.ContainsRune("aoAO", before) && strings.ContainsRune("vncsVNCS", after)
	case 'œ':
		return strings.ContainsRune("uU", after)
	}
	return false
}

// oddSymbol reports whether a symbol stands within a word. An apostrophe and marks between two words may.
func oddSymbol(r, before, after rune) bool {
	return r == '¡' && !unicode.IsLetter(after) || !strings.ContainsRune("’‘´·–—…\u00ad®™•", r) && unicode.IsLetter(before) && unicode.IsLetter(after) ||
		strings.ContainsRune("³¹¿¾¼£", r) && unicode.IsLower(before) && before != 'm' && r != '¿' || r == '¿' && unicode.IsLetter(before) ||
		strings.ContainsRune("½¼¾", r) && unicode.IsLetter(after) || r == '¤' // œ, Œ and € of ISO 8859-15
}

// oddLetter reports whether no Western language has a letter at this place of a word.
func oddLetter(r, before, after rune) bool {
	inside, follows := unicode.IsLetter(after), unicode.IsLetter(before)
	isVowel := func(r rune) bool { return strings.ContainsRune(vowels, r) }
	switch unicode.ToLower(r) {
	case 'ø': // Czech ř, Baltic ų
		return follows && isVowel(before) && before != 'y' || isVowel(after) && !strings.ContainsRune("yeEY", after)
	case 'è': // č
		return isVowel(after) && after != 'i' || !follows && inside && !isVowel(after) && !strings.ContainsRune("rsvzRSVZ", after)
	case 'ì': // ě
		return inside && unicode.IsLower(after)
	case 'ù': // ů; où, più, tribù, virtù, Gesù
		return inside && unicode.IsLower(after) || !strings.ContainsRune("oibtsOIBTS", before)
	case 'ñ': // ń
		return !isVowel(after)
	case 'õ': // ő
		return inside && unicode.ToLower(after) != 'e'
	case 'ã': // ă
		return inside && !strings.ContainsRune("oesOES", after)
	case 'š', 'ž': // ö, ˝ of a Macintosh
		return inside && follows && !isVowel(before) && !isVowel(after)
	case 'ò': // ņ, ň
		return inside && isVowel(before)
	case 'ç': // ē, and Turkish
		return inside && !strings.ContainsRune("aouáóúâãõAOUÁÓÚÂÃÕ", after)
	case 'æ': // ć
		return follows && isVowel(before) && unicode.ToLower(before) != 'u'
	case 'ð': // š, đ, ğ
		return !follows && inside && unicode.IsLower(r) || strings.ContainsRune("âëûîçêïøàè", before)
	case 'þ': // ţ, ş, ž
		return follows && !inside || isVowel(before) && isVowel(after)
	case 'ÿ': // ˙
		return !follows || !isVowel(before)
	}
	return false
}
