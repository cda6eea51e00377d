package choose

import "github.com/wrone2set/wrone2set/stages/data/text"

// runs is where the runs of the document begin that equal stems, rising. A run is a shorter one with a stem before or behind
// it, so the rarer of the two shorter ones is looked at, and each once: a long text is not read through for every phrase.
func (e *evidence) runs(stems []string) []int {
	if len(stems) == 1 {
		return e.places[stems[0]]
	}
	if len(stems) > longestRun { // of slots only, which write few
		return runs(e.stems, stems)
	}
	joined := key(stems)
	at, ok := e.starts[joined]
	if !ok {
		at = e.longer(stems)
		e.starts[joined] = at
	}
	return at
}

// longer is runs of stems that were not asked for yet, two or more.
func (e *evidence) longer(stems []string) (at []int) {
	n := len(stems) - 1
	before := e.runs(stems[:n])
	if len(before) == 0 {
		return nil
	}
	behind := e.runs(stems[1:])
	if len(before) <= len(behind) {
		for _, i := range before {
			if i+n < len(e.stems) && e.stems[i+n] == stems[n] {
				at = append(at, i)
			}
		}
		return at
	}
	for _, i := range behind {
		if i > 0 && e.stems[i-1] == stems[0] {
			at = append(at, i-1)
		}
	}
	return at
}

// runs is where the runs of source begin that equal stems, rising.
func runs(source, stems []string) (at []int) {
	for from := 0; ; from++ {
		next := text.Find(source[from:], stems)
		if next < 0 {
			return at
		}
		from += next
		at = append(at, from)
	}
}
