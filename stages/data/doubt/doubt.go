// Package doubt finds documents for which the probabilities of a model are unreliable, and names the reason.
//
//	text ───────── language.Detect ─► language ─┐
//	characters ─── share of letters ────────────┼─► reason, or none
//	tokens ─────── share of words ──────────────┤
//	vocabulary ─── share of frequent words ─────┘
//
// A vocabulary is sorted by frequency in the training text of the model. So the share of its most frequent words measures how
// similar a document is to that text, in any language. README.md tells how the thresholds were chosen, and the errors on sets
// of a known kind.
package doubt

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Reasons to doubt a document, in the order of their tests.
const (
	Empty      = "empty"            // it has no token
	Language   = "other language"   // it is in another language than the training text
	Short      = "too short"        // it has fewer than 4 words
	NotProse   = "not prose"        // a table of numbers, code, a list of formulas
	Unfamiliar = "unfamiliar words" // it lacks the frequent words of the training text
	Garbled    = "wrong encoding"   // UTF-8 that was read as Windows-1252 before it came here: CafÃ©
)

// Thresholds. Shares are in [0, 1].
const (
	frequent      = 300 // words of the vocabulary that count as frequent
	fewestWords   = 4
	leastWords    = .65 // share of words among the tokens
	leastLetters  = .80 // share of letters among characters other than blanks
	leastFrequent = .22 // share of frequent words among the words
	// A text with this share of frequent words is in the language of the training text, even if the detector disagrees.
	leastNative = .30
)

// Judge judges documents for one model. It is safe for concurrent use.
type Judge struct {
	vocabulary *text.Vocabulary
	last       int32  // last id of a frequent word, 0 if the vocabulary is not sorted by frequency
	language   string // of the training text, or language.Unknown
}

// garbled matches characters of two or three bytes of UTF-8 as Windows-1252 shows them, once or twice over. Å² and Å– are of physics.
var garbled = regexp.MustCompile(`(?:[ÂÃ][\x{80}-\x{bf}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\x{80}-\x{bf}˜™œž“”•–—¦¢]|‚¬|„¢)+`)

// bytesOfGarbled is the most bytes of a text for each garbled character of it that makes it doubtful: a few dashes do not.
const bytesOfGarbled = 100

// isGarbled reports whether a text has many garbled characters.
func isGarbled(given string) bool {
	if !strings.Contains(given, "Ã") && !strings.Contains(given, "Â") && !strings.Contains(given, "â€") { // as most
		return false
	}
	return bytesOfGarbled*len(garbled.FindAllStringIndex(given, -1)) > len(given)
}

// NewJudge returns the judge for a model with this vocabulary. Word pieces are not sorted by frequency: with them, no document is
// Unfamiliar or in another Language.
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

// Limits returns the limits of the model that a document reaches. tokens are those of title and body; cut is set if the model does
// not read all of them.
func (j *Judge) Limits(d *schemas.Document, tokens []string, cut bool) schemas.Limits {
	given := strings.TrimSpace(markup.Plain(d.TitleText) + " " + markup.Plain(d.BodyText))
	letters := 1.
	if given != "" {
		letters = shareOfLetters(given)
	} else { // it was given as tokens, which lack most punctuation
		given = strings.Join(tokens, " ")
	}
	tag, _ := language.Detect(given)
	reason := j.reason(tokens, tag, letters)
	if reason == "" && isGarbled(given) {
		reason = Garbled
	}
	return schemas.Limits{Truncated: cut, Language: tag, Doubtful: reason}
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

// count returns the number of words among the tokens, and of frequent words.
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

// isWord reports whether a token has a letter and is not the token for numbers.
func isWord(token string) bool {
	return token != text.Digit && strings.ContainsFunc(token, unicode.IsLetter)
}

// shareOfLetters returns the share of letters among letters, digits, punctuation and symbols.
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
