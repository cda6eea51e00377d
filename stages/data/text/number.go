package text

// numberEnd returns the end of the number at i, 0 if there is none: digits
// with points and commas between, perhaps one at the start ("10,000", ".5").
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

// phone: text that looks like a telephone number is one token with blanks inside,
// "254 260 2011", "(12) 3456789", "10.1016.1234.567".
func phone(s string, i int) (end, reach int) {
	var prefix []int // possible starts of the last two groups
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

// lastGroups returns the farthest end of three or four digits, an optional blank,
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

// dottedPhone: groups of 2–4 (twice, the first one optional), 3–4 and 3–5 digits
// with points between.
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
