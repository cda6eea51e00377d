package main

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestConverse: with small windows each window is answered while the pipe of the documents stays open, and the answers are those
// of a file. The document after a bad row is answered, too.
func TestConverse(t *testing.T) {
	for _, window := range []int{1, 3} {
		model := modelDir(t)
		p := stagetest.Program{Stage: "infer", Args: []string{"--model", model, "--documents", "-", "--format", "jsonl", "--window", fmt.Sprint(window),
			"--export", "jsonl", "--quiet", "--max-rejects", "50%", "--max-oov", "5"}}
		cmd, in, out, stderr := started(t, p.Command(t, "-"))
		// A program that waits for more would wait forever: its end fails the test.
		stop := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
		answers, id := bufio.NewReader(out), 0
		for range 3 {
			if _, err := fmt.Fprintln(in, `{"title": bad`); err != nil {
				t.Fatal(err)
			}
			first := id
			for range window {
				fmt.Fprintf(in, `{"id":"d%d","title":"w9 w12","abstract":"w8 w30"}`+"\n", id)
				id++
			}
			for n := first; n < id; n++ {
				line, err := answers.ReadString('\n')
				if want := fmt.Sprintf(`{"id":"d%d",`, n); err != nil || !strings.HasPrefix(line, want) {
					t.Fatalf("window %d: %q, %v, want %s: %s", window, line, err, want, stderr.String())
				}
			}
		}
		in.Close()
		stop.Stop()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, stderr.String())
		}
	}
}
