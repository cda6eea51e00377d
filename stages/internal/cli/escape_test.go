package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// TestPrintable: nothing of a name reaches a terminal but what it prints; letters of any script do.
func TestPrintable(t *testing.T) {
	for given, want := range map[string]string{
		"\x1b[31mred": `\x1b[31mred`, "a\nb": `a\nb`, "a\r\nb": `a\r\nb`, "\a\b\x7f": `\a\b\x7f`, "\u009b31m": `\u009b31m`, "\x9b31m": `\x9b31m`, "gnp\u202eexe": `gnp\u202eexe`, "\u2028": `\u2028`, "\x00": `\x00`, "\ufeffa": `\ufeffa`,
		"Größe, 大小, аб, 😀": "Größe, 大小, аб, 😀", "a\u00a0b\u3000c": "a\u00a0b\u3000c", "می\u200cخواهم": "می\u200cخواهم", `C:\new "x"`: `C:\new "x"`, "": "",
	} {
		if got := printable(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
		var log bytes.Buffer
		con := NewConsole("copy", &log, false)
		con.terminal = true
		con.set(false, "text")
		con.log.Warn(given, "file", given)
		if text := strings.TrimSuffix(log.String(), "\n"); strings.ContainsFunc(text, hidden) {
			t.Errorf("%q is logged as %q", given, text)
		}
	}
}

// TestFail: an error is one line, several errors are one line each, and no name in them adds a line or an escape code.
func TestFail(t *testing.T) {
	hostile := errors.New("a\x1b[2J\ninfer: done: no such file")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "p: plain\n"},
		{hostile, `p: a\x1b[2J\ninfer: done: no such file` + "\n"},
		{fault.Usagef("--documents %s\n: %w", "x", hostile), `p: --documents x\n: a\x1b[2J\ninfer: done: no such file` + "\n"},
		{errors.Join(errors.New("one"), hostile), "p: one\n" + `a\x1b[2J\ninfer: done: no such file` + "\n"},
		{fmt.Errorf("settings: %w; see --help", errors.Join(errors.New("one"), errors.New("two"))), "p: settings: one\ntwo; see --help\n"},
		{fmt.Errorf("%w and %w", hostile, errors.New("two")), `p: a\x1b[2J\ninfer: done: no such file and two` + "\n"},
		{errors.New("unexpected argument s3://KEY:se cret@bucket/x"), "p: unexpected argument s3://…@bucket/x\n"},
		{errors.New("https://example.org/a@b is away"), "p: https://example.org/a@b is away\n"},
	} {
		var out bytes.Buffer
		NewConsole("p", &out, false).Fail(c.err)
		if got := out.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		out.Reset()
		con := NewConsole("p", &out, false)
		con.set(false, "json")
		con.Fail(c.err)
		if got := out.String(); strings.Count(got, "\n") != 1 || strings.ContainsRune(got, '\x1b') || strings.Contains(got, "cret") {
			t.Errorf("as JSON: %q", got)
		}
	}
}
