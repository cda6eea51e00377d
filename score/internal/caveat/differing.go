package caveat

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// differing counts the right predictions, and adds those that differ from every keyphrase they equal in digits or marks.
func (c *Counts) differing(row *join.Row, v *match.Verdict) {
	for i := range v.Predictions {
		if p := &v.Predictions[i]; !p.Counts() || !p.Hit {
			continue
		}
		ours := spellingOf(&row.Prediction.Phrases[i], row.Foreign)
		if ours == "" {
			continue
		}
		gold, same := "", false
		for j, spelt := range row.Spelt {
			if v.Targets[j].Stems == v.Predictions[i].Stems {
				gold, same = spelt, same || signs(spelt) == signs(ours)
			}
		}
		if gold == "" {
			continue
		}
		if c.Hits++; !same {
			c.Differing++
			c.different = append(c.different, fmt.Sprintf("%.60q for %.60q", ours, gold))
		}
	}
}

// Sign gives the keyphrases and predictions of a row the digits and marks of their spellings. A phrase of which only tokens are
// known has none.
func Sign(row *join.Row, keyphrases, predictions []match.Candidate) {
	for i, spelt := range row.Spelt {
		keyphrases[i].Signs = signs(spelt)
	}
	for i := range predictions {
		predictions[i].Signs = signs(spellingOf(&row.Prediction.Phrases[i], row.Foreign))
	}
}

// spellingOf returns the spelling of a prediction: as it is written, else as it is in the text; "" if neither is known. A phrase
// of infer that equals its tokens may have lost its spelling, and so has one with <digit>.
func spellingOf(p *schemas.Phrase, foreign bool) string {
	lost := strings.Contains(p.Phrase, text.Digit) || !foreign && p.Phrase == strings.Join(p.Tokens, " ")
	switch {
	case !lost:
		return p.Phrase
	case p.Surface != "":
		return markup.Plain(p.Surface)
	}
	return ""
}

// marks tell phrases apart. Hyphens, points, quotes and brackets do not: people write one phrase with and without them.
const marks = "+#&@*$€£¥%=~^°′±†‡§<>"

var bracketed = regexp.MustCompile(`\([^()]*\)`)

// signs returns the digits and the marks of a phrase, numbers apart. What stands in parentheses is no part of a keyphrase.
func signs(phrase string) string {
	if strings.IndexByte(phrase, '(') >= 0 {
		phrase = bracketed.ReplaceAllString(phrase, " ")
	}
	var b strings.Builder
	number := false
	for _, r := range phrase {
		switch digit := unicode.IsDigit(r); {
		case digit:
			b.WriteRune(r)
			number = true
			continue
		case strings.ContainsRune(marks, r):
			b.WriteRune(r)
		case number:
			b.WriteByte(' ')
		}
		number = false
	}
	return strings.TrimSpace(b.String())
}
