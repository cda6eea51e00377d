package text

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// pair is one kept document of the kit's text files.
type pair struct {
	source  []string
	targets [][]string
}

// trainingPairs reads the training texts by the rules of the released reader:
// blank lines and pairs that are too long are left out.
func trainingPairs(t *testing.T) []pair {
	t.Helper()
	targets := lines(t, parity.Path(t, "..", "data", "kp20k_small", "train_trg.txt"))
	var kept []pair
	for i, line := range lines(t, parity.Path(t, "..", "data", "kp20k_small", "train_src.txt")) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		var p pair
		for part := range strings.SplitSeq(line, "<eos>") {
			p.source = append(p.source, strings.Split(strings.TrimSpace(part), " ")...)
		}
		for phrase := range strings.SplitSeq(strings.TrimSpace(targets[i]), ";") {
			p.targets = append(p.targets, strings.Split(phrase, " "))
		}
		if len(p.source) <= 400 && len(p.targets) <= 14 {
			kept = append(kept, p)
		}
	}
	return kept
}

func TestCounterKit(t *testing.T) {
	c := NewCounter()
	for i, p := range trainingPairs(t) {
		count(c, int64(i), p.source, p.targets)
	}
	rows := c.Rows()
	want := lines(t, parity.Path(t, "preprocess", "vocab.tsv"))
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, r := range rows {
		count := "-"
		if i >= int(FirstWord) {
			count = fmt.Sprint(r.Count)
		}
		if got := fmt.Sprintf("%d\t%s\t%s", r.ID, r.Token, count); got != want[i] {
			t.Fatalf("row %d: %q, want %q", i+1, got, want[i])
		}
	}
}

// document is a row of docs.<conf>.jsonl or test_docs.<conf>.jsonl.
type document struct {
	Source   []string   `json:"src_str"`
	Targets  [][]string `json:"trg_str"`
	IDs      []int32    `json:"src"`
	Extended []int32    `json:"src_oov"`
	OOV      []string   `json:"oov_list"`
	Trg      [][]int32  `json:"trg"`
	TrgCopy  [][]int32  `json:"trg_copy"`
}

func TestEncodeKit(t *testing.T) {
	for _, file := range parity.Files(t, "preprocess/*docs.v*.jsonl") {
		conf := strings.Split(filepath.Base(file), ".")[1]
		t.Run(filepath.Base(file), func(t *testing.T) {
			size, limit := 0, 1000
			if n, _ := fmt.Sscanf(strings.Replace(conf, "_unk", " ", 1), "v%d %d", &size, &limit); n == 0 {
				t.Fatalf("configuration %q has no size", conf)
			}
			v, err := NewVocabulary(kitRows(t), size)
			if err != nil {
				t.Fatal(err)
			}
			for i, d := range objects[document](t, file) {
				x := v.Encode("", d.Source, d.Targets, Encoding{MaxOOV: limit, Released: true})
				plain := slices.Clone(x.Targets)
				for j, ids := range plain {
					plain[j] = slices.Clone(ids)
					for k, id := range ids {
						if int(id) >= v.Size() {
							plain[j][k] = Unk
						}
					}
				}
				if !slices.Equal(x.Source, d.IDs) || !slices.Equal(x.Extended, d.Extended) || !slices.Equal(x.OOV, d.OOV) ||
					!slices.EqualFunc(x.Targets, d.TrgCopy, slices.Equal) || !slices.EqualFunc(plain, d.Trg, slices.Equal) {
					t.Errorf("row %d: %+v\nwant %+v", i+1, x, d)
				}
			}
		})
	}
}

// kitRows reads the kit's vocabulary.
func kitRows(t *testing.T) []schemas.VocabRow {
	t.Helper()
	var rows []schemas.VocabRow
	for i, line := range lines(t, parity.Path(t, "preprocess", "vocab.tsv")) {
		columns := strings.Split(line, "\t")
		r := schemas.VocabRow{ID: int32(i), Token: columns[1]}
		fmt.Sscan(columns[2], &r.Count) // "-" for specials stays 0
		rows = append(rows, r)
	}
	return rows
}
