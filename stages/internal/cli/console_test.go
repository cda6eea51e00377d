package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// terminal returns a console that takes w for a terminal.
func terminal(w io.Writer) *Console {
	con := NewConsole("copy", w, false)
	con.terminal = true
	con.set(false, "text")
	return con
}

// People at a terminal get short lines; a file gets the lines that log collectors read.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		format   string
		want     string // the two lines
	}{
		{true, "text", `^\d\d:\d\d:\d\d read rows=3 file="a b"\n\d\d:\d\d:\d\d warn: odd in\.n=1\n$`},
		{false, "text", `^time=\S+ level=INFO msg=read stage=copy rows=3 file="a b"\ntime=\S+ level=WARN msg=odd stage=copy in\.n=1\n$`},
		{true, "json", `^\{"time":"[^"]+","level":"INFO","msg":"read","stage":"copy","rows":3,"file":"a b"\}\n\{.*\}\n$`},
	} {
		var b bytes.Buffer
		con := NewConsole("copy", &b, false)
		con.terminal = c.terminal
		if err := con.set(false, c.format); err != nil {
			t.Fatal(err)
		}
		con.log.Debug("not shown")
		con.log.With("rows", 3).Info("read", "file", "a b")
		con.log.WithGroup("in").Warn("odd", "n", 1)
		if !regexp.MustCompile(c.want).MatchString(b.String()) {
			t.Errorf("terminal %v, %s:\n%s", c.terminal, c.format, b.String())
		}
	}
}

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
		terminal(&log).log.Warn(given, "file", given)
		if text := strings.TrimSuffix(log.String(), "\n"); strings.ContainsFunc(text, hidden) {
			t.Errorf("%q is logged as %q", given, text)
		}
	}
}

// TestFail: errors are one line, to which no name in them adds a line, an escape code or a password.
func TestFail(t *testing.T) {
	hostile := errors.New("a\x1b[2J\ninfer: done: no such file")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "p: plain\n"},
		{fault.Usagef("--documents %s: %w", "x", hostile), `p: --documents x: a\x1b[2J; infer: done: no such file` + "\n"},
		{fmt.Errorf("settings: %w; see --help", errors.Join(errors.New("one"), errors.New("two"))), "p: settings: one; two; see --help\n"},
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

// On a terminal there is one bar; a log line begins where it was cleared, and it is gone at the end. A missing or wrong total does no
// harm.
func TestBar(t *testing.T) {
	var b bytes.Buffer
	con := terminal(&b)
	p := con.Progress("decode", "documents", 100)
	p.Add(50)
	con.log.Info("first")
	if drawn, _, _ := strings.Cut(b.String(), "first"); !strings.Contains(drawn, "decode") || !strings.Contains(drawn, "\r") {
		t.Errorf("the log line stands behind %q", drawn)
	}
	second := con.Progress("write", "rows", 0)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 25 {
				p.Add(1)
				second.Add(2)
				p.Note("loss 1")
				con.log.Info("line")
			}
		})
	}
	wg.Wait()
	second.Done()
	if con.progress != p {
		t.Error("the bar is gone before its end")
	}
	con.EndProgress()
	p.Add(1)
	if con.progress != nil || p.done != 151 || second.done != 200 || strings.Count(b.String(), " line\n") != 100 {
		t.Errorf("done %d and %d: %q", p.done, second.done, b.String())
	}
	for _, total := range []int64{0, 2} {
		p := con.Progress("read", "rows", total)
		p.Add(5)
		p.Done()
	}
	if !strings.Contains(b.String(), "rows=5") {
		t.Errorf("%q", b.String())
	}
}

// Without a terminal lines tell the progress, with durations as numbers of seconds.
func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", &b, false)
	con.set(false, "json")
	p := con.Progress("decode", "documents", 100)
	p.done = 50
	con.log.Info("decode", p.line(p.start.Add(10*time.Second))...)
	if !strings.Contains(b.String(), `"documents":50,"per_second":5,"of":100,"seconds_left":10}`) {
		t.Error(b.String())
	}
}
