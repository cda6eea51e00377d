package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// The scripts of bash and zsh ask the program for completions of the last word, through urfave/cli's flag for that. They
// turn a leading -- of that word into -: urfave/cli reads -- as the end of the flags and would not answer.
const (
	bashScript = `_%[1]s_complete() {
	local IFS=$'\n' last="${COMP_WORDS[COMP_CWORD]}"
	COMPREPLY=($(compgen -W "$("${1/#\~/$HOME}" "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${last/#--/-}" --generate-bash-completion 2>/dev/null)" -- "${last#=}"))
}
complete -o default -F _%[1]s_complete %[1]s
`
	zshScript = `_%[1]s() {
	local -a found
	found=("${(@f)$("${words[1]/#\~/$HOME}" "${(@)words[2,CURRENT-1]}" "${words[CURRENT]/#--/-}" --generate-bash-completion 2>/dev/null)}")
	if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
compdef _%[1]s %[1]s
`
)

// completion prints the script for a shell.
func (p *Program) completion(w io.Writer, shell string) error {
	switch shell {
	case "bash":
		return show(w, fmt.Sprintf(bashScript, p.binary()))
	case "zsh":
		return show(w, fmt.Sprintf(zshScript, p.binary()))
	case "fish":
		return p.fishScript(w)
	}
	return fault.Usagef("--completion %s: want bash, zsh, fish%s", shell, config.Nearest(shell, []string{"bash", "zsh", "fish"}))
}

// fishScript prints urfave/cli's script for fish, with the values that flags may have and the modes.
func (p *Program) fishScript(w io.Writer) error {
	script, err := p.app(nil, io.Discard, nil).ToFishCompletion()
	if err != nil {
		return err
	}
	for _, f := range p.flags() {
		if len(f.Choices) > 0 {
			script += fmt.Sprintf("complete -c %s -l %s -x -a '%s'\n", p.binary(), f.name(), strings.Join(f.Choices, " "))
		}
	}
	for _, m := range p.Modes {
		script += fmt.Sprintf("complete -c %s -n __fish_use_subcommand -x -a %s\n", p.binary(), m.word())
	}
	return show(w, script)
}

// complete prints completions of the last word after the program's name, one per line: flags that can still be given, or
// values; nothing for a path or free text. It also prints completions that do not begin with the word; shells drop them.
func (p *Program) complete(w io.Writer, words []string) {
	var flag, head, last string
	if n := len(words); n > 0 {
		words, last = words[:n-1], strings.TrimPrefix(words[n-1], "=") // bash cuts --preset=x into three words
	}
	words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "=" })
	if n := len(words); n > 0 {
		flag = words[n-1]
	}
	if name, value, ok := strings.Cut(last, "="); ok && strings.HasPrefix(name, "-") { // other shells leave it whole
		flag, head, last = name, "--"+strings.TrimLeft(name, "-")+"=", value
	}
	for _, f := range p.flags() {
		if f.Value != "" && f.called(flag) {
			f.complete(w, head, last)
			return
		}
	}
	if len(words) == 0 && !strings.HasPrefix(last, "-") {
		for _, m := range p.Modes {
			fmt.Fprintln(w, m.word())
		}
	}
	for _, f := range p.flags() {
		if f.Many || !slices.ContainsFunc(words, f.called) {
			fmt.Fprintln(w, f.Flag)
		}
	}
}

// called reports whether word is the flag.
func (f Flag) called(word string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return strings.HasPrefix(word, "-") && (name == f.name() || name == f.short && name != "")
}

// complete prints the values that may replace word, each after head; in a list, the values for its last place.
func (f Flag) complete(w io.Writer, head, word string) {
	list := word[:strings.LastIndex(word, ",")+1]
	for _, v := range f.Choices {
		if !slices.Contains(strings.Split(list, ","), v) {
			fmt.Fprintln(w, head+list+v)
		}
	}
}
