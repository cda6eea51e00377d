package cli

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable returns a text that a terminal only prints: control characters, line ends, marks that turn the direction of writing,
// and bytes that are not UTF-8 become escapes of Go. Names of files and columns may contain all of them.
func printable(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	quoted := strconv.QuoteToGraphic(s)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(quoted[1 : len(quoted)-1])
}

// hidden reports whether a terminal does not print a character, or whether it is no character. Joiners are part of words.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r == utf8.RuneError || !unicode.IsGraphic(r) && r != nonJoiner && r != joiner
}

// password matches what may be the user name and the password of a URL.
var password = regexp.MustCompile(`://[^/"\n]*@`)

// masked returns lines without passwords of URLs, which a user may give in any place of the command line.
func masked(lines []byte) []byte { return password.ReplaceAll(lines, []byte("://…@")) }
