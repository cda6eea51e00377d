package text

import "strings"

// extensions are the endings that mark a file name, such as "index.html".
var extensions = func() map[string]bool {
	all := map[string]bool{}
	for _, e := range strings.Fields(`bat bmp bz2 c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3 mp4 mpg pdf
		php pl png ppt ps py sql tar txt wav x xml zip 3gp wmv wma avi flv`) {
		all[e] = true
	}
	return all
}()

// wordBeforeComma: a word keeps a period that a comma follows.
func wordBeforeComma(s string, i int) (end, reach int) {
	end = wordEnd(s, i)
	if has(s, end, ".,") {
		return end + 1, end + 2
	}
	return 0, 0
}

// farthest limits how far a rule searches for the end of a name, so that the time
// stays linear in the length of any text.
const farthest = 256

// fileName: parts of letters and digits joined by points and underscores, the
// last one a known extension, before a blank or a mark.
func fileName(s string, i int) (end, reach int) {
	s = s[:min(len(s), i+farthest)]
	joined := byte(0)
	for {
		stop := span(s, i, isAlphanumeric)
		if stop == i {
			return end, reach
		}
		c := at(s, stop)
		if joined == '.' && strings.IndexByte(" .,'<", c) >= 0 && extensions[s[i:stop]] {
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
	s = s[:min(len(s), i+farthest)]
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

// addressEnd returns the farthest end of parts of inner characters, each followed
// by a point, and a last part of two or more letters as measured by last; 0 if
// there is none.
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
