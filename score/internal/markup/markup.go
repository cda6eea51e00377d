// Package markup escapes text for the languages that tables are written in.
package markup

import "strings"

// LaTeX escapes what LaTeX would read as more than text.
func LaTeX(s string) string { return latex.Replace(s) }

var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "–", "--", "−", "$-$", "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"±", `$\pm$`, "†", `$\dagger$`, "‡", `$\ddagger$`, "∅", `$\varnothing$`, "λ", `$\lambda$`, "α", `$\alpha$`, "≥", `$\geq$`, "⇒", `$\Rightarrow$`,
	"\n", " ", "\r", " ")

// Markdown escapes what Markdown, and the HTML in it, would read as more than text.
func Markdown(s string) string { return markdown.Replace(s) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ")
