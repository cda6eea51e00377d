package cli

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The scripts work in the shells they are for.
func TestShells(t *testing.T) {
	harness := map[string]string{
		"bash": `copy() { CLI_TEST_SAMPLE=1 "$PROGRAM" "$@"; }
			eval "$(copy --completion bash)"
			complete -p copy
			COMP_WORDS=($LINE); [[ $LINE == *' ' ]] && COMP_WORDS+=("")
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
			_copy_complete copy
			printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh": `copy() { CLI_TEST_SAMPLE=1 "$PROGRAM" "$@"; }
			compdef() { print -- compdef "$@"; }
			compadd() { shift; print -l -- "$@"; }
			_files() { print files; }
			eval "$(copy --completion zsh)"
			words=(${(s: :)LINE}); [[ $LINE == *' ' ]] && words+=("")
			CURRENT=$#words
			_copy`,
		"fish": `function copy; CLI_TEST_SAMPLE=1 $PROGRAM $argv; end
			copy --completion fish | source
			complete -C $LINE | string split -f 1 \t; or true`,
	}
	for shell, args := range map[string][]string{"bash": {"--norc", "-c"}, "zsh": {"-f", "-c"}, "fish": {"--no-config", "-c"}} {
		t.Run(shell, func(t *testing.T) {
			if got, _, err := run(t, "--completion", shell, "--config", "missing.yaml"); err != nil || !strings.Contains(got, "copy") {
				t.Errorf("%q, %v", got, err)
			}
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("no " + shell)
			}
			for line, want := range map[string]string{
				"copy --pre": "--preset", "copy --": "--batch-size", "copy --preset ": "big", "copy --preset b": "big", "copy --force --v": "--verify",
				"copy --log-format ": "json",
			} {
				cmd := exec.Command(path, append(args, harness[shell])...)
				cmd.Env = append(os.Environ(), "PROGRAM="+os.Args[0], "LINE="+line, "HOME="+t.TempDir())
				out, err := cmd.CombinedOutput()
				if err != nil || !slices.Contains(strings.Fields(string(out)), want) {
					t.Errorf("%q: no %s in %q, %v", line, want, out, err)
				}
			}
		})
	}
}
