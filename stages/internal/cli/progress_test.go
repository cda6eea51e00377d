package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// On a terminal there is one bar; log lines do not disturb it, and it is cleared at the end.
func TestBar(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", &b, false)
	con.terminal = true
	p := con.Progress("decode", "documents", 100)
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
	if con.progress != nil || p.done != 101 || second.done != 200 {
		t.Errorf("done %d and %d", p.done, second.done)
	}
	if out := b.String(); !strings.Contains(out, "decode") || strings.Count(out, "msg=line") != 100 {
		t.Errorf("%q", out)
	}
}

// A bar without total, and more than the total, do no harm.
func TestBarWithoutTotal(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", &b, false)
	con.terminal = true
	for _, total := range []int64{0, 2} {
		p := con.Progress("read", "rows", total)
		p.Add(5)
		p.Done()
	}
	if !strings.Contains(b.String(), "rows=5") {
		t.Errorf("%q", b.String())
	}
}

// A log line begins where the bar began: the bar was cleared first.
func TestBarIsWiped(t *testing.T) {
	var b bytes.Buffer
	con := NewConsole("copy", &b, false)
	con.terminal = true
	p := con.Progress("decode", "documents", 100)
	defer p.Done()
	p.Add(50)
	con.log.Info("line")
	drawn, _, _ := strings.Cut(b.String(), "time=")
	if !strings.Contains(drawn, "decode") || !strings.HasSuffix(drawn, "\r") {
		t.Errorf("the log line stands behind %q", drawn)
	}
}
