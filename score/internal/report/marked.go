package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Limits of the text that the page shows of a document.
const (
	maxWords = 400
	maxText  = 16 * maxWords // bytes
)

// span is a part of a text. Class is right for words in a target and a prediction, gold or guess for words in only
// one of them, and "" for neither.
type span struct{ Text, Class string }

// classes are those of spans, in rising strength.
var classes = [...]string{"", "guess", "gold", "right"}

// marked returns the beginning of a text, split at the phrases that occur in it by their stems; stems are those of words, or nil
// for those of package text. Where phrases overlap, the stronger mark wins.
func marked(words, stems []string, p passage, targets, predictions []match.Phrase) (spans []span) {
	words = words[:min(len(words), maxWords, len(p.places)/2)]
	stems = slices.Clone(stems[:min(len(stems), len(words))])
	for _, w := range words[len(stems):] {
		stems = append(stems, text.Stem(strings.ToLower(strings.TrimSpace(w))))
	}
	end := len(p.text)
	if len(words) < len(p.places)/2 {
		end = p.places[2*len(words)-1]
	}
	if end > maxText {
		for end = maxText; !utf8.RuneStart(p.text[end]); {
			end--
		}
	}
	shown := strings.Clone(p.text[:end]) // a page must not keep the texts of its documents in memory
	done := 0
	add := func(until int, class string) {
		if until = min(until, len(shown)); until > done {
			spans = append(spans, span{shown[done:until], class})
			done = until
		}
	}
	class, of := marks(stems, targets, predictions)
	for i := 0; i < len(words); {
		last := i
		for last+1 < len(words) && class[last+1] == class[i] && of[last+1] == of[i] {
			last++
		}
		if class[i] > 0 {
			add(p.places[2*i], "")
			add(p.places[2*last+1], classes[class[i]])
		}
		i = last + 1
	}
	add(len(shown), "")
	if len(shown) < len(p.text) {
		spans = append(spans, span{Text: "…"})
	}
	return spans
}

// marks returns, for each word, the index of its class, and 1 more than the first word of the phrase that gave it.
func marks(stems []string, targets, predictions []match.Phrase) (class, of []int) {
	class, of = make([]int, len(stems)), make([]int, len(stems))
	mark := func(phrases []match.Phrase, missed string) {
		for n := range phrases {
			p := &phrases[n]
			if !p.Counts() || !p.Present {
				continue
			}
			strength := slices.Index(classes[:], missed)
			if p.Hit {
				strength = len(classes) - 1
			}
			run := strings.Split(p.Stems, " ")
			for i := 0; i+len(run) <= len(stems); i++ {
				if !slices.Equal(stems[i:i+len(run)], run) {
					continue
				}
				for j := i; j < i+len(run); j++ {
					if class[j] < strength {
						class[j], of[j] = strength, i+1
					}
				}
			}
		}
	}
	mark(targets, "gold")
	mark(predictions, "guess")
	return class, of
}
