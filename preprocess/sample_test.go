package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestSampleMark: the vocabulary of made-up documents says so, and no other.
func TestSampleMark(t *testing.T) {
	corpus := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(corpus, []byte(`{"title":"graph cuts","abstract":"of images","keywords":["graph cut"]}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]bool{"30": true, corpus: false} {
		flag, out := "--sample", filepath.Join(t.TempDir(), "out")
		if !want {
			flag = "--train"
		}
		stagetest.Do(t, stage, flag, value, "--out", out)
		file, err := text.ReadVocabulary(filepath.Join(out, vocabFile))
		if err != nil || file.Sample != want {
			t.Errorf("%s: sample %t, %v, want %t", flag, file.Sample, err, want)
		}
	}
}
