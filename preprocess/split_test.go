package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// labelled is a corpus of n documents.
func labelled(t *testing.T, n int, order func(lines []string)) string {
	t.Helper()
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"id":"d%d","title":"t%s","abstract":"b%s of","keywords":["b%[2]s"]}`, i, letters(i), letters(i)))
	}
	if order != nil {
		order(lines)
	}
	return stagetest.Write(t, t.TempDir(), "c.jsonl", strings.Join(lines, "\n"))
}

// letters spells a number without digits, which are all one token.
func letters(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n))
}

// TestValidShare: about the share of the documents is for validation, each document in one set only; it is the same ones
// for any order, cut and number of threads, and with more or fewer documents beside them. The vocabulary is of the others.
func TestValidShare(t *testing.T) {
	const n = 400
	var want []string
	for i, args := range [][]string{nil, {"--shards", "3"}, {"--threads", "1"}, {"--threads", "5"}, {"--duplicates", "keep"}} {
		out, log := execute(t, 0, append([]string{"--train", labelled(t, n, nil), "--valid-share", "0.25"}, args...)...)
		train, valid := ids(t, out, "train"), ids(t, out, "valid")
		if want == nil {
			want = valid
		}
		if !slices.Equal(valid, want) || len(train)+len(valid) != n || slices.ContainsFunc(train, func(id string) bool { return slices.Contains(valid, id) }) {
			t.Errorf("%v: %d for validation, want %d; %d for training", args, len(valid), len(want), len(train))
		}
		for set, size := range map[string]int{"train": len(train), "valid": len(valid)} {
			if line := fmt.Sprintf(`msg="read %s" stage=preprocess rows=%d documents=%d rejected=0 filtered=0`, set, size, size); !strings.Contains(log, line) {
				t.Errorf("%v: no %s in\n%s", args, line, log)
			}
			if i == 0 {
				if x, _ := readExamples(t, out, "examples."+set+"-00000-of-00001.arrow"); len(x) != size {
					t.Errorf("%d examples of %s, want %d", len(x), set, size)
				}
			}
		}
		for _, r := range readTable(t, schemas.Vocab, out, "vocab.parquet")[7:] {
			if r.Token == "of" && r.Count != int64(len(train)) {
				t.Errorf("%v: the vocabulary counts %d documents, want %d", args, r.Count, len(train))
			}
		}
	}
	if len(want) < n/5 || len(want) > n*3/10 {
		t.Errorf("%d of %d documents are a share of 0.25", len(want), n)
	}
	back, _ := execute(t, 0, "--train", labelled(t, n, slices.Reverse[[]string]), "--valid-share", "0.25", "--quiet")
	got := ids(t, back, "valid")
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("from the last document to the first, others are for validation: %d, not %d", len(got), len(want))
	}
	half, _ := execute(t, 0, "--train", labelled(t, n/2, nil), "--valid-share", "0.25", "--quiet")
	if got := ids(t, half, "valid"); !slices.Equal(got, want[:len(got)]) {
		t.Error("without half of the documents, others of the rest are for validation")
	}
}
