package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// labelled is a corpus of n documents, of which the one with the number also repeats the text of that with the number of.
func labelled(t *testing.T, n int, also map[int]int, order func(lines []string)) string {
	t.Helper()
	var lines []string
	for i := range n {
		word := i
		if of, ok := also[i]; ok {
			word = of
		}
		lines = append(lines, fmt.Sprintf(`{"id":"d%d","title":"t%s","abstract":"b%s of","keywords":["b%[2]s"]}`, i, letters(word), letters(word)))
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
		out, log := execute(t, 0, append([]string{"--train", labelled(t, n, nil, nil), "--valid-share", "0.25"}, args...)...)
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
	back, _ := execute(t, 0, "--train", labelled(t, n, nil, slices.Reverse[[]string]), "--valid-share", "0.25", "--quiet")
	got := ids(t, back, "valid")
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("from the last document to the first, others are for validation: %d, not %d", len(got), len(want))
	}
	half, _ := execute(t, 0, "--train", labelled(t, n/2, nil, nil), "--valid-share", "0.25", "--quiet")
	if got := ids(t, half, "valid"); !slices.Equal(got, want[:len(got)]) {
		t.Error("without half of the documents, others of the rest are for validation")
	}
}

// TestValidShareLimits: the limits of a training document are not for those that are held for validation, but what no network
// can read is for nobody.
func TestValidShareLimits(t *testing.T) {
	const n = 120
	var lines []string
	for i := range n {
		word, keywords, text := letters(i), []string{"a"}, "of"
		switch i % 4 {
		case 1:
			for k := range 14 {
				keywords = append(keywords, "b"+letters(k))
			}
		case 2:
			text = strings.Repeat("w ", 400)
		case 3:
			text = strings.Repeat("w ", 3000)
		}
		lines = append(lines, fmt.Sprintf(`{"id":"d%d","title":"t%s","abstract":"b%s %s","keywords":%q}`, i, word, word, text, strings.Join(keywords, ";")))
	}
	corpus := stagetest.Write(t, t.TempDir(), "c.jsonl", strings.Join(lines, "\n"))
	out, log := execute(t, 0, "--train", corpus, "--valid-share", "0.5")
	of := func(ids []string) (kinds [4]int) {
		for _, id := range ids {
			var i int
			fmt.Sscanf(id, "d%d", &i)
			kinds[i%4]++
		}
		return kinds
	}
	train, valid := of(ids(t, out, "train")), of(ids(t, out, "valid"))
	if train[0] == 0 || train != [4]int{train[0]} {
		t.Errorf("for training %v short ones, ones of many keyphrases, long ones and ones beyond all limits", train)
	}
	if slices.Contains(valid[:3], 0) || valid[3] != 0 {
		t.Errorf("for validation %v of them", valid)
	}
	if got, want := of(causes(t, out)), [4]int{0, n/4 - valid[1], n/4 - valid[2], n / 4}; got != want {
		t.Errorf("%v left out, want %v", got, want)
	}
	kept := valid[0] + valid[1] + valid[2]
	if line := fmt.Sprintf(`msg="read valid" stage=preprocess rows=%d documents=%d rejected=0 filtered=0`, kept, kept); !strings.Contains(log, line) {
		t.Errorf("no %s in\n%s", line, log)
	}
	if x, _ := readExamples(t, out, "examples.valid-00000-of-00001.arrow"); len(x) != kept {
		t.Errorf("%d examples for validation, want %d", len(x), kept)
	}
}

// TestValidShareDuplicates: no document of one split repeats one of the other, whichever comes first.
func TestValidShareDuplicates(t *testing.T) {
	out, _ := execute(t, 0, "--train", labelled(t, 40, nil, nil), "--valid-share", "0.5", "--quiet")
	train, valid := ids(t, out, "train"), ids(t, out, "valid")
	number := func(id string) (i int) { fmt.Sscanf(id, "d%d", &i); return i }
	of := func(ids []string, after int) int {
		return number(ids[slices.IndexFunc(ids, func(id string) bool { return number(id) > after })])
	}
	v := number(valid[0])
	b := of(train, v) // repeats v, of validation
	a := of(train, b)
	w := of(valid, a) // repeats a, of training
	out, _ = execute(t, 0, "--train", labelled(t, 40, map[int]int{b: v, w: a}, nil), "--valid-share", "0.5", "--quiet")
	if got, want := len(ids(t, out, "train")), len(train)-1; got != want {
		t.Errorf("%d training documents, want %d", got, want)
	}
	if got, want := len(ids(t, out, "valid")), len(valid)-1; got != want {
		t.Errorf("%d validation documents, want %d", got, want)
	}
	if want := []string{fmt.Sprintf("d%d: duplicate title in valid d%d", b, v), fmt.Sprintf("d%d: duplicate title in train d%d", w, a)}; !slices.Equal(causes(t, out), want) {
		t.Errorf("%q, want %q", causes(t, out), want)
	}
	sets := readJSON[struct {
		Notes struct{ Sets map[string]counts }
	}](t, filepath.Join(out, "manifest.json")).Notes.Sets
	if c := sets["train"]; c.Read != int64(len(train)+1) || c.Documents != int64(len(train)-1) || sets["valid"].Read != int64(len(valid)-1) {
		t.Errorf("the manifest says %+v and %+v", c, sets["valid"])
	}
}
