package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestArgument: words that belong to no flag are values of the input that needs none, wherever they stand and in their order.
func TestArgument(t *testing.T) {
	of := func(args string) ([]string, error) {
		var call Call
		p := sample(&call)
		p.Inputs[2].Argument = true
		p.Modes = []ModeDescription{{Command: "copy export"}}
		t.Chdir(t.TempDir())
		err := p.Run(t.Context(), strings.Fields(args), io.Discard, NewConsole("copy", io.Discard, false))
		return call.Inputs["more"], err
	}
	for args, want := range map[string]string{
		"a --out o": "a", "a b --out o": "a b", "--out o a b": "a b", "a --more b --out o c": "a b c", "--more a --out o": "a", "a": "a", "--out o": "", "--rate 0.5 --loud a": "a",
		"--out o a --loud b --rate=0.5 c": "a b c", "a --out o -- --b c": "a --b c", "--loud a --out o": "a", "- --out o": "-",
	} {
		if got, err := of(args); err != nil || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, %v, want %s", args, got, err, want)
		}
	}
	if _, err := of("exprot --out o"); err == nil || !strings.Contains(err.Error(), "there is no mode exprot; did you mean export?") {
		t.Errorf("a mode with an error: %v", err)
	}
	if _, _, err := run(t, "a", "--out", "o"); err == nil || !strings.Contains(err.Error(), "unexpected argument a") {
		t.Errorf("without such an input: %v", err)
	}
}

// TestArgumentHelp: the help says that it needs no flag.
func TestArgumentHelp(t *testing.T) {
	p, shown := sample(&Call{}), &bytes.Buffer{}
	p.Inputs[2].Argument = true
	if err := p.Run(t.Context(), []string{"--help"}, shown, NewConsole("copy", io.Discard, false)); err != nil || !strings.Contains(strings.Join(strings.Fields(shown.String()), " "), "may be repeated; needs no flag") {
		t.Errorf("%v: %s", err, shown)
	}
}
