package main

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestAbsent: the default is a threshold on probabilities and all where scores are none; what is neither is refused.
func TestAbsent(t *testing.T) {
	for given, want := range map[string][2]export.Absent{ // for scores that are probabilities, and others
		"auto": {{Least: .1, Sure: true}, {}},
		"all":  {},
		"none": {{Least: 2}, {Least: 2}},
		"0.25": {{Least: .25, Sure: true}, {Least: .25, Sure: true}},
		"0":    {{Sure: true}, {Sure: true}},
	} {
		for i, likely := range []bool{true, false} {
			if got, err := export.ParseAbsent(given, likely, "top=6"); err != nil || got != want[i] {
				t.Errorf("%q, %t: %+v, %v, want %+v", given, likely, got, err, want[i])
			}
		}
		if given == export.AutoAbsent {
			want[0].Least = 0 // six of both kinds are six
		}
		if got, err := export.ParseAbsent(given, true, "total=6"); err != nil || got != want[0] {
			t.Errorf("%q of total=6: %+v, %v, want %+v", given, got, err, want[0])
		}
	}
	path := documentsFile(t, randomDocuments(1))
	for _, bad := range []string{"", "some", "1.5", "-0.1", "NaN", "10%"} {
		stagetest.Refused(t, stage(), stages.ExitUsage, []string{"want a score from 0 to 1, all, none or auto"}, "--model", modelDir(t), "--documents", path, "--absent", bad, "--out", filepath.Join(t.TempDir(), "out"))
	}
}

// ofTable lists the phrases of the CSV export that are absent, as document:phrase, and why their documents are doubtful.
func ofTable(t *testing.T, path string) (absent []string, doubtful map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(string(readFile(t, path)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	doubtful = map[string]string{}
	for _, l := range lines[1:] {
		if l[4] == "false" {
			absent = append(absent, l[0]+":"+l[2])
		}
		doubtful[l[0]] = l[9]
	}
	return absent, doubtful
}

// TestLimits: a run ends with what was cut and what is doubtful, by count and name, in one part and in several, which the
// manifest has too; exports follow --absent, and predictions have every phrase.
func TestLimits(t *testing.T) {
	long := slices.Repeat([]string{"w9"}, 3000)
	docs := []schemas.Document{{ID: "fine", Body: long[:8]}, {ID: "long", Body: long}, {ID: "word", Title: []string{"w8"}}, {ID: "blank"},
		{ID: "table", Body: slices.Repeat([]string{"w8", ",", "<digit>"}, 20)}, {ID: "also", Title: []string{"w8"}}}
	model, path := modelDir(t), documentsFile(t, docs)
	label := func(args ...string) (out, said string) {
		out = filepath.Join(t.TempDir(), "out")
		code, said := infer(t, append(args, "--model", model, "--documents", path, "--export", "csv", "--out", out)...)
		if code != 0 {
			t.Fatal(said)
		}
		return out, said
	}
	for _, args := range [][]string{nil, {"--part-documents", "2"}} {
		_, said := label(args...)
		for _, want := range []string{
			"were cut: the rest of them was not read\" stage=infer documents=1 share=16.7% first=long\n",
			"see the column doubtful\" stage=infer documents=4 share=66.7% reasons=\"too short 2, empty 1, not prose 1\" first=\"word, blank, table, also\"\n",
		} {
			if strings.Count(said, want) != 1 {
				t.Errorf("%v: want once %s in\n%s", args, want, said)
			}
		}
	}
	all, _ := label("--absent", "all")
	absent, doubtful := ofTable(t, filepath.Join(all, export.CSVFile))
	if !slices.ContainsFunc(absent, func(s string) bool { return strings.HasPrefix(s, "word:") }) || doubtful["word"] != "too short" || doubtful["fine"] != "" {
		t.Fatalf("absent %q, doubtful %q", absent, doubtful)
	}
	if n := notes(t, all); n["documents_cut"] != 1. || show(n["documents_doubtful"]) != `{"empty":1,"not prose":1,"too short":2}` {
		t.Errorf("notes %v", n)
	}
	some, _ := label("--absent", "0.0001")
	kept, _ := ofTable(t, filepath.Join(some, export.CSVFile))
	want := slices.DeleteFunc(slices.Clone(absent), func(s string) bool { return !strings.HasPrefix(s, "fine:") && !strings.HasPrefix(s, "long:") })
	if !slices.Equal(kept, want) || len(want) == 0 {
		t.Errorf("of sure documents %q, want %q", kept, want)
	}
	none, _ := label("--absent", "none")
	if kept, _ := ofTable(t, filepath.Join(none, export.CSVFile)); len(kept) > 0 {
		t.Errorf("absent %q", kept)
	}
	sameFile(t, filepath.Join(all, onePredictions), filepath.Join(none, onePredictions))
}

// TestSample: who labels with a model of made-up documents is told.
func TestSample(t *testing.T) {
	model, path := modelDir(t), documentsFile(t, randomDocuments(1))
	const said = "trained on the made-up sample"
	if _, log := infer(t, "--model", model, "--documents", path, "--out", filepath.Join(t.TempDir(), "out")); strings.Contains(log, said) {
		t.Error(log)
	}
	saveVocabulary(t, model, map[string]string{schemas.UnicodeKey: "fold", schemas.SampleKey: "true"}, vocabulary(30))
	if code, log := infer(t, "--model", model, "--documents", path, "--out", filepath.Join(t.TempDir(), "out")); code != 0 || !strings.Contains(log, said) {
		t.Errorf("exit %d: %s", code, log)
	}
}

// TestDoubtShared: at most .5 % of real English abstracts are doubtful with the built-in model, and nearly all of what is in
// another language. The bounds are those of the issue, chosen before the thresholds were.
func TestDoubtShared(t *testing.T) {
	const shared = "../../shared/data/"
	if _, err := os.Stat(shared); err != nil {
		t.Skip("../shared/data is missing beside the repository")
	}
	if pretrained.Model() == nil {
		t.Skip("this build has no built-in model")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, pretrained.Model()); err != nil {
		t.Fatal(err)
	}
	file, err := text.ReadVocabulary(filepath.Join(dir, vocabFile))
	if err != nil {
		t.Fatal(err)
	}
	v, err := file.Vocabulary(len(file.Rows))
	if err != nil {
		t.Fatal(err)
	}
	judge, maker := doubt.NewJudge(v), document.NewMaker(text.NewTokenizer(file.Unicode), true, false)
	for name, fine := range map[string]bool{"kp20k_small/valid_src.txt": true, "train_pool.jsonl.gz": true, "inspec_valid.jsonl": true,
		"more/kpbiomed_valid.jsonl.gz": true, "arxiv.jsonl.zst": true, "more/ng_ru.jsonl.gz": false, "more/csl_zh.jsonl.gz": false, "more/yso_valid.jsonl.gz": false} {
		records, err := corpus.Files([]string{shared + name}, false, corpus.DefaultSettings().Options(true, func(string) {}))[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		n, flagged := 0, map[string]int{}
		for n < 600 {
			var u corpus.Unparsed
			if err := records.Next(&u); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			r, err := records.Parse(&u)
			d, err := maker.Label(&r, err)
			if err != nil {
				continue
			}
			n++
			if l := judge.Limits(&d, append(d.Title, d.Body...), false); l.Doubtful != "" {
				flagged[l.Doubtful]++
			}
		}
		records.Close()
		total := 0
		for _, k := range flagged {
			total += k
		}
		t.Logf("%s: %d of %d documents: %v", name, total, n, flagged)
		if fine && total*200 > n || !fine && total*100 < 99*n {
			t.Errorf("%s: %d of %d documents are doubtful: %v", name, total, n, flagged)
		}
	}
}
