package main

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestStream: --out - writes to standard output what the export's file holds, and that alone.
func TestStream(t *testing.T) {
	model, spec := modelDir(t), rawCorpora(t, 200)["gz"]
	args := []string{"--model", model, "--documents", spec, "--max-rejects", "5%"}
	for _, more := range [][]string{{"--export", "jsonl"}, {"--export", "csv"}, {"--export", "txt"}, {"--export", "jsonl", "--export-text"}} {
		out := mustInfer(t, append(more, args...)...)
		want := readFile(t, filepath.Join(out, "predictions."+more[1]))
		r := stagetest.Do(t, stage(), append(append(more, args...), "--out", "-", "--window", "9")...)
		if r.Stdout != string(want) || len(want) < 2000 {
			t.Errorf("%v: %d bytes on standard output, %d in the file", more, len(r.Stdout), len(want))
		}
	}
	for _, c := range []struct {
		more []string
		want string
	}{{nil, "give one --export, such as jsonl or csv"}, {[]string{"--export", "jsonl,csv"}, "give one --export"}, {[]string{"--export", "jsonl", "--slots"}, "leave --slots out"}} {
		stagetest.Refused(t, stage(), stages.ExitUsage, []string{"--out - writes one export and nothing else", c.want}, append(append(c.more, args...), "--out", "-")...)
	}
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"export_text needs --export jsonl"}, append(args, "--export", "txt", "--export-text", "--out", "-")...)
}

// TestPipe: what comes in a pipe is labelled as it is from a file, and goes out in another.
func TestPipe(t *testing.T) {
	model, specs := modelDir(t), rawCorpora(t, 200)
	args := []string{"--model", model, "--max-rejects", "5%", "--export", "jsonl"}
	want := readFile(t, filepath.Join(mustInfer(t, append(args, "--documents", specs["gz"])...), export.JSONFile))
	p := stagetest.Program{Stage: "infer", Args: append(args, "--documents", "-")}
	for _, name := range []string{"gz", "jsonl", "csv"} {
		cmd := p.Command(t, "-")
		cmd.Stdin = bytes.NewReader(readFile(t, specs[name])) // more than a pipe holds at once
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if got, err := cmd.Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d; %v\n%s", name, len(got), len(want), err, stderr.String())
		}
	}
	cmd := p.Command(t, filepath.Join(t.TempDir(), "out"), "--shard", "0/2")
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != stages.ExitUsage || !strings.Contains(string(out), "a pipe can be read only once") {
		t.Errorf("a shard of a pipe: %v\n%s", cmd.ProcessState, out)
	}
}

// TestStreamProcess: lines come as windows are finished, and a reader that has had enough ends the program without a word.
func TestStreamProcess(t *testing.T) {
	spec := rawCorpora(t, 4000)["json"]
	p := stagetest.Program{Stage: "infer", Args: []string{"--model", modelDir(t), "--documents", spec, "--export", "jsonl", "--window", "16", "--quiet"}}
	cmd := p.Command(t, "-")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReaderSize(stdout, 16).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, `{"id":"d0",`) {
		t.Errorf("first %q, %v", line, err)
	}
	stdout.Close()
	cmd.Wait()
	if s := cmd.ProcessState.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGPIPE || stderr.Len() > 0 {
		t.Errorf("%v: %s", cmd.ProcessState, stderr.String())
	}
}
