package rank

import "slices"

// Unstruck returns what pick picks of all, without those that are struck, and how many of these it would have picked: others come in
// their place. nil strikes none.
func Unstruck[C any](all []C, struck func(C) bool, pick func([]C) []C) (picked []C, n int) {
	picked = pick(all)
	if struck == nil {
		return picked, 0
	}
	for _, c := range picked {
		if struck(c) {
			n++
		}
	}
	return pick(slices.DeleteFunc(slices.Clone(all), struck)), n
}
