package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// Limits of the text that is shown of a document, in bytes and letters.
const (
	mostText  = 2500
	mostTitle = 260
)

// span is a part of a text. Class is that of its mark, "" for none.
type span struct{ Text, Class string }

// place is a part of a text that is marked.
type place struct {
	from, to int
	class    string
}

// marked returns the beginning of a field without its markup, split at the labels that have their place there. Then they
// mark the other places of the same spelling, where these are free.
func marked(given, field string, labels []survey.Label, most int) []span {
	m := markup.Of(given)
	var places []place
	for i := range labels {
		l := &labels[i]
		if l.Field != field {
			continue
		}
		for _, at := range l.Places {
			if at[0] >= 0 && at[0] < at[1] && int(at[1]) <= len(given) {
				if from, to := m.Inside(int(at[0]), int(at[1])); begins(m.Plain, from) && begins(m.Plain, to) {
					places = append(places, place{from, to, class(l.Score)})
				}
			}
		}
	}
	for i := range labels {
		if l := &labels[i]; l.Present {
			for _, at := range again(m.Plain, markup.Plain(l.Surface)) {
				at.class = class(l.Score)
				places = append(places, at)
			}
		}
	}
	return split(m.Plain, apart(places), most)
}

// begins reports whether a character of a text begins at a place, or the text ends there. Places of a damaged file can be anywhere.
func begins(text string, at int) bool {
	return at == len(text) || at < len(text) && utf8.RuneStart(text[at])
}

// class is that of the mark of a label with a score.
func class(score float32) string {
	switch {
	case score >= .6:
		return "high"
	case score >= .3:
		return "middle"
	}
	return "low"
}

// again returns the places of a spelling in a text, as whole words, whatever their capitals.
func again(text, spelling string) (all []place) {
	if spelling == "" || len(spelling) > len(text) {
		return nil
	}
	before := ' '
	for at, r := range text {
		if at+len(spelling) > len(text) {
			break
		}
		if !inWord(before) && strings.EqualFold(text[at:at+len(spelling)], spelling) {
			if after, _ := utf8.DecodeRuneInString(text[at+len(spelling):]); !inWord(after) {
				all = append(all, place{from: at, to: at + len(spelling)})
			}
		}
		before = r
	}
	return all
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// apart returns the places that do not overlap earlier ones in the list, in the order of the text.
func apart(places []place) (kept []place) {
	for _, p := range places {
		if p.from < p.to && !slices.ContainsFunc(kept, func(k place) bool { return p.from < k.to && k.from < p.to }) {
			kept = append(kept, p)
		}
	}
	slices.SortFunc(kept, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	return kept
}

// split cuts the beginning of a text at its marks. It ends at a blank if there is one near the end.
func split(text string, places []place, most int) (spans []span) {
	end := len(text)
	if end > most {
		for end = most; !utf8.RuneStart(text[end]); {
			end--
		}
		if blank := strings.LastIndexByte(text[:end], ' '); blank > most/2 {
			end = blank
		}
	}
	done := 0
	add := func(until int, class string) {
		if until = min(until, end); until > done {
			spans = append(spans, span{strings.Clone(text[done:until]), class})
			done = until
		}
	}
	for _, p := range places {
		add(p.from, "")
		add(p.to, p.class)
	}
	if add(end, ""); end < len(text) {
		spans = append(spans, span{Text: " …"})
	}
	return spans
}

// titled returns the title of a record as marked spans, of a document without one the beginning of its text.
func titled(r *corpus.Record, labels []survey.Label) []span {
	given := export.OriginalIn(r)
	if strings.TrimSpace(markup.Plain(given.Title)) != "" {
		return marked(given.Title, schemas.TitleField, labels, mostTitle)
	}
	return split(strings.TrimSpace(markup.Plain(given.Text)), nil, mostTitle/2)
}
