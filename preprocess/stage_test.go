package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestGolden(t *testing.T) {
	stagetest.Golden(t, stage, "testdata/*.txtar",
		stagetest.Rows("train-*.parquet", schemas.Documents), stagetest.Rows("valid-*.parquet", schemas.Documents),
		stagetest.Rows("test.*.parquet", schemas.Documents),
		stagetest.Rows("vocab.parquet", schemas.Vocab), stagetest.Rows("filtered.parquet", schemas.FilteredRows),
		stagetest.Examples("examples.*.arrow"))
}

// TestStageIsWellFormed: presets keep the limits, which are those of the vocabulary and of the model's positions.
func TestStageIsWellFormed(t *testing.T) {
	if err := stage.Validate(); err != nil {
		t.Fatal(err)
	}
	if text.FirstWord+1 != 8 || rule.Positions != 2999 {
		t.Errorf("vocab_size and max_tokens are limited by other numbers than %d and %d", text.FirstWord+1, rule.Positions)
	}
	for _, p := range stage.Presets {
		c := defaults()
		p.Apply(&c)
		if err := c.check(); err != nil {
			t.Errorf("preset %s: %v", p.Name, err)
		}
	}
}

// TestBytesDoNotDependOnThreads runs a corpus of many batches, cut into files.
func TestBytesDoNotDependOnThreads(t *testing.T) {
	out := stagetest.Twice(t, stage, nil, "--sample", "1500", "--shards", "3", "--quiet")
	if files, err := filepath.Glob(filepath.Join(out, "[a-z]*")); err != nil || len(files) != 3*5+3+1 {
		t.Errorf("%d files: %v", len(files), files)
	}
}

// TestCounts works out what the manifest says of a set.
func TestCounts(t *testing.T) {
	corpus := stagetest.Write(t, t.TempDir(), "c.jsonl", strings.Join([]string{
		`{"title":"Deep learning","abstract":"of graphs","keywords":["graph","learning deep","deep learning","x"]}`, // 3 and 2 tokens
		`{"title":"deep learning","abstract":"other words stand here","keywords":[]}`,                               // the same title
		`{"title":"","abstract":"","keywords":["x"]}`,
		`bad`,
		`{"title":"Walks","abstract":"on trees","keywords":["walk"]}`, // 2 and 2
	}, "\n"))
	out, _ := execute(t, 0, "--train", corpus, "--max-rejects", "50%", "--quiet")
	manifest := readJSON[struct {
		Read    int64 `json:"rows_read"`
		Rejects int64 `json:"rows_rejected"`
		Inputs  []struct{ Files []struct{ Rows int64 } }
		Notes   struct{ Sets map[string]counts }
	}](t, filepath.Join(out, "manifest.json"))
	want := counts{Read: 5, Documents: 2, Rejected: 1, Filtered: map[string]int64{"empty": 1, "duplicate title in train": 1},
		Tokens: 9, Present: 3, Absent: 2}
	if rows := manifest.Inputs[0].Files[0].Rows; rows != 5 {
		t.Errorf("the corpus has %d rows", rows)
	}
	if got := manifest.Notes.Sets["train"]; !reflect.DeepEqual(got, want) || manifest.Read != 5 || manifest.Rejects != 1 {
		t.Errorf("%+v; %d read, %d rejected; want %+v", got, manifest.Read, manifest.Rejects, want)
	}
}

// TestDocumentsAreACorpus reads what the stage wrote. The vocabularies differ in the mark of made-up documents alone.
func TestDocumentsAreACorpus(t *testing.T) {
	first, _ := execute(t, 0, "--sample", "60", "--quiet")
	second, _ := execute(t, 0, "--train", filepath.Join(first, "train-*.parquet"), "--valid", filepath.Join(first, "valid-00000-of-00001.parquet"), "--quiet")
	stagetest.Equal(t, first, second, "test.*", "valid-*", "vocab.parquet", "filtered.parquet")
	if a, b := readTable(t, schemas.Vocab, first, "vocab.parquet"), readTable(t, schemas.Vocab, second, "vocab.parquet"); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("%d and %d words differ", len(a), len(b))
	}
}

// TestMarkAndLongLine holds that a byte order mark at the head of the files of a
// pair is no part of their first words, and that a line of 2 MiB is a document
// like any other; score holds the same of its gold pairs.
func TestMarkAndLongLine(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const mark = "\ufeff"
	source := "deep learning . <eos> a body\nlong <eos> " + strings.Repeat("w ", 1<<20) + "end\n"
	target := "deep learning;body\nend\n"
	out, _ := execute(t, 0, "--test", "x="+put("s.txt", mark+source)+":"+put("t.txt", mark+target), "--quiet")
	got := readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet")
	if len(got) != 2 || got[0].Title[0] != "deep" || !reflect.DeepEqual(got[0].Present, [][]string{{"deep", "learning"}, {"body"}}) {
		t.Fatalf("%d documents, the first with title %q and keyphrases %q", len(got), got[0].Title, got[0].Present)
	}
	if n := len(got[1].Body); n != 1<<20+1 || !reflect.DeepEqual(got[1].Present, [][]string{{"end"}}) {
		t.Errorf("a long line has %d tokens and keyphrases %q", n, got[1].Present)
	}
}

// TestVocabularySays: a vocabulary says how its words came out of raw text, and whether the documents were made up.
func TestVocabularySays(t *testing.T) {
	corpus := stagetest.Write(t, t.TempDir(), "a.jsonl", `{"title":"graph cuts","abstract":"of images","keywords":["graph cut"]}`)
	for _, c := range []struct {
		unicode text.Unicode
		sample  bool
		args    []string
	}{{text.Fold, true, []string{"--sample", "10"}}, {text.Strip, false, []string{"--train", corpus, "--unicode", "strip"}}} {
		out, _ := execute(t, 0, c.args...)
		file, err := text.ReadVocabulary(filepath.Join(out, vocabFile))
		if err != nil || file.Unicode != c.unicode || file.Sample != c.sample {
			t.Errorf("%v: %s, %v, %v", c.args, file.Unicode, file.Sample, err)
		}
	}
}
