package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// shell is a shell that can complete the command line.
type shell struct {
	name    string
	install string // how to install it; %[1]s is the program's name
	script  func(p *Program) (string, error)
}

func shells() []shell {
	return []shell{
		{"bash", `eval "$(%[1]s --completion bash)" in ~/.bashrc`, func(p *Program) (string, error) { return fmt.Sprintf(bashScript, p.binary()), nil }},
		{"zsh", `eval "$(%[1]s --completion zsh)" in ~/.zshrc, after compinit`, func(p *Program) (string, error) { return fmt.Sprintf(zshScript, p.binary()), nil }},
		{"fish", `%[1]s --completion fish > ~/.config/fish/completions/%[1]s.fish`, (*Program).fishScript},
	}
}

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

// fishScript returns urfave/cli's script for fish, extended by the values of options.
func (p *Program) fishScript() (string, error) {
	script, err := p.app(nil, io.Discard, nil).ToFishCompletion()
	b := strings.Builder{}
	b.WriteString(script)
	quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	for _, o := range p.options() {
		for _, v := range o.values {
			fmt.Fprintf(&b, "complete -c %s -l %s -x -a '%s' -d '%s'\n", p.binary(), o.name, quoted.Replace(v.name), quoted.Replace(v.doc))
		}
	}
	for _, m := range p.Modes {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -x -a '%s' -d '%s'\n", p.binary(), m.word(), quoted.Replace(m.Doc))
	}
	return b.String(), err
}

// completion prints the script for a shell.
func (p *Program) completion(w io.Writer, name string) error {
	var names []string
	for _, s := range shells() {
		if s.name == name {
			script, err := s.script(p)
			if err != nil {
				return err
			}
			_, err = io.WriteString(w, script)
			return err
		}
		names = append(names, s.name)
	}
	return fault.Usagef("--completion %s: want %s%s", name, strings.Join(names, ", "), config.Nearest(name, names))
}

// complete prints completions of the last word after the program's name, one per line: flags that can still be given, or
// values; nothing for a path or free text. It also prints completions that do not begin with the word; shells drop them.
func (p *Program) complete(w io.Writer, words []string) {
	flag, head, last := behind(words)
	for _, o := range p.options() {
		if o.value != "" && o.called(flag) {
			o.complete(w, head, last)
			return
		}
	}
	if len(words) < 2 && !strings.HasPrefix(last, "-") {
		for _, m := range p.Modes {
			fmt.Fprintln(w, m.word())
		}
	}
	for _, o := range p.options() {
		if o.many || !slices.ContainsFunc(words[:max(len(words)-1, 0)], o.called) {
			fmt.Fprintln(w, "--"+o.name)
		}
	}
}

// behind splits the words if the last one is a value: the flag before it, the prefix of printed values, and the part of
// the value typed so far. bash makes three words of --preset=small, other shells one.
func behind(words []string) (flag, head, last string) {
	n := len(words)
	if n == 0 {
		return "", "", ""
	}
	last = words[n-1]
	name, value, joined := strings.Cut(last, "=")
	switch {
	case joined && strings.HasPrefix(name, "-"):
		return name, "--" + strings.TrimLeft(name, "-") + "=", value
	case n > 2 && words[n-2] == "=":
		return words[n-3], "", last
	case n > 1:
		return words[n-2], "", last
	}
	return "", "", last
}

// called reports whether word is a flag of the option.
func (o option) called(word string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return strings.HasPrefix(word, "-") && (name == o.name || name == o.short && name != "")
}

// complete prints the values that may replace word, each after head; in a list, the values for its last place.
func (o option) complete(w io.Writer, head, word string) {
	list := word[:strings.LastIndex(word, ",")+1]
	for _, v := range o.values {
		if !slices.Contains(strings.Split(list, ","), v.name) {
			fmt.Fprintln(w, head+list+v.name)
		}
	}
}
