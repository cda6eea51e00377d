package record

import "strings"

// Item is a phrase of a printed list. Score is nil if the list has only the phrase.
type Item struct {
	Phrase string
	Score  *float64
}

// Items reads a list as JSON, Python or NumPy prints it. Its elements are phrases, or pairs of a phrase and a score in either
// order: ["a", "b"], ['a', "b"], ('a', 'b'), ['a' 'b'], [["a", 0.9]], [('a', np.float64(0.9))]. Missing elements (None, nan,
// null) are left out. ok is false for any other text.
func Items(text string) (items []Item, ok bool) {
	p := printed{text: strings.TrimSpace(text)}
	if c := p.peek(); c != '[' && c != '(' {
		return nil, false
	}
	all, ok := p.sequence(1)
	if p.blank(); !ok || p.at < len(p.text) {
		return nil, false
	}
	for _, v := range all {
		item, missing, ok := v.item()
		if !ok {
			return nil, false
		}
		if !missing {
			items = append(items, item)
		}
	}
	return items, true
}

// value is an element of a printed list: a text, a number, a list, or a missing value.
type value struct {
	text   *string
	number *float64
	list   []value
}

// item returns the phrase of an element.
func (v value) item() (i Item, missing, ok bool) {
	switch {
	case v.text != nil:
		return Item{Phrase: *v.text}, false, true
	case v.number != nil:
		return i, false, false
	case v.list == nil:
		return i, true, true
	case len(v.list) == 1 && v.list[0].text != nil: // as pke writes
		return Item{Phrase: *v.list[0].text}, false, true
	case len(v.list) != 2:
		return i, false, false
	}
	phrase, score := v.list[0], v.list[1]
	if phrase.text == nil {
		phrase, score = score, phrase
	}
	if phrase.text == nil || score.number == nil {
		return i, false, false
	}
	return Item{*phrase.text, score.number}, false, true
}
