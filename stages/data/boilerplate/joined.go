package boilerplate

import (
	"regexp"
	"strings"
)

// publisher has the marks of what follows a copyright: the rest of a name that a point cut, who published it, a licence.
var publisher = regexp.MustCompile(`(?i:published|publish(?:er|ing)|licen[cs]e|rights\b|on behalf of|creative commons|CC[- ]BY|copyright|permission|springer|elsevier|wiley|taylor (?:&|and) francis|\bMDPI\b|karger|blackwell|informa\b|exclusive|` +
	`https?://|doi\b)|\b(?:Inc|Ltd|LLC|LLP|GmbH|KGaA|AG|BV|B\.V|Co|Corp|Press|Society|Association|Authors?|Institute|Academy|Federation|College|Foundation|University|IEEE|ACM|USA|UK)\b`)

// mostFollowing is the number of words up to which a sentence behind a copyright may belong to it.
const mostFollowing = 25

// joined lengthens each copyright by the sentences behind it that belong to it, and by a full stop of its own, and joins
// spans of one kind that touch.
func joined(text string, found []Span) []Span {
	var out []Span
	for k, s := range found {
		limit := len(text)
		if k+1 < len(found) {
			limit = found[k+1].From
		}
		for s.Kind == Copyright {
			from, _ := trimmed(text, s.To, limit)
			if from >= limit {
				break
			}
			end := min(from+sentence(text[from:]), limit)
			next := text[from:end]
			words := len(strings.Fields(next))
			if words > mostFollowing || !publisher.MatchString(next) && words > 2 {
				break
			}
			_, s.To = trimmed(text, from, end)
		}
		if n := len(out); n > 0 && out[n-1].Kind == s.Kind && strings.TrimSpace(text[out[n-1].To:s.From]) == "" {
			out[n-1].To = s.To
			continue
		}
		out = append(out, s)
	}
	return out
}
