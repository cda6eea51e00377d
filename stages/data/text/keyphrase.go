package text

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// MaxKeyphrase is the largest number of tokens of a keyphrase in the training and
// validation sets of the released data. Its test sets keep longer ones.
const MaxKeyphrase = 6

// Keyphrases returns the tokens of an author's keywords, one list per phrase, in
// the given order. As in the released data, the characters \ | [ ] ? are deleted,
// an entry is split at every semicolon, and text in parentheses is removed; if
// nothing else is left, the phrase is the last text in parentheses. A final full stop
// or comma is no part of a phrase, unless of an abbreviation, and neither are the numbers of a list or the word
// Keywords before it. Phrases without tokens are
// dropped. Equal phrases and long ones stay, see MaxKeyphrase.
func (t *Tokenizer) Keyphrases(raw []string) [][]string {
	tokens, _ := t.Spelt(raw)
	return tokens
}

// Spelt is Keyphrases and also returns the text of each phrase as it is written, without markup and parentheses.
func (t *Tokenizer) Spelt(raw []string) (phrases [][]string, spelt []string) {
	var pieces []string
	for _, entry := range raw {
		pieces = append(pieces, strings.Split(markup.Plain(entry), ";")...)
	}
	for _, phrase := range bare(pieces) {
		if tokens := open(t.Tokens(Unparenthesised(deleted.Replace(phrase)))); len(tokens) > 0 {
			phrases, spelt = append(phrases, tokens), append(spelt, strings.TrimRight(strings.TrimSpace(Unparenthesised(phrase)), " ,"))
		}
	}
	return phrases, spelt
}

// heading is what a line of keyphrases begins with, and numeral the number of one.
var (
	heading = regexp.MustCompile(`\A\s*(?i:here\s+are\s+(?:the|some)\s+)?(?i:author\s+)?(?i:key[- ]?words?(?:\s+and\s+phrases)?|keyphrases?|index\s+terms)(?:\s*[:—–]|\s*\n)\s*`)
	numeral = regexp.MustCompile(`\A\s*(\d+)[.)]\s+`)
)

// bare returns keyphrases without the heading of their line, and without their numbers if there are several, numbered from 1 on.
func bare(phrases []string) []string {
	if len(phrases) == 0 {
		return nil
	}
	phrases[0] = strings.TrimPrefix(phrases[0], heading.FindString(phrases[0]))
	if len(phrases) < 2 { // "1. FC Köln" is a name
		return phrases
	}
	var plain []string
	for i, phrase := range phrases {
		m := numeral.FindStringSubmatch(phrase)
		if m == nil || m[1] != strconv.Itoa(i+1) {
			return phrases
		}
		plain = append(plain, phrase[len(m[0]):])
	}
	return plain
}

// open returns the tokens of a phrase without marks at its end. The tokeniser keeps the
// point of a letter, as in "vitamin C.", but not of a phrase with other abbreviations.
func open(tokens []string) []string {
	n := len(tokens)
	for n > 0 && (tokens[n-1] == "." || tokens[n-1] == ",") {
		n--
	}
	tokens = tokens[:n]
	if n > 1 && len(tokens[n-1]) == 2 && tokens[n-1][1] == '.' && !strings.Contains(strings.Join(tokens[:n-1], ""), ".") {
		tokens[n-1] = tokens[n-1][:1]
	}
	return tokens
}

var deleted = strings.NewReplacer(`\`, "", "|", "", "[", "", "]", "", "?", "")

// Unparenthesised returns s without its parts from "(" to the next ")", or the
// inside of the last of them if nothing else is left.
func Unparenthesised(s string) string {
	if strings.IndexByte(s, '(') < 0 {
		return s
	}
	var outside strings.Builder
	rest, inside := s, s
	for {
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			break
		}
		length := strings.IndexByte(rest[open:], ')')
		if length < 0 {
			break
		}
		outside.WriteString(rest[:open])
		inside = rest[open+1 : open+length]
		rest = rest[open+length+1:]
	}
	outside.WriteString(rest)
	if left := strings.TrimSpace(outside.String()); left != "" {
		return left
	}
	return inside
}
