package report

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// maxWords is the number of words of a text that the page shows.
const maxWords = 400

// span is a part of a text. Class is right for words in a target and a prediction, gold or guess for words in only
// one of them, and "" for neither.
type span struct{ Text, Class string }

// marks are the classes, in rising strength.
var marks = [...]string{"", "guess", "gold", "right"}

// marked returns the beginning of a text, split at the phrases that occur in it by their stems; stems are those of words, or nil
// for those of package text. Where phrases
// overlap, the stronger mark wins.
func marked(words, stems []string, targets, predictions []match.Phrase) []span {
	more := len(words) > maxWords
	words = words[:min(len(words), maxWords)]
	for _, w := range words[min(len(stems), len(words)):] {
		stems = append(stems, text.Stem(strings.ToLower(strings.TrimSpace(w))))
	}
	stems = stems[:len(words)]
	class, of := make([]int, len(words)), make([]int, len(words))
	mark := func(phrases []match.Phrase, missed int) {
		for n := range phrases {
			p := &phrases[n]
			if !p.Counts() || !p.Present {
				continue
			}
			strength := missed
			if p.Hit {
				strength = len(marks) - 1
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
	mark(targets, slices.Index(marks[:], "gold"))
	mark(predictions, slices.Index(marks[:], "guess"))
	var spans []span
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && class[end] == class[i] && of[end] == of[i] {
			end++
		}
		spans = append(spans, span{cut(strings.Join(words[i:end], " "), 16*maxWords), marks[class[i]]})
		i = end
	}
	if more {
		spans = append(spans, span{Text: "…"})
	}
	return spans
}
