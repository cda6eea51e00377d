package text

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// MaxKeyphrase is the largest number of tokens of a keyphrase in the training and
// validation sets of the released data. Its test sets keep longer ones.
const MaxKeyphrase = 6

// Keyphrases returns the tokens of an author's keywords, one list per phrase, in
// the given order. As in the released data, the characters \ | [ ] ? are deleted,
// an entry is split at every semicolon, and text in parentheses is removed; if
// nothing else is left, the phrase is the last text in parentheses. Phrases without
// tokens are dropped. Equal phrases and long ones stay, see MaxKeyphrase.
func (t *Tokenizer) Keyphrases(raw []string) [][]string {
	phrases, _ := t.SpeltKeyphrases(raw)
	return phrases
}

// SpeltKeyphrases is Keyphrases, and the text of each phrase, trimmed of blanks.
func (t *Tokenizer) SpeltKeyphrases(raw []string) (phrases [][]string, spellings []string) {
	for _, entry := range raw {
		for phrase := range strings.SplitSeq(deleted.Replace(markup.Plain(entry)), ";") {
			phrase = unparenthesised(phrase)
			if tokens := t.Tokens(phrase); len(tokens) > 0 {
				phrases, spellings = append(phrases, tokens), append(spellings, strings.TrimSpace(phrase))
			}
		}
	}
	return phrases, spellings
}

var deleted = strings.NewReplacer(`\`, "", "|", "", "[", "", "]", "", "?", "")

// unparenthesised returns s without its parts from "(" to the next ")", or the
// inside of the last of them if nothing else is left.
func unparenthesised(s string) string {
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
