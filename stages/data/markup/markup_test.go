package markup

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for given, want := range map[string]string{
		"": "", "no markup": "no markup", "a<b and c>d": "a<b and c>d", "x < y & z > w": "x < y & z > w", "AT&T; a<digit>": "AT&T; a<digit>",
		"R&D; &nosuch; &; &#; &#x;":                              "R&D; &nosuch; &; &#; &#x;",
		"CO<sub>2</sub> capture":                                 "CO2 capture",
		"<i>E. coli</i>":                                         "E. coli",
		"<p>one</p><p>two</p>":                                   "\n\none\n\n\n\ntwo\n\n",
		"one<br/>two<BR />three":                                 "one\ntwo\nthree",
		"<jats:title>A</jats:title>":                             "\n\nA\n\n",
		`<a href="x?a=1&amp;b=2" title='y'>link</a>`:             "link",
		"<a href=x>link":                                         "link",
		"<mml:math><mml:mi>x</mml:mi></mml:math>":                "x",
		"<xyz:p>a</xyz:p> <ns4:unknown>":                         "\n\na\n\n  ",
		"x<!-- not <p> read\n -->y<!-- open":                     "x y<!-- open",
		"R&amp;D &lt;5 &quot;q&quot; &#39;s &#x3B1; caf&eacute;": `R&D <5 "q" 's α café`,
		"&lt;p&gt;twice&lt;/p&gt; &amp;amp;lt;":                  "\n\ntwice\n\n <",
		"&amp;amp;amp;amp;":                                      "&amp;",
		"x<!---->y":                                              "x y", "<!-- " + strings.Repeat("-", longestComment) + "->": "<!-- " + strings.Repeat("-", longestComment) + "->",
		"&CounterClockwiseContourIntegral;": "∳",
		`<a href="x>y">z</a>`:               `<a href="x>y">z`, "<b": "<b", "<": "<", "<i<b>x</b>": "<ix",
		"<<b>x</b>": "<x",
		"&":         "&",
		// A tag by what it has, not by its name; in prose and mathematics words and letters in angle brackets stay.
		"a <b> c <digit> <eos> <unk>": "a <b> c <digit> <eos> <unk>", "List<String> and <q>": "List<String> and <q>", "x <y and z> w": "x <y and z> w",
		"between <think> and </think>, a <copy/> of": "between <think> and </think>, a <copy/> of",
		"CO<inf>2</inf>, <SUB>x</SUB>":               "CO2, x", "a<fn id=1>b</fn>c": "a b c", "<claim>a</claim>": " a ", "a<pb/>b": "a b", "</i>a</zap>": "a</zap>",
		// Formulas, and marks of footnotes.
		`in [Formula: see text] films [Formula] [Table: see text]`: "in   films [Formula]  ", `MgB<sub>2</sub><xref ref-type="fn">1</xref> films of <xref ref-type="bibr">Doe et al.</xref>`: "MgB2  films of  Doe et al. ",
		`MgB<jats1:sub>2</jats1:sub> MgB<math><msub><mrow/><mn>2</mn></msub></math>`:                                                                                                        "MgB2 MgB2",
		"<mml:math>\n <mml:semantics><mml:msub>\n <mml:mi>MgB</mml:mi> <mml:mn>2</mml:mn></mml:msub><mml:annotation encoding=\"x\">MgB_2</mml:annotation></mml:semantics></mml:math> films": "MgB2 films",
		`<formula formulatype="inline"><tex Notation="TeX">$MgB_2$</tex></formula> films`:                                                                                                   "MgB2 films",
		`x <alternatives><tex-math>\documentclass{a}\begin{document}$$L_2$$\end{document}</tex-math><mml:math><mml:mi>L</mml:mi></mml:math></alternatives>`:                                 "x  L ",
		`of \documentclass[12pt]{minimal} \usepackage{amsmath} \begin{document}$$L_2$$\end{document} norm`:                                                                                  "of L2 norm",
		`<math><mi>L</mi> <annotation>L</annotation><mn>2</mn><annotation-xml a="b/"/></math>`:                                                                                              "L2",
		`<tex-math id="a">\mathrm{Na}_2</tex-math>O, <tex><![CDATA[x_1]]></tex>, <jats:tex-math>$y^2$</jats:tex-math>`:                                                                      "Na2O, x1, y2",
		`<Formula ID="f"><Source Format="TEX">$$k$$</Source></Formula>s`:                                                                                                                    " k s", `<scp>d</scp>-xylose, H<hi rend="sub">2</hi>O<break/>x`: "d-xylose, H2O x",
		// Documents of LaTeX that are cut or escaped.
		`of \\documentclass[12pt]{minimal} \\usepackage{amsmath} \\begin{document}$$L_2$$\\end{document} norm`: "of L2 norm", `a \usepackage{amsmath} \setlength{\x}{-69pt} \begin{document}$$k$$\end{document} b`: "a   k b",
		`so \documentclass[12pt]{minimal} \usepackage{ams`: "so  {ams",
		// Indices without tags.
		"CO{sub 2}, 10{sup -3}, TiO[subscript 2] and Na[sub 2]O; {sub a b} [sub] [subject 2]": "CO2, 10-3, TiO2 and Na2O; {sub a b} [sub] [subject 2]",
		// A tag may be of any length, an element that its end tag shows to be one may not.
		`<p a="` + strings.Repeat("x", 2*longestComment) + `">y`:           "\n\ny",
		"<claim>" + strings.Repeat("x ", longestElement/2-10) + "</claim>": " " + strings.Repeat("x ", longestElement/2-10) + " ",
		strings.Repeat("x ", longestElement) + "<claim>a</claim>":          strings.Repeat("x ", longestElement) + " a ",
		"<claim>" + strings.Repeat("x ", longestElement/2) + "</claim>":    "<claim>" + strings.Repeat("x ", longestElement/2) + "</claim>",
		"<![CDATA[MgB2 <i>films</i>]]> <?xml version='1'?>x":               "MgB2 films  x", "<![CDATA[open": "open", "x[y[1]]>0 <![CDATA[a]]>b]]>": "x[y[1]]>0 ab]]>",
		// What scripts and styles hold is no text.
		"<style>.x{color:red}</style>one<script>var two = 2;</script>": " one ",
	} {
		if got := Plain(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

// TestSpan: each piece of plain text has its place in the given text.
func TestSpan(t *testing.T) {
	for _, c := range []struct{ given, piece, want string }{
		{"no markup", "markup", "markup"},
		{"of CO<sub>2</sub> capture", "CO2", "CO<sub>2"},
		{"of CO<sub>2</sub> capture", "CO2 capture", "CO<sub>2</sub> capture"},
		{"<p>R&amp;D is</p>", "R&D", "R&amp;D"},
		{"<p>R&amp;D is</p>", "is", "is"},
		{"caf&eacute; x", "café", "caf&eacute;"},
		{"caf&eacute; x", "x", "x"},
		{`a \textbf{deep \emph{net}}.`, "deep net", `deep \emph{net`},
		{`the {G}aussian`, "Gaussian", "{G}aussian"},
		{`Mj\"olnir's $k$-means &amp; R\&D`, "Mjölnir", `Mj\"olnir`},
		{`Mj\"olnir's $k$-means &amp; R\&D`, "k-means", `k$-means`},
		{`Mj\"olnir's $k$-means &amp; R\&D`, "R&D", `R\&D`},
		{"&lt;p&gt;twice &amp;amp; more&lt;/p&gt;", "& more", "&amp;amp; more"},
		{"&lt;p&gt;twice &amp;amp; more&lt;/p&gt;", "twice", "twice"},
		{"<![CDATA[Peat of <i>wet</i> moors]]>", "wet moors", "wet</i> moors"},
	} {
		text := Of(c.given)
		i := strings.Index(text.Plain, c.piece)
		if i < 0 {
			t.Fatalf("%q is not in %q", c.piece, text.Plain)
		}
		if start, end := text.Span(i, i+len(c.piece)); c.given[start:end] != c.want {
			t.Errorf("%q: %q stands at %q, want %q", c.given, c.piece, c.given[start:end], c.want)
		}
	}
	text := Of("<i>é</i>")
	for _, c := range [][4]int{{0, 0, 0, 0}, {2, 2, 5, 5}, {0, 2, 3, 5}} {
		if start, end := text.Span(c[0], c[1]); start != c[2] || end != c[3] {
			t.Errorf("%v: %d, %d", c, start, end)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"<p>a&amp;b</p>", "&lt;i&gt;x", "&acE;&#0;", "<a b='", "\xff<b>\xff&#xd800;", `\emph{a {\it b} $x^{2}$} \"{o}{\ss}`, `$\cite{a$}}{`,
		`\href{$}{}$`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := Of(s)
		if text.Plain != Plain(s) {
			t.Fatalf("%q: %q, Plain says %q", s, text.Plain, Plain(s))
		}
		last := 0
		for i := range len(text.Plain) {
			start, end := text.Span(i, i+1)
			if start < 0 || end > len(s) || start >= end || start < last {
				t.Fatalf("%q: byte %d of %q is at %d, %d", s, i, text.Plain, start, end)
			}
			last = start
		}
	})
}
