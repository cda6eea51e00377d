package markup

import (
	"strings"
	"testing"
)

func TestLatex(t *testing.T) {
	for given, want := range map[string]string{
		`\textbf{Deep} \emph{nets} for \texttt{C++}`: "Deep nets for C++",
		`films of \ce{MgB2} and \ce{CO2}`:            "films of MgB2 and CO2",
		`\textit{a \textbf{b} c} d}`:                 "a b c d}",
		`{\it k}-means, {\bfseries bold}, {\em so}`:  "k-means, bold, so",
		`{\itx k}`:                              `{\itx k}`,
		`\textsc{open`:                          `\textsc{open`,
		`\emph{a \} b} c}`:                      "a } b c}",
		`\ours{} is \unknown{x}`:                `\ours{} is \unknown{x}`,
		`R\&D saves 5\% of \$3, a\_b \#1 \{x\}`: "R&D saves 5% of $3, a_b #1 {x}",
		`top-$k$, $n$-gram, M$^3$CAD, X$^{2}$-G, H$_{i+1}$`: "top-k, n-gram, M3CAD, X2-G, Hi+1",
		`$\mathcal{O}(n \log n)$ or $O(\sqrt{n})$`:          "O(n log n) or O( n)",
		`$\frac{a}{b}$`:     " a b",
		`$$x^2$$ and $a_1$`: "x2 and a1",
		`$\mu$P, $\varepsilon$-greedy, 360$^\circ$, 360{\deg}, 4\times4, {\alpha}, \alpha`: `muP, epsilon-greedy, 360°, 360°, 4×4, alpha, \alpha`,
		`from $5 to $10, $5-$10 or US$3 and 4$ $a = 1$`:                                    "from $5 to $10, $5-$10 or US$3 and 4$ a = 1",
		`$x\$ y`: `$x$ y`,
		`\(L_2\) norm, \[E = m c^2\], \[1\], \(open, \[ {\rm x}_i ] \) a\)`: `L2 norm, E = m c2, \[1\], open, \[ xi ]  a\)`,
		`\(\)`: `\(\)`,
		`a \begin{align}b\end{align} c $\begin{array}{cc}d\end{array}$ e`: "a  b  c  d  e",
		`a^2 and b_1`: "a^2 and b_1",
		`$a$ b_1 $c`:  "a b_1 $c",
		`Schr\"odinger, Poincar\'e, Schr\"{o}dinger, {\"O}zt{\"u}rk, na\"{\i}ve`:    "Schrödinger, Poincaré, Schrödinger, Öztürk, naïve",
		`Erd\H{o}s, Erd{\H o}s, Fran\c{c}ois, \v{S}i, Espa\~na, Gau{\ss}, S{\o}ren`: "Erdős, Erdős, François, Ši, España, Gauß, Søren",
		`it\'s l\'eau dell\'arte \"optimal\" qu\'il 'don\'t'`:                       `it\'s l\'eau dell\'arte \"optimal\" qu\'il 'don\'t'`,
		`\"{q}`:                           `\"{q}`,
		`{G}aussian i{P}hone {BERT} {x}y`: "Gaussian iPhone {BERT} {x}y",
		`as in \cite{a, b}, \href{http://x.org/a_b}{here}, \textcolor{red}{red}\footnote{note}`: "as in  , here, red note",
		`\href{x} {y}`:               `\href{x} {y}`,
		`C:\new\data \n \\textbf{x}`: `C:\new\data \n \x`,
		`\`:                          `\`,
		`{`:                          `{`,
		`}{`:                         `}{`,
		`$`:                          `$`,
		`$$`:                         `$$`,
		`$$$$`:                       `$$$$`, // a display formula without content
		`a $$$$ hotel, $$x$$`:        `a $$$$ hotel, x`,
		`$a$b}$c{d`:                  "ab}$c{d",
		`\emph{` + strings.Repeat("x", longestArgument) + `}`: `\emph{` + strings.Repeat("x", longestArgument) + `}`,
		`$` + strings.Repeat("x", longestFormula) + `$`:       `$` + strings.Repeat("x", longestFormula) + `$`,
		`&lt;i&gt;\emph{a}&lt;/i&gt;`:                         "a",
		`<p>$k$</p>`:                                          "\n\nk\n\n",
	} {
		if got := Plain(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}
