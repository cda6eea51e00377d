package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// completing is the last argument of a call that asks what may stand in the place of the argument before it.
const completing = "--generate-completion"

// scripts make a shell ask the program for completions of the last word. They drop those that do not begin with the word, and
// complete paths where there is none.
var scripts = map[string]string{
	"bash": `_%[1]s_complete() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$("${1/#\~/$HOME}" "${COMP_WORDS[@]:1:COMP_CWORD}" %[2]s 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _%[1]s_complete %[1]s
`,
	"zsh": `_%[1]s() {
	local -a found
	found=("${(@f)$("${words[1]/#\~/$HOME}" "${(@)words[2,CURRENT]}" %[2]s 2>/dev/null)}")
	if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
compdef _%[1]s %[1]s
`,
	"fish": `complete -c %[1]s -a '(%[1]s (commandline -opc)[2..] (commandline -ct) %[2]s 2>/dev/null)'
`,
}

// shells are those for which there is a script.
var shells = []string{"bash", "zsh", "fish"}

// completion prints the script for a shell.
func (p *Program) completion(w io.Writer, shell string) error {
	script, ok := scripts[shell]
	if !ok {
		return fault.Usagef("--completion %s: want %s", shell, strings.Join(shells, ", "))
	}
	name, _, _ := strings.Cut(p.Stage, " ")
	return show(w, fmt.Sprintf(script, name, completing))
}

// complete prints what may stand in the place of the last of words, one per line: the values of the flag before it, else flags, and
// modes in the first place. Nothing stands for a path or free text.
func (p *Program) complete(w io.Writer, words []string) error {
	last, before := "", ""
	if n := len(words); n > 0 {
		last = words[n-1]
	}
	if n := len(words); n > 1 {
		before = words[n-2]
	}
	var found []string
	flags := p.flags()
	if i := slices.IndexFunc(flags, func(f Flag) bool { return f.Value != "" && f.Flag == before }); i >= 0 {
		list := last[:strings.LastIndex(last, ",")+1] // its last part is completed
		for _, v := range flags[i].Choices {
			found = append(found, list+v)
		}
	} else {
		for _, m := range p.Modes {
			if len(words) < 2 {
				found = append(found, m.word())
			}
		}
		for _, f := range flags {
			found = append(found, f.Flag)
		}
	}
	return show(w, strings.Join(append(found, ""), "\n"))
}
