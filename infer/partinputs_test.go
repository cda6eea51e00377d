package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// filesOf are the files of the documents that a manifest lists, and their rows, in words: "a 20, b 20".
func filesOf(t *testing.T, manifest string) string {
	t.Helper()
	var m stages.Manifest
	if err := json.Unmarshal(readFile(t, manifest), &m); err != nil || m.Inputs[0].Port != "model" || len(m.Inputs[0].Files) == 0 {
		t.Fatalf("%s: %v, %+v", manifest, err, m.Inputs)
	}
	var words []string
	for _, in := range m.Inputs[1:] {
		for _, f := range in.Files {
			word := strings.TrimSuffix(filepath.Base(f.Path), ".jsonl")
			if f.Rows != nil {
				word += fmt.Sprint(" ", *f.Rows)
			}
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// TestPartInputs: the manifest of a part lists the files that the part reads, that of the whole lists all, with their rows; and
// parts of another corpus are refused, be it in a file that the parts at hand do not read.
func TestPartInputs(t *testing.T) {
	model, dir := modelDir(t), t.TempDir()
	write := func(name string, rows int) string {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, "{\"id\":\"%s%d\",\"title\":\"w%d\"}\n", name, i, 7+i%40)
		}
		return stagetest.Write(t, dir, name+".jsonl", b.String())
	}
	files := []string{write("a", 20), write("b", 10), write("c", 30), write("d", 1)}
	for size, want := range map[string][]string{
		"20": {"a 20", "b 10, c 30", "c 30", "d 1"},
		"15": {"a 20", "a 20, b 10", "c 30", "c 30", "d 1"},
		"59": {"a 20, b 10, c 30", "c 30, d 1"},
	} {
		for _, given := range [][]string{{"--documents", dir}, {"--documents", files[0], "--documents", filepath.Join(dir, "[bcd].jsonl")}} {
			args := append([]string{"--model", model, "--part-documents", size}, given...)
			out := mustInfer(t, args...)
			for i, files := range want {
				if got := filesOf(t, filepath.Join(out, fmt.Sprintf("predictions-%05d-of-%05d.manifest.json", i, len(want)))); got != files {
					t.Errorf("parts of %s: part %d is of %s, want %s", size, i, got, files)
				}
			}
			if got := filesOf(t, filepath.Join(out, "manifest.json")); got != "a 20, b 10, c 30, d 1" {
				t.Errorf("parts of %s: the whole is of %s", size, got)
			}
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", model, "--documents", dir, "--part-documents", "20", "--out", out}
	stagetest.Do(t, stage(), append(args, "--shard", "0/4")...) // which reads a alone
	write("d", 2)
	for _, shard := range []string{"0/4", "1/4"} {
		stagetest.Refused(t, stage(), stages.ExitUsage, []string{"input documents has changed"}, append(args, "--shard", shard)...)
	}
	write("d", 1)
	if code, said := infer(t, args...); code != 0 || strings.Count(said, "part done") != 3 {
		t.Errorf("the corpus as it was: exit %d: %s", code, said)
	}
}
