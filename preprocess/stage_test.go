package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestGolden(t *testing.T) {
	stagetest.Golden(t, stage, "testdata/*.txtar",
		stagetest.Rows("train-*.parquet", schemas.Documents), stagetest.Rows("valid-*.parquet", schemas.Documents),
		stagetest.Rows("test.*.parquet", schemas.Documents),
		stagetest.Rows("vocab.parquet", schemas.Vocab), stagetest.Rows("filtered.parquet", schemas.FilteredRows),
		stagetest.Examples("examples.*.arrow"))
}

func TestStageIsWellFormed(t *testing.T) {
	if err := stage.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, p := range stage.Presets {
		c := defaults()
		p.Apply(&c)
		if err := c.check(); err != nil {
			t.Errorf("preset %s: %v", p.Name, err)
		}
	}
}

// TestRequired: which sets are asked for says which files a finished output has.
func TestRequired(t *testing.T) {
	corpus := stagetest.Write(t, t.TempDir(), "c.jsonl", "{}\n")
	always := []string{"filtered.parquet"}
	train := append(always, "train-*.parquet", "examples.train-*.arrow", "vocab.parquet")
	both := append(train, "valid-*.parquet", "examples.valid-*.arrow")
	for _, c := range []struct{ args, files []string }{
		{[]string{"--test", "x=" + corpus}, append(always, "test.x-*.parquet")},
		{[]string{"--valid", corpus}, append(always, "valid-*.parquet")},
		{[]string{"--train", corpus}, train},
		{[]string{"--train", corpus, "--valid", corpus}, both},
		{[]string{"--train", corpus, "--valid-share", "0.1"}, both},
		{[]string{"--sample", "5"}, append(both, "test.sample-*.parquet")},
	} {
		stagetest.Required(t, stage, c.files, c.args...)
	}
}

func TestUsage(t *testing.T) {
	corpus := filepath.Join(t.TempDir(), "c.txt")
	if err := os.WriteFile(corpus, []byte("a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "nothing to do: give --train"},
		{[]string{"--label", corpus}, "there is no flag --label any more: use infer --documents CORPUS"},
		{[]string{"--sample-label", "5"}, "infer --documents 'OUT/test.sample-*.parquet'"},
		{[]string{"--train", corpus, "--shard", "0/2"}, "use infer --documents CORPUS --shard I/N"},
		{[]string{"--sample", "5", "--train", corpus}, "do not go together"},
		{[]string{"--sample", "5", "--unicode", "none"}, `unicode is "none"`},
		{[]string{"--sample", "5", "--max-tokens", "5000"}, "max_tokens is 5000, want 1 to 2999"},
		{[]string{"--sample", "5", "--vocab-size", "7"}, "vocab_size is 7"},
	} {
		if _, log := execute(t, stages.ExitUsage, c.args...); !strings.Contains(log, c.want) {
			t.Errorf("%v: %s\nwant %s", c.args, log, c.want)
		}
	}
}

// digests are the contents of an output folder but manifests.
func digests(t *testing.T, out string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "manifest.json") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return all
}

// TestBytesDoNotDependOnThreads runs a corpus of many batches.
func TestBytesDoNotDependOnThreads(t *testing.T) {
	var want map[string]string
	for _, threads := range []string{"1", "2", "5"} {
		out, _ := execute(t, 0, "--sample", "1500", "--shards", "3", "--threads", threads, "--quiet")
		got := digests(t, out)
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s threads: %v\nwant %v", threads, got, want)
		}
	}
	if len(want) != 3+3+3+3+3+3 {
		t.Errorf("%d files: %v", len(want), want)
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
		Notes   struct{ Sets map[string]counts }
	}](t, filepath.Join(out, "manifest.json"))
	want := counts{Read: 5, Documents: 2, Rejected: 1, Filtered: map[string]int64{"empty": 1, "duplicate title in train": 1},
		Tokens: 9, Present: 3, Absent: 2}
	if got := manifest.Notes.Sets["train"]; !reflect.DeepEqual(got, want) || manifest.Read != 5 || manifest.Rejects != 1 {
		t.Errorf("%+v; %d read, %d rejected; want %+v", got, manifest.Read, manifest.Rejects, want)
	}
}

// TestManyCorpora: training and validation may each be several corpora, one behind the other.
func TestManyCorpora(t *testing.T) {
	dir := t.TempDir()
	one := func(name string) string {
		return stagetest.Write(t, dir, name+".jsonl", `{"id":"`+name+`","title":"`+name+`","abstract":"of `+name+`","keywords":["k"]}`)
	}
	train, _ := execute(t, 0, "--train", one("a"), "--train", one("b"), "--valid", one("c"), "--valid", one("d"), "--quiet")
	for path, want := range map[string]string{
		filepath.Join(train, "train-00000-of-00001.parquet"): "ab", filepath.Join(train, "valid-00000-of-00001.parquet"): "cd",
	} {
		got := ""
		for _, d := range readTable(t, schemas.Documents, filepath.Dir(path), filepath.Base(path)) {
			got += d.ID
		}
		if got != want {
			t.Errorf("%s holds %s, want %s", filepath.Base(path), got, want)
		}
	}
}

// TestRowsOfInputs: the manifest says how many rows each file of a corpus has, those of a pair by the source.
func TestRowsOfInputs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonl": `{"title":"a","abstract":"b","keywords":[]}` + "\n" + `{"title":"c","abstract":"d","keywords":[]}` + "\n",
		"b_s.txt": "a <eos> b\nc <eos> d\ne <eos> f\n", "b_t.txt": "a\nb\nc\n",
	} {
		stagetest.Write(t, dir, name, text)
	}
	pair := filepath.Join(dir, "b_s.txt") + ":" + filepath.Join(dir, "b_t.txt")
	out, _ := execute(t, 0, "--test", "a="+filepath.Join(dir, "a.jsonl"), "--test", "b="+pair, "--quiet")
	manifest := readJSON[struct {
		Inputs []struct {
			Name  string
			Files []struct{ Rows *int64 }
		}
	}](t, filepath.Join(out, "manifest.json"))
	rows := map[string]int64{}
	for _, in := range manifest.Inputs {
		if n := in.Files[0].Rows; n != nil {
			rows[in.Name] = *n
		}
	}
	if rows["a"] != 2 || rows["b"] != 3 {
		t.Errorf("rows %v", rows)
	}
}

// TestDocumentsAreACorpus reads what the stage wrote. The vocabularies differ in the mark of made-up documents alone.
func TestDocumentsAreACorpus(t *testing.T) {
	first, _ := execute(t, 0, "--sample", "60", "--quiet")
	second, _ := execute(t, 0, "--train", filepath.Join(first, "train-*.parquet"), "--valid", filepath.Join(first, "valid-00000-of-00001.parquet"), "--quiet")
	for _, name := range []string{"train-00000-of-00001.parquet", "examples.train-00000-of-00001.arrow", "examples.valid-00000-of-00001.arrow"} {
		a, b := digests(t, first)[name], digests(t, second)[name]
		if a != b || a == "" {
			t.Errorf("%s differs", name)
		}
	}
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

// TestTooManyRejects ends with the code for bad input and leaves nothing.
func TestTooManyRejects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.jsonl")
	if err := os.WriteFile(path, []byte("{\"title\":\"a\",\"abstract\":\"b\",\"keywords\":[]}\nbad\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, log := execute(t, stages.ExitInput, "--test", "x="+path)
	if !strings.Contains(log, "1 of 2 rows are bad") {
		t.Error(log)
	}
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
		t.Error("an output was left")
	}
	kept, err := os.ReadFile(out + "/rejects.jsonl")
	if err != nil || strings.Count(string(kept), "\n") != 1 || !strings.Contains(log, out+"/rejects.jsonl") {
		t.Errorf("the bad rows: %v, %s\n%s", err, kept, log)
	}
}

// TestNothingLeft says why no training document is left, and where the bad
// rows are.
func TestNothingLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.jsonl")
	if err := os.WriteFile(path, []byte("{\"title\":\"a\",\"abstract\":\"b\",\"keywords\":[]}\nbad\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, log := execute(t, stages.ExitInput, "--train", path, "--max-rejects", "1", "--max-tokens", "1")
	want := "no training document is left of 2 rows: 1 are bad, 1 are filtered (too long); the last bad row: not valid JSON: invalid character 'b' looking for beginning of value; the bad rows read so far (1) are listed in " + out + "/rejects.jsonl"
	if !strings.Contains(log, want) {
		t.Errorf("%s, want %q", log, want)
	}
}

// TestNoKeyphrases: documents without keyphrases, or with none that is short enough, cannot train, but can validate and be
// labelled.
func TestNoKeyphrases(t *testing.T) {
	none := stagetest.Write(t, t.TempDir(), "none.csv", "id,title,abstract,keywords\n1,a,b,\n2,c,d,\n")
	some := stagetest.Write(t, t.TempDir(), "some.csv", "id,title,abstract,keywords\n3,e,f,\n4,g,h,g\n")
	if _, log := execute(t, stages.ExitInput, "--train", none); !strings.Contains(log, none+": no keyphrase of 2 training documents is left; name the column of keyphrases by --columns keywords=NAME") {
		t.Error(log)
	}
	long := stagetest.Write(t, t.TempDir(), "long.csv", "id,title,abstract,keywords\n1,a,b,one two three four five six seven\n")
	if _, log := execute(t, stages.ExitInput, "--train", long); !strings.Contains(log, long+": no keyphrase of 1 training documents is left") {
		t.Error(log)
	}
	execute(t, 0, "--train", some, "--valid", none)
	execute(t, 0, "--test", "t="+none)
}

// TestPipeline holds that the settings of the repository's pipeline.yaml are
// this stage's.
func TestPipeline(t *testing.T) {
	stagetest.Describe(t, stage, filepath.Join("..", "pipeline.yaml"))
}

// TestVocabularySaysUnicode: a vocabulary says how its words came out of raw text, whether that is the default or not.
func TestVocabularySaysUnicode(t *testing.T) {
	for _, want := range []string{"fold", "strip"} {
		out, _ := execute(t, 0, "--sample", "10", "--unicode", want, "--quiet")
		r, err := schemas.Vocab.Open(filepath.Join(out, "vocab.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if got, _ := r.Metadata(schemas.UnicodeKey); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
