package phrase

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// Sensible returns the candidates that a person could take for a keyphrase. It leaves out stop words, numbers and marks alone, and
// phrases that stand in the text only across the end of a sentence or of the title, or across another place of text.Breaks. The
// features of the others stay as they are. Unmarked leaves out none.
func (r *Lister) Sensible(d Document, candidates []choose.Candidate) []choose.Candidate {
	if r.Unmarked {
		return candidates
	}
	s := r.sense(d.Given, d.Language)
	return slices.DeleteFunc(candidates, func(c choose.Candidate) bool {
		return s.idle(c.Words) || c.Present && s.broken(c.Stems, c.Start)
	})
}

// sensible is Sensible for the words of an answer.
func (r *Lister) sensible(d *schemas.Document) func(words, stems []string) bool {
	if r.Unmarked {
		return func(_, _ []string) bool { return true }
	}
	s := r.sense(d, "")
	return func(words, stems []string) bool { return !s.idle(words) && !s.broken(stems, 0) }
}

// sense judges phrases of a document.
type sense struct {
	page
	stops func() language.Stops // of the text, found when a phrase needs them
}

// idle reports whether words are stop words, numbers and marks alone.
func (s *sense) idle(words []string) bool {
	return language.MayIdle(words) && (language.IsIdle(words) || s.stops().Idle(words))
}

// sense returns the sense of a document in a language, "" if nobody has asked for it.
func (r *Lister) sense(d *schemas.Document, tag string) sense {
	title, body := d.TitleText, d.BodyText
	if title == "" && body == "" {
		title, body = strings.Join(d.Title, " "), strings.Join(d.Body, " ")
	}
	return sense{r.page(d), sync.OnceValue(func() language.Stops {
		if tag == "" {
			tag, _ = language.Detect(title + "\n" + body)
		}
		return language.StopsOf(tag, title, body)
	})}
}

// broken reports whether a phrase stands in the text, first at token from or later, and only where it is not unbroken.
func (s *sense) broken(own []string, from int) (there bool) {
	for at := range s.runs(own, from) {
		if s.unbroken(at, at+len(own)) {
			return false
		}
		there = true
	}
	return there
}

// unbroken reports whether tokens i to j (exclusive) cross no break of the text, and are not within an address.
func (f *field) unbroken(i, j int) bool {
	if f.breaks == nil {
		f.breaks, f.addresses = append([]int32{}, text.GivenBreaks(f.text)...), text.Addresses(f.text)
	}
	start, end := f.spans[2*i], f.spans[2*j-1]
	last := sort.Search(len(f.addresses), func(k int) bool { return int(end) <= f.addresses[k][1] })
	within := last < len(f.addresses) && f.addresses[last][0] <= int(start)
	return !within && !text.Crosses(f.breaks, start, end)
}
