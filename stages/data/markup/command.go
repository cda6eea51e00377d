package markup

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

var commandName = regexp.MustCompile(`\A\\[A-Za-z]+`)

// command reads a backslash and what follows.
func (l *latex) command(i int) (text string, n int) {
	s := l.ahead(i)
	if len(s) > 1 && strings.IndexByte(`%&$_#{}`, s[1]) >= 0 {
		return s[1:2], 2
	}
	if text, n = accented(s, argument); n > 0 {
		return text, n
	}
	if text, n = accented(s, bare); n > 0 && l.within(i, s) {
		return text, n
	}
	command := commandName.FindString(s)
	switch {
	case command == "":
		return "", 0
	case strings.HasPrefix(s[len(command):], "{"):
		if text, n = l.call(i, command); n > 0 {
			return text, n
		}
	}
	if symbol, ok := symbols[command[1:]]; ok {
		return symbol, len(command)
	}
	if l.formula > 0 {
		return cmp.Or(name(command[1:]), " "), len(command)
	}
	return "", 0
}

// call reads a command that is followed by a brace, up to the text that it shows.
func (l *latex) call(i int, command string) (text string, n int) {
	from := i + len(command) + 1
	switch command[1:] {
	case "cite", "citep", "citet", "ref", "eqref", "label":
		if end := closing(l.s, from); end > 0 {
			return " ", end + 1 - i
		}
	case "begin", "end": // of an environment, with its columns
		if end := closing(l.s, from); end > 0 {
			if last := closing(l.s, end+2); strings.HasPrefix(l.s[end:], "}{") && last > 0 {
				end = last
			}
			return " ", end + 1 - i
		}
	case "href", "textcolor":
		if end := closing(l.s, from); end > 0 && strings.HasPrefix(l.s[end:], "}{") {
			return "", l.enter(i, end+2)
		}
	case "footnote":
		return " ", l.enter(i, from)
	default:
		if slices.Contains(shown, command[1:]) {
			return "", l.enter(i, from)
		}
	}
	return "", 0
}

// shown lists the commands whose argument is text.
var shown = strings.Fields("emph text textbf textit textmd textrm textsc textsf textsl texttt textup textsubscript textsuperscript underline mbox hbox url ce enquote mkbibemph mkbibquote " +
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
