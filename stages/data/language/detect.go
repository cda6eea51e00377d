package language

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Unknown is the tag of a text that is too short, or in a language without a list of stop words.
const Unknown = "und"

// English is the tag of English.
const English = "en"

// Divisors of the logarithms of trigrams and words, since neighbours overlap and are not independent.
const (
	temper     = 9
	wordTemper = 2
)

// strange is the evidence of a trigram for the languages without a list.
const strange = .6

// least is the lowest probability of a detected language.
const least = .8

// mostBytes is the number of bytes of a text that are read. More would not change the result.
const mostBytes = 1 << 12

// Detect returns the language of a text as a tag of two letters of ISO 639-1 (BCP 47), and the probability that it is right,
// in [0, 1]. If no language is probable enough, the tag is [Unknown], and the confidence is the probability of a language
// without a list. Only the first 4 KiB count.
func Detect(text string) (tag string, confidence float64) {
	if len(text) > mostBytes {
		text = text[:mostBytes]
	}
	letters := count(text)
	script, share := letters.most()
	switch script {
	case none:
		return Unknown, 1
	case han:
		// Only Japanese mixes kana with Han characters.
		if letters[kana]*20 > letters[han] {
			return "ja", share
		}
		return "zh", share
	case latin, cyrillic, arabic:
		return weigh(text, script)
	}
	return scripts[script].tag, share
}

// weigh chooses among the languages of a script by words and trigrams.
func weigh(text string, of script) (tag string, confidence float64) {
	t := tables()
	sums := make([]float64, len(t.tags))
	// Each word counts once: "DIN" in a list of standards is not twenty Romanian words.
	seen, letters := newWordSet(text), 0
	each(text, func(word []byte) {
		if seen.add(word) {
			letters += t.word(sums, word)
		}
	})
	if letters == 0 {
		return Unknown, 1
	}
	// The evidence for the languages without a list.
	unlisted := strange * float64(letters) / temper
	best, most, total := -1, 0., math.Exp(unlisted-peak(sums, unlisted))
	for l := range sums {
		if t.script[l] != of {
			continue
		}
		p := math.Exp(sums[l] - peak(sums, unlisted))
		if total += p; p > most {
			best, most = l, p
		}
	}
	if best < 0 || most/total < least {
		return Unknown, 1 - most/total
	}
	return t.tags[best], most / total
}

// peak returns the largest sum, so that no exponential overflows.
func peak(sums []float64, other float64) float64 { return max(slices.Max(sums), other) }

// each calls f with the words of text in lower case. The bytes are valid until f returns.
func each(text string, f func(word []byte)) {
	var buffer [64]byte
	word := buffer[:0]
	end := func() {
		if len(word) > 0 {
			f(word)
		}
		word = word[:0]
	}
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			switch {
			case b >= 'a' && b <= 'z':
				word = append(word, b)
			case b >= 'A' && b <= 'Z':
				word = append(word, b+'a'-'A')
			default:
				end()
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if i += n; wordly(r) {
			word = utf8.AppendRune(word, unicode.ToLower(r))
			continue
		}
		end()
	}
	end()
}
