// Package markup writes tables as text, Markdown and LaTeX, and escapes text for them.
package markup

import "strings"

// LaTeX escapes the characters that LaTeX would not print as they are.
func LaTeX(s string) string { return latex.Replace(s) }

var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "–", "--", "−", "$-$", "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"±", `$\pm$`, "†", `$\dagger$`, "‡", `$\ddagger$`, "∅", `$\varnothing$`, "λ", `$\lambda$`, "α", `$\alpha$`, "≥", `$\geq$`, "⇒", `$\Rightarrow$`,
	"\n", " ", "\r", " ")

// Markdown escapes the characters that Markdown, and HTML within it, would not print as they are.
func Markdown(s string) string { return markdown.Replace(s) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ")
