package choose

import "github.com/wrone2set/wrone2set/stages/data/text"

// runs returns where stems occur in the document, rising. A run contains two runs that are one stem shorter; only the
// occurrences of the rarer one are checked. Results are cached, so a long text is not searched anew for every phrase.
func (e *evidence) runs(stems []string) []int {
	if len(stems) == 1 {
		return e.places[stems[0]]
	}
	if len(stems) > longestRun { // only slots write such, and few
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

// longer computes runs for two or more stems that are not in the cache.
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

// runs returns where stems occur in source, rising.
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
