// Package doubt finds documents for which the probabilities of a model are not to be trusted, and names the reason.
//
//	text ───────── language.Detect ─► language ─┐
//	characters ─── share of letters ────────────┼─► reason, or none
//	tokens ─────── share of words ──────────────┤
//	vocabulary ─── share of frequent words ─────┘
//
// A vocabulary is in order of frequency in the training text of the model, so the share of its most frequent words measures how
// like that text a document is, whatever its language. README.md says how the thresholds were chosen, and the error on sets
// whose kind is known.
package doubt

import (
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Reasons to doubt a document, in the order in which they are tried.
const (
	Empty      = "empty"      // it has no token
	Language   = "language"   // it is in another language than the training text
	Short      = "short"      // it has fewer than 4 words
	NotProse   = "not prose"  // a table of numbers, code, a list of formulas
	Unfamiliar = "unfamiliar" // it lacks the frequent words of the training text
)

// The thresholds. Shares lie in 0 to 1.
const (
	frequent      = 300 // words of the vocabulary that count as frequent
	fewestWords   = 4
	leastWords    = .65 // share of words among the tokens
	leastLetters  = .80 // share of letters among characters other than blanks
	leastFrequent = .22 // share of frequent words among the words
	// A text with so many frequent words is in the language of the training text, whatever the detector says.
	leastNative = .30
)

// Judge looks at documents for one model. Any number of goroutines may use it.
type Judge struct {
	vocabulary *text.Vocabulary
	last       int32  // last id of a frequent word, 0 if no order of the vocabulary is known
	language   string // that of the training text, language.Unknown if it is not clear
}

// NewJudge returns the judge for a model with this vocabulary. Word pieces are in no order of frequency: with them no document
// is Unfamiliar, and none is in another Language.
func NewJudge(v *text.Vocabulary) *Judge {
	j := &Judge{vocabulary: v, language: language.Unknown}
	if v.Pieces() > 0 {
		return j
	}
	var words []string
	for id := text.FirstWord; len(words) < frequent && int(id) < v.Size(); id++ {
		word := v.Word(id)
		if word == text.Specials[text.Unk] { // there are fewer rows than ids
			break
		}
		if isWord(word) {
			words, j.last = append(words, word), id
		}
	}
	j.language, _ = language.Detect(strings.Join(words, " "))
	return j
}

// Limits says where a document reaches the limits of the model, which reads its tokens, title and body, whole or cut.
func (j *Judge) Limits(d *schemas.Document, tokens []string, cut bool) schemas.Limits {
	given := strings.TrimSpace(d.TitleText + " " + d.BodyText)
	letters := 1.
	if given != "" {
		letters = shareOfLetters(given)
	} else { // it was given as tokens, from which most signs are gone
		given = strings.Join(tokens, " ")
	}
	tag, _ := language.Detect(given)
	return schemas.Limits{Truncated: cut, Language: tag, Doubtful: j.reason(tokens, tag, letters)}
}

func (j *Judge) reason(tokens []string, tag string, letters float64) string {
	words, known := j.count(tokens)
	native := 1.
	if j.last > 0 && words > 0 {
		native = float64(known) / float64(words)
	}
	other := tag != language.Unknown && j.language != language.Unknown && tag != j.language
	switch {
	case len(tokens) == 0:
		return Empty
	case other && native < leastNative:
		return Language
	case words < fewestWords:
		return Short
	case float64(words) < leastWords*float64(len(tokens)) || letters < leastLetters:
		return NotProse
	case native < leastFrequent:
		return Unfamiliar
	}
	return ""
}

// count counts the words among the tokens, and the frequent ones among them.
func (j *Judge) count(tokens []string) (words, known int) {
	for _, t := range tokens {
		if !isWord(t) {
			continue
		}
		words++
		if id := j.vocabulary.ID(t); id >= text.FirstWord && id <= j.last {
			known++
		}
	}
	return words, known
}

// isWord reports whether a token has a letter and does not stand for a number.
func isWord(token string) bool {
	return token != text.Digit && strings.ContainsFunc(token, unicode.IsLetter)
}

// shareOfLetters is that among letters, digits, punctuation and symbols.
func shareOfLetters(given string) float64 {
	letters, others := 0, 0
	for _, r := range given {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r):
			letters++
		case !unicode.IsSpace(r):
			others++
		}
	}
	return float64(letters) / float64(max(letters+others, 1))
}
