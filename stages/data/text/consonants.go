package text

// consonant reports whether letter i of w is a consonant in Porter's sense: aeiou
// are vowels, y is a vowel after a consonant, everything else is a consonant.
func consonant(w []rune, i int) bool {
	if w[i] != 'y' {
		return !vowelLetter(w[i])
	}
	odd := true // in a run of y at the start of the word or after a vowel, every other y is a consonant
	for i--; i >= 0 && w[i] == 'y'; i-- {
		odd = !odd
	}
	return odd == (i < 0 || vowelLetter(w[i]))
}

func vowelLetter(r rune) bool { return r == 'a' || r == 'e' || r == 'i' || r == 'o' || r == 'u' }

// measure is Porter's m, the number of vowel–consonant changes in w.
func measure(w []rune) int {
	m, vowel := 0, false
	for i, r := range w {
		v := vowelLetter(r) || r == 'y' && i > 0 && !vowel // the letter before decides a y
		if vowel && !v {
			m++
		}
		vowel = v
	}
	return m
}

func positive(stem []rune) bool { return measure(stem) > 0 }
func long(stem []rune) bool     { return measure(stem) > 1 }

func hasVowel(w []rune) bool {
	for i := range w {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

// double is Porter's *d: w ends in two equal consonants.
func double(w []rune) bool {
	n := len(w)
	return n >= 2 && w[n-1] == w[n-2] && consonant(w, n-1)
}

// short is Porter's *o: w ends consonant, vowel, consonant, the last not w, x
// or y; NLTK adds the two-letter word vowel, consonant.
func short(w []rune) bool {
	n := len(w)
	if n == 2 {
		return !consonant(w, 0) && consonant(w, 1)
	}
	if n < 3 || !consonant(w, n-3) || consonant(w, n-2) || !consonant(w, n-1) {
		return false
	}
	last := w[n-1]
	return last != 'w' && last != 'x' && last != 'y'
}

// cut returns w without suffix (ASCII) and whether w ended in it.
func cut(w []rune, suffix string) ([]rune, bool) {
	n := len(w) - len(suffix)
	if n < 0 {
		return w, false
	}
	for i := range len(suffix) {
		if w[n+i] != rune(suffix[i]) {
			return w, false
		}
	}
	return w[:n], true
}

// join returns stem followed by an ASCII ending; it may overwrite the bytes after
// stem.
func join(stem []rune, ending string) []rune {
	for i := range len(ending) {
		stem = append(stem, rune(ending[i]))
	}
	return stem
}
