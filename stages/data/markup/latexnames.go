package markup

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestName is more than the bytes of any command, accent or protected word.
const longestName = 40

var (
	commandName = regexp.MustCompile(`\A\\[A-Za-z]+`)
	typeface    = regexp.MustCompile(`\A\{\\(?:it|em|bf|tt|sc|sl|rm|sf|itshape|bfseries|ttfamily|scshape|upshape)(?:\s+|\b)`)
	protected   = regexp.MustCompile(`\A\{[A-Z][A-Za-z0-9]*\}`)
	character   = regexp.MustCompile(`\A\{\\([A-Za-z]+)\}`)

	// Accents: of an argument, of the next letter, and in braces.
	argument = regexp.MustCompile("\\A\\\\([\"'`^~=.cvuHkr])\\{\\\\?([A-Za-z])\\}")
	bare     = regexp.MustCompile("\\A\\\\([\"'`^~=.])\\\\?([A-Za-z])")
	braced   = regexp.MustCompile("\\A\\{\\\\(?:([\"'`^~=.])|([cvuHkr]) +)\\\\?([A-Za-z])\\}")

	// elision ends with what stands before an apostrophe in French or Italian.
	elision = regexp.MustCompile(`(?i)(?:^|\PL)(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)$`)
)

// accents are the combining characters of accents.
var accents = map[string]string{"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a"}

// accented returns the letter with an accent with which s begins in a form, and its length, or 0.
func accented(s string, form *regexp.Regexp) (text string, n int) {
	m := form.FindStringSubmatch(s[:min(len(s), longestName)])
	if m == nil {
		return "", 0
	}
	accent := accents[strings.Join(m[1:len(m)-1], "")]
	if text = norm.NFC.String(m[len(m)-1] + accent); utf8.RuneCountInString(text) != 1 {
		return "", 0
	}
	return text, len(m[0])
}

// within reports whether an accent without braces, at i, is one: Poincar\'e, but not it\'s, l\'eau or \"quoted\", in which a
// backslash escapes a quote.
func (l *latex) within(i int, s string) bool {
	before, _ := utf8.DecodeLastRuneInString(l.s[:i])
	vowel := strings.ContainsAny(s[2:min(len(s), 4)], "aeiouyAEIOUY") || strings.HasPrefix(s, `\~n`)
	return unicode.IsLetter(before) && vowel && !(s[1] == '\'' && elision.MatchString(l.s[max(0, i-8):i]))
}

// shown lists the commands whose argument is text.
var shown = strings.Fields("emph text textbf textit textmd textrm textsc textsf textsl texttt textup textsubscript textsuperscript underline mbox hbox url " +
	"boldsymbol bm mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathtt operatorname")

// spoken lists the commands of formulas that are read as their names: Greek letters, since keyphrases have "alpha" more often than
// "α", and functions.
var spoken = strings.Fields("alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho varrho sigma varsigma tau " +
	"upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega " +
	"arg argmax argmin cos cosh cot det dim exp gcd inf ker lim liminf limsup ln log max min mod Pr sin sinh sup tan tanh")

// name returns the name of a command that is spoken, or "".
func name(command string) string {
	if !slices.Contains(spoken, command) {
		return ""
	}
	return strings.TrimPrefix(command, "var")
}

// letters are those that {\ss} and the like stand for.
var letters = pairs("aa å AA Å ae æ AE Æ oe œ OE Œ dh ð DH Ð th þ TH Þ ss ß o ø O Ø l ł L Ł i i j j")

// symbols are the characters that commands stand for.
var symbols = pairs("ell ℓ infty ∞ times × pm ± approx ≈ sim ∼ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ rightarrow → leftarrow ← leftrightarrow ↔ " +
	"circ ° deg ° degree ° cdot · nabla ∇ partial ∂ textpm ± texttimes × textmu μ textdegree °")

func pairs(list string) map[string]string {
	all := map[string]string{}
	for p := range slices.Chunk(strings.Fields(list), 2) {
		all[p[0]] = p[1]
	}
	return all
}
