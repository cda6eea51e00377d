package markup

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	// grouped is an accent of a letter in braces, mathematics a formula without dollars.
	grouped     = regexp.MustCompile("\\\\([\"'`^~=.cvuHkr])\\s*\\{\\s*(?:\\\\([ij])|([A-Za-z]))\\s*\\}")
	mathematics = regexp.MustCompile(`\{\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}\}|\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}`)
	// written is an accent with its letter, a command with what ends its name, or a sign behind a backslash.
	written = regexp.MustCompile("\\\\(?:([\"'`^~=.])\\s*|([cvuHkr])\\s+)(?:\\\\([ij])\\b\\s*|([A-Za-z]))|\\\\([A-Za-z]+)(?:\\{\\}|\\s+)?|\\\\[^A-Za-z]")
	quoted  = regexp.MustCompile("``([^`']*)''")
)

// typeset are the characters that commands of text stand for, signs those of a sign behind a backslash.
var (
	typeset = pairs("textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’ textendash – textemdash — ldots … dots … textellipsis … " +
		"textmu µ textmugreek μ textdegree ° textregistered ® texttrademark ™ textasciitilde ~ textbar | textless < textgreater > S § copyright © textcopyright © texteuro € euro €")
	signs = map[string]string{`\&`: "&", `\%`: "%", `\#`: "#", `\_`: "_", `\,`: " ", `\;`: " ", `\:`: " ", `\ `: " ", `\\`: " ", `\-`: "", `\/`: "", `\!`: ""}
	dash  = strings.NewReplacer("---", "—", "--", "–")
)

// Letters returns a text that is LaTeX for certain, as fields of BibTeX are, with its characters instead of the commands that write
// them: \'e, \v{s} and \ss, \& and --, “quotes” and formulas of \ensuremath. Of cannot do so, since in other text \' may be an escape.
// Other LaTeX stays.
func Letters(latex string) string {
	if strings.IndexByte(latex, '\\') >= 0 {
		latex = grouped.ReplaceAllString(latex, `\$1 $2$3`)
		latex = mathematics.ReplaceAllString(latex, "$$$1$2$$")
		latex = written.ReplaceAllStringFunc(latex, letter)
	}
	return quoted.ReplaceAllString(dash.Replace(latex), "“$1”")
}

// letter returns the character that a match of written stands for, or the match.
func letter(command string) string {
	m := written.FindStringSubmatch(command)
	if accent := m[1] + m[2]; accent != "" {
		text := norm.NFC.String(m[3] + m[4] + accents[accent])
		if utf8.RuneCountInString(text) > 1 {
			return command
		}
		return text
	}
	if text, ok := signs[command]; ok {
		return text
	}
	return cmp.Or(letters[m[5]], typeset[m[5]], command)
}
