package markup

import "testing"

// TestLetters: in LaTeX an accent is one whatever stands around it, and what shows no character stays.
func TestLetters(t *testing.T) {
	for latex, want := range map[string]string{
		`\'Etude d'\'el\` + "`" + `eves, m\'emoire, l'{\'{e}}cole`:                    "Étude d'élèves, mémoire, l'{é}cole",
		`Mart\'\i nez, na\"{\i}ve, na{\"\i}ve, \v Skoda, fran\c{c}ais, \H{o}, \v{\j}`: `Martínez, naïve, na{ï}ve, Škoda, français, ő, ǰ`,
		`Stra\ss e, \L{}\'od\'z, \aa ngstr{\"{o}}m, \oe{}uvre, {\O}rsted`:             "Straße, Łódź, ångstr{ö}m, œuvre, {Ø}rsted",
		`R\&D: 5\,\%, a\_b, C\#, \$3, ba\-by\\next`:                                   `R&D: 5 %, a_b, C#, \$3, baby next`,
		`Ly{\ensuremath{\alpha}} and \ensuremath{x_{1}}`:                              `Ly$\alpha$ and $x_{1}$`,
		`\textquotedblleft{}Moss\textquotedblright{} --- 1--2, ` + "``roof''":         "“Moss” — 1–2, “roof”",
		`\emph{x} \alpha \cite{a} $\frac{a}{b}$ f'' \.x \`:                            `\emph{x} \alpha \cite{a} $\frac{a}{b}$ f'' ẋ \`,
		`\.{,} \'q`: `\.{,} \'q`,
		"":          "",
	} {
		if got := Letters(latex); got != want {
			t.Errorf("%q: %q, want %q", latex, got, want)
		}
	}
}
