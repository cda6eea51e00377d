package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestExchangeProcess: an answer comes before the next question is sent; the end of the stream, marked or not, ends the
// program well, and a stream that breaks ends it as bad input behind the answers to what came before.
func TestExchangeProcess(t *testing.T) {
	model, batches := modelDir(t), questions()
	stream, ends := streamOf(t, batches...)
	for _, c := range []struct {
		name  string
		sent  []byte
		whole int // batches
		code  int
	}{
		{"whole", stream, len(batches), 0},
		{"not marked", stream[:ends[len(ends)-1]], len(batches), 0},
		{"between", stream[:ends[2]], 3, 0},
		{"within the mark of a message", stream[:ends[2]+3], 3, stages.ExitInput},
		{"behind the mark", stream[:ends[2]+4], 3, stages.ExitInput},
		{"within the head's length", stream[:ends[2]+5], 3, stages.ExitInput},
		{"before the head", stream[:ends[2]+8], 3, stages.ExitInput},
		{"behind the head", stream[:ends[2]+8+int(binary.LittleEndian.Uint32(stream[ends[2]+4:]))], 3, stages.ExitInput},
		{"within the body", stream[:ends[3]-1], 3, stages.ExitInput},
		{"rubbish", append(slices.Clone(stream[:ends[1]]), bytes.Repeat([]byte("x"), 100)...), 2, stages.ExitInput},
		{"nothing", nil, 0, 0},
	} {
		cmd, in, out, stderr := exchanging(t, model)
		sent, got := 0, 0
		var answers *ipc.Reader
		for got < c.whole {
			if _, err := in.Write(c.sent[sent:ends[got]]); err != nil {
				t.Fatal(err)
			}
			sent = ends[got]
			if answers == nil {
				var err error
				if answers, err = ipc.NewReader(out); err != nil {
					t.Fatal(err)
				}
			}
			if !answers.Next() || answers.Record().NumRows() != int64(len(batches[got])) {
				t.Fatalf("%s: batch %d: %v, %s", c.name, got, answers.Err(), stderr.String())
			}
			got++
		}
		in.Write(c.sent[sent:])
		in.Close()
		rest, _ := io.ReadAll(out)
		cmd.Wait()
		ended := bytes.HasSuffix(rest, []byte("\xff\xff\xff\xff\x00\x00\x00\x00"))
		if code := cmd.ProcessState.ExitCode(); code != c.code || ended != (code == 0) {
			t.Errorf("%s: exit %d, want %d; %d bytes behind\n%s", c.name, code, c.code, len(rest), stderr.String())
		}
		if c.code != 0 && (!strings.Contains(stderr.String(), fmt.Sprintf("standard input: batch %d", c.whole)) || !strings.Contains(stderr.String(), "is damaged")) {
			t.Errorf("%s: %s", c.name, stderr.String())
		}
	}
}

// exchanging is infer, started as an engine starts it: questions go in, answers come out, and what it says is kept.
func exchanging(t *testing.T, model string) (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser, said *bytes.Buffer) {
	t.Helper()
	return started(t, stagetest.Program{Stage: "infer stream", Args: []string{"--model", model, "--quiet"}}.Command(t, ""))
}

// started starts a process between two pipes.
func started(t *testing.T, cmd *exec.Cmd) (_ *exec.Cmd, in io.WriteCloser, out io.ReadCloser, said *bytes.Buffer) {
	t.Helper()
	said = &bytes.Buffer{}
	cmd.Stderr = said
	in, errIn := cmd.StdinPipe()
	pipe, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, pipe, said
}
