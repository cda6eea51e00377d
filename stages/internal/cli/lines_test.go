package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/schollz/progressbar/v3"
)

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

// The bar shows no rate in its first second, when a single batch would give thousands.
func TestBarRate(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", &b, false)
	con.terminal = true
	p := con.Progress("decode", "documents", 1000)
	defer p.Done()
	progressbar.OptionThrottle(0)(p.bar) // every step is drawn
	p.start = p.start.Add(time.Hour)     // so that the test may be slow
	p.Add(64)
	if got := b.String(); !strings.Contains(got, "decode") || strings.Contains(got, "/s") || strings.Contains(got, "s:") {
		t.Errorf("at once: %q", got)
	}
	b.Reset()
	p.start = p.start.Add(-2 * time.Hour)
	p.Add(64)
	if got := b.String(); !strings.Contains(got, "documents/") {
		t.Errorf("later: %q", got)
	}
}

// Durations are numbers of seconds, for programs that read the log.
func TestProgressSeconds(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", io.Discard, false)
	con.w = &b
	if err := con.set(false, "json"); err != nil {
		t.Fatal(err)
	}
	p := con.Progress("decode", "documents", 100)
	p.done = 50
	p.line(p.start.Add(10 * time.Second))
	var line struct {
		Left float64 `json:"seconds_left"`
	}
	if err := json.Unmarshal(b.Bytes(), &line); err != nil || line.Left != 10 {
		t.Errorf("%v: %s", err, b.String())
	}
}
