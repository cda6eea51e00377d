package text

// numberEnd returns the end of the number at i, 0 if there is none: digits
// with points and commas between, perhaps one in front ("10,000", ".5").
func numberEnd(s string, i int) int {
	end := span(s, i, isDigit)
	for c := at(s, end); (c == '.' || c == ',') && isDigit(at(s, end+1)); c = at(s, end) {
		end = span(s, end+1, isDigit)
	}
	if end == i {
		return 0
	}
	return end
}

func number(s string, i int) (end, reach int) {
	end = numberEnd(s, i)
	return end, end
}

// phone: what looks like a telephone number is one token with blanks inside,
// "254 260 2011", "(12) 3456789", "10.1016.1234.567".
func phone(s string, i int) (end, reach int) {
	var prefix []int // where the last two groups may start
	if s[i] == '(' {
		if n := span(s, i+1, isDigit); (n == i+3 || n == i+4) && at(s, n) == ')' {
			prefix = append(prefix, n+1, n+2)
			if at(s, n+1) != ' ' {
				prefix = prefix[:1]
			}
		}
	} else if first := group(s, i, ' '); first > 0 {
		prefix = append(prefix, first)
		if second := group(s, first, ' '); second > 0 {
			prefix = append(prefix, second)
		}
	} else {
		end = dottedPhone(s, i)
	}
	for _, p := range prefix {
		end = max(end, lastGroups(s, p))
	}
	return end, end
}

// group returns the end of two to four digits and the separator at i, or 0.
func group(s string, i int, separator byte) int {
	if n := span(s, i, isDigit); n-i >= 2 && n-i <= 4 && at(s, n) == separator {
		return n + 1
	}
	return 0
}

// lastGroups returns the farthest end of three or four digits, perhaps a blank,
// and three to five digits at i, or 0.
func lastGroups(s string, i int) int {
	end, run := 0, span(s, i, isDigit)-i
	for n := 3; n <= 4 && n <= run; n++ {
		j := i + n
		if run == n && at(s, j) == ' ' {
			j++
		}
		if last := min(span(s, j, isDigit), j+5); last-j >= 3 {
			end = max(end, last)
		}
	}
	return end
}

// dottedPhone: groups of 2–4 (twice, the first may be left out), 3–4 and 3–5
// digits with points between.
func dottedPhone(s string, i int) int {
	end := 0
	for range 2 {
		i = group(s, i, '.')
		if i == 0 {
			break
		}
		n := span(s, i, isDigit)
		if n-i < 3 || n-i > 4 || at(s, n) != '.' {
			continue
		}
		if last := min(span(s, n+1, isDigit), n+6); last-n-1 >= 3 {
			end = max(end, last)
		}
	}
	return end
}

// abbreviationAt returns how the word at i that ends in a period behaves, and
// the offset behind the period; 0, 0 if it is no abbreviation.
func abbreviationAt(s string, i int) (kind uint8, end int) {
	if has(s, i, "ed.d.") || has(s, i, "ph.d.") {
		return closing, i + 5
	}
	stop := span(s, i, isLetter)
	if at(s, stop) != '.' {
		return 0, 0
	}
	if k, ok := abbreviations[s[i:stop]]; ok {
		return k, stop + 1
	}
	return 0, 0
}

// closingAbbreviation: "etc." keeps its period if at least two characters
// follow; at the end of the text the period is the sentence's.
func closingAbbreviation(s string, i int) (end, reach int) {
	kind, end := abbreviationAt(s, i)
	switch {
	case kind&closing == 0:
		return 0, 0
	case end+2 <= len(s):
		return end, end + 2
	}
	return end - 1, end
}

// leadingAbbreviation: "dr.", "vs."; initials too, "e.g.", "j.".
func leadingAbbreviation(s string, i int) (end, reach int) {
	if kind, end := abbreviationAt(s, i); kind&leading != 0 {
		return end, end
	}
	end = initials(s, i)
	return end, end
}

// initials returns the end of single ASCII letters each followed by a point,
// or 0.
func initials(s string, i int) int {
	end := 0
	for isLetter(at(s, i)) && s[i] < 0x80 && at(s, i+1) == '.' {
		i += 2
		end = i
	}
	return end
}

// numberedAbbreviation: "fig. 3".
func numberedAbbreviation(s string, i int) (end, reach int) {
	kind, end := abbreviationAt(s, i)
	if kind&numbered == 0 {
		return 0, 0
	}
	reach = end
	if at(s, reach) == ' ' {
		reach++
	}
	if !isDigit(at(s, reach)) {
		return 0, 0
	}
	return end, reach + 1
}

// placeAbbreviation: "so. africa", "no. korea"; it takes any word that starts
// so.
func placeAbbreviation(s string, i int) (end, reach int) {
	if has(s, i, "so. ") || has(s, i, "no. ") {
		for _, place := range [...]string{"africa", "korea", "cal"} {
			if has(s, i+4, place) {
				return i + 3, i + 4 + len(place)
			}
		}
	}
	return 0, 0
}

// companyAbbreviation: "pty. ltd", "co. limited".
func companyAbbreviation(s string, i int) (end, reach int) {
	for _, c := range [...]string{"pty. ", "pte. ", "co. "} {
		if j := i + len(c); has(s, i, c) && (has(s, j, "ltd") || has(s, j, "lim")) {
			return j - 1, j + 3
		}
	}
	return 0, 0
}

// wordBeforeComma: a word keeps a period that a comma follows.
func wordBeforeComma(s string, i int) (end, reach int) {
	end = wordEnd(s, i)
	if has(s, end, ".,") {
		return end + 1, end + 2
	}
	return 0, 0
}

// fileName: parts of letters and digits joined by points and underscores, the
// last a known extension, before a blank or a mark.
func fileName(s string, i int) (end, reach int) {
	joined := byte(0)
	for {
		stop := span(s, i, isAlphanumeric)
		if stop == i {
			return end, reach
		}
		c := at(s, stop)
		if joined == '.' && extensions[s[i:stop]] && (c == ' ' || c == '.' || c == ',' || c == '\'' || c == '<') {
			end, reach = stop, stop+1
		}
		if c != '.' && c != '_' {
			return end, reach
		}
		joined, i = c, stop+1
	}
}

// address: "www." and parts with points, the last of two to four letters; or
// letters and points before com, net, org or edu.
func address(s string, i int) (end, reach int) {
	if has(s, i, "www.") {
		end = addressEnd(s, i+4, func(c byte) bool {
			return isAlphanumeric(c) || c == '_' || c == '\'' || c == '%'
		}, func(tail string) int { return min(span(tail, 0, isLetter), 4) })
	}
	end = max(end, addressEnd(s, i, func(c byte) bool { return isLetter(c) || c == '%' }, domain))
	return end, end
}

func domain(tail string) int {
	for _, d := range [...]string{"com", "net", "org", "edu"} {
		if has(tail, 0, d) {
			return 3
		}
	}
	return 0
}

// addressEnd returns the farthest end of parts of inner characters, each with a
// point behind it, and a last part of two letters or more as last measures it;
// 0 if there is none.
func addressEnd(s string, i int, inner func(byte) bool, last func(tail string) int) int {
	end := 0
	for {
		stop := span(s, i, inner)
		if stop == i || at(s, stop) != '.' {
			return end
		}
		i = stop + 1
		if n := last(s[i:]); n >= 2 {
			end = i + n
		}
	}
}
