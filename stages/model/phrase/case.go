package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// Cases returns how the text of the document writes each of its tokens; nil without a text.
func (d Document) Cases() []choose.Case {
	if d.Given == nil || d.Given.TitleText == "" && d.Given.BodyText == "" {
		return nil
	}
	cases := make([]choose.Case, 0, len(d.Tokens))
	for _, f := range fieldsOf(d.Given) {
		cases = append(cases, f.cases()...)
	}
	return cases
}

// cases are those of the tokens of a field: unknown where not more words begin with a small letter than with a capital, as in
// headlines, and for words in capitals alone.
func (f *field) cases() []choose.Case {
	cases, small, capitals := make([]choose.Case, len(f.tokens)), 0, 0
	end := int32(-1) // of the word before; −1 behind a mark
	for i := range cases {
		start := f.spans[2*i]
		word := f.text[start:f.spans[2*i+1]]
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case unicode.IsLower(first):
			cases[i] = choose.Small
			small++
		case shouted(word):
			capitals++
		case unicode.IsUpper(first):
			cases[i] = choose.Opening
			if end >= 0 && joined(f.text[end:start]) {
				cases[i] = choose.Capital
			}
			capitals++
		}
		if end = f.spans[2*i+1]; !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '\'' && first != '’' {
			end = -1
		}
	}
	if small <= capitals {
		clear(cases)
	}
	return cases
}

// joined reports whether what is between two words can be within a name: a blank or an ampersand. A hyphen joins two names, as in
// "Indo-Pacific", and neither is a short form of both.
func joined(between string) bool {
	mark := strings.TrimSpace(between)
	return mark == "" && between != "" && strings.Count(between, "\n") < 2 || mark == "&"
}

// shouted reports whether a word has capitals alone, and is no initial: "NASA", and not "J.".
func shouted(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && len(word) > n && strings.ToUpper(word) == word && !strings.Contains(word, ".")
}
