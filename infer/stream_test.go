package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
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
	want := []string{"--out - writes one export", "--export", "jsonl, csv or txt"}
	for _, more := range [][]string{nil, {"--export", "jsonl,csv"}, {"--export", "jsonl", "--slots"}} {
		stagetest.Refused(t, stage(), stages.ExitUsage, want, append(append(more, args...), "--out", "-")...)
	}
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"export_text needs --export jsonl"}, append(args, "--export", "txt", "--export-text", "--out", "-")...)
}

// TestExports: what the exports say is what the predictions hold; a line of JSON has the text with --export-text alone.
func TestExports(t *testing.T) {
	docs := filepath.Join(t.TempDir(), "a.jsonl")
	save(t, docs, func(f *os.File) error {
		_, err := f.WriteString(`{"id":"a","title":"Graph-Cuts","abstract":"Of IMAGES."}` + "\n")
		return err
	})
	tokens := documentsFile(t, []schemas.Document{{ID: "b", Title: []string{"w8", "w9"}, Body: []string{"w7"}}})
	model, all := choosing(t), madeUp(t)
	all.Floor = 0 // every slot is heard, so that there is a phrase
	if err := saveChoice(all, model); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want [2]string
	}{
		{[]string{"--export-text"}, [2]string{`{"id":"a","title":"Graph-Cuts","text":"Of IMAGES.","keyphrases":`, `{"id":"b","title":"w8 w9","text":"w7","keyphrases":`}},
		{nil, [2]string{`{"id":"a","keyphrases":`, `{"id":"b","keyphrases":`}},
	} {
		out := mustInfer(t, append(c.args, "--model", model, "--documents", docs, "--documents", tokens, "--export", "jsonl,csv", "--absent", "all")...)
		lines := strings.Split(string(readFile(t, filepath.Join(out, jsonFile))), "\n")
		cells, err := csv.NewReader(bytes.NewReader(readFile(t, filepath.Join(out, csvFile)))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		cells = cells[1:]
		for i, p := range readTable(t, schemas.Predictions, out, "predictions-*.parquet") {
			if !strings.HasPrefix(lines[i], c.want[i]) {
				t.Errorf("%v: %s\nwant %s", c.args, lines[i], c.want[i])
			}
			var l struct {
				Keyphrases []string
				Scores     []float32
			}
			if err := json.Unmarshal([]byte(lines[i]), &l); err != nil || len(l.Keyphrases) == 0 {
				t.Errorf("%s: %v", lines[i], err)
			}
			for _, k := range p.Phrases {
				if !k.Duplicate {
					if len(cells) == 0 || cells[0][0] != p.ID || cells[0][2] != k.Phrase || l.Keyphrases[0] != k.Phrase ||
						cells[0][3] != strconv.FormatFloat(float64(k.Score), 'g', -1, 32) || l.Scores[0] != k.Score || k.Score == k.SlotScore {
						t.Fatalf("document %s, phrase %s: %v, %v", p.ID, k.Phrase, cells, l)
					}
					cells, l.Keyphrases, l.Scores = cells[1:], l.Keyphrases[1:], l.Scores[1:]
				}
			}
		}
	}
}

// TestPipe: what comes in a pipe is labelled as it is from a file, and goes out in another.
func TestPipe(t *testing.T) {
	model, specs := modelDir(t), rawCorpora(t, 200)
	args := []string{"--model", model, "--max-rejects", "5%", "--export", "jsonl"}
	want := readFile(t, filepath.Join(mustInfer(t, append(args, "--documents", specs["gz"])...), jsonFile))
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
