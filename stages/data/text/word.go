package text

// wordEnd returns the end of the word at i: letters and digits, with single points
// between parts that start with a letter ("www.w3c.org").
func wordEnd(s string, i int) int {
	for {
		i = span(s, i, isAlphanumeric)
		if at(s, i) != '.' || !isLetter(at(s, i+1)) {
			return i
		}
		i++
	}
}

func word(s string, i int) (end, reach int) {
	end = wordEnd(s, i)
	return end, end
}

// enclitics are those of REDAUX in the Treebank rules; n't is handled apart.
var enclitics = []string{"'s", "'m", "'d", "'re", "'ve", "'ll"}

func encliticAt(s string, i int) int {
	for _, e := range enclitics {
		if has(s, i, e) {
			return i + len(e)
		}
	}
	return 0
}

// wordBeforeEnclitic: "system's" is "system" and an enclitic.
func wordBeforeEnclitic(s string, i int) (end, reach int) {
	end = wordEnd(s, i)
	return end, encliticAt(s, end)
}

// wordBeforeNot: "don't" is "do" and "n't". The first part does not end in n.
func wordBeforeNot(s string, i int) (end, reach int) {
	stop := span(s, i, isLetter)
	if stop-i < 2 || !has(s, stop-1, "n't") {
		return 0, 0
	}
	if last := s[stop-2]; last == 'n' || last >= 0x80 {
		return 0, 0
	}
	return stop - 1, stop + 2
}

// not and enclitic are the second parts; "…BeforeOther" if no letter follows, which
// includes the end of the text (CoreNLP reads a final 've or 're as a quote instead).
func not(s string, i int) (end, reach int) {
	if has(s, i, "n't") {
		return i + 3, i + 3
	}
	return 0, 0
}

func notBeforeOther(s string, i int) (end, reach int) { return beforeOther(s, not, i) }

func enclitic(s string, i int) (end, reach int) {
	end = encliticAt(s, i)
	return end, end
}

func encliticBeforeOther(s string, i int) (end, reach int) { return beforeOther(s, enclitic, i) }

func beforeOther(s string, m matcher, i int) (end, reach int) {
	end, _ = m(s, i)
	if end == 0 || isLetter(at(s, end)) {
		return 0, 0
	}
	return end, end + 1
}

// yPrefix: y' before a letter.
func yPrefix(s string, i int) (end, reach int) {
	if has(s, i, "y'") && isLetter(at(s, i+2)) {
		return i + 2, i + 3
	}
	return 0, 0
}

// year: '99 before a blank.
func year(s string, i int) (end, reach int) {
	if isDigit(at(s, i+1)) && isDigit(at(s, i+2)) && at(s, i+3) == ' ' {
		return i + 3, i + 4
	}
	return 0, 0
}

func doubleQuote(s string, i int) (end, reach int) {
	if at(s, i+1) != '\'' {
		return 0, 0
	}
	if isAlphanumeric(at(s, i+2)) {
		return i + 2, i + 3
	}
	return i + 2, i + 2
}

// quoteBeforeWord: an opening quote; it looks two characters ahead so that it wins
// over 'd and similar enclitics.
func quoteBeforeWord(s string, i int) (end, reach int) {
	if isLetter(at(s, i+1)) && i+2 < len(s) {
		if c := s[i+1]; s[i+2] != ' ' || c == 'a' || c == 'i' || c == 'u' {
			return i + 1, i + 3
		}
	}
	return 0, 0
}

// compound: parts of letters and digits joined by underscores, with d', l' or
// o' before a part ("d'alembert", "f1_f2").
func compound(s string, i int) (end, reach int) {
	end = part(s, i)
	for end > 0 && at(s, end) == '_' {
		next := part(s, end+1)
		if next == 0 {
			break
		}
		end = next
	}
	return end, end
}

func part(s string, i int) int {
	if c := at(s, i); (c == 'd' || c == 'o' || c == 'l') && at(s, i+1) == '\'' &&
		isAlphanumeric(at(s, i+2)) && isAlphanumeric(at(s, i+3)) {
		i += 3
	}
	end := span(s, i, isAlphanumeric)
	if n := numberEnd(s, i); n > end {
		end = n
	}
	if end == i {
		return 0
	}
	return end
}
