package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// encoderFolder is a small BERT model: its pieces graph, ##s, walk, tree, ",", "." have the ids from 13 on, [UNK] is 9, start
// and end are 10 and 11.
func encoderFolder(t *testing.T) string {
	return tinybert.Write(t, "graph", "##s", "walk", "tree", ",", ".")
}

const piecesCorpus = `{"id":"a","title":"Graphs","abstract":"walk 12 graphs zorgle","keywords":["graphs walk","tree"]}
{"id":"b","title":"Tree","abstract":"tree walk","keywords":["tree walk"]}
`

// TestEncoder: the vocabulary is the pieces of the folder, the examples have their ids and no words of their own, and
// documents stay words.
func TestEncoder(t *testing.T) {
	corpus := stagetest.Write(t, t.TempDir(), "c.jsonl", piecesCorpus)
	out, log := execute(t, 0, "--encoder", encoderFolder(t), "--train", corpus, "--valid", corpus, "--duplicates", "keep", "--unicode", "strip")
	file, err := text.ReadVocabulary(filepath.Join(out, vocabFile))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, r := range file.Rows {
		words = append(words, r.Token)
	}
	want := slices.Concat(text.Specials, []string{text.Digit}, tinybert.Specials, strings.Fields("graph ##s walk tree , ."))
	if !slices.Equal(words, want) || file.Pieces != tinybert.Positions || file.Unicode != text.Strip {
		t.Errorf("%q of %d pieces, %s, want %q", words, file.Pieces, file.Unicode, want)
	}
	for _, set := range []string{"train", "valid"} {
		all, header := readExamples(t, out, "examples."+set+"-00000-of-00001.arrow")
		if header != (schemas.ExampleHeader{VocabSize: len(want), VocabDigest: text.Digest(file.Rows)}) {
			t.Errorf("%s: header %+v", set, header)
		}
		x := all[0]
		source := []int32{10, 13, 14, 18, 15, 7, 13, 14, 9, 11} // [CLS] graph ##s . walk <digit> graph ##s [UNK] [SEP]
		if !slices.Equal(x.Source, source) || !slices.Equal(x.Extended, source) || len(x.OOV) > 0 {
			t.Errorf("%s: %+v, want %v", set, x, source)
		}
		if targets := [][]int32{{text.Peos}, {13, 14, 15}, {16}}; !slices.EqualFunc(x.Targets, targets, slices.Equal) {
			t.Errorf("%s: targets %v, want %v", set, x.Targets, targets)
		}
	}
	d := readTable(t, schemas.Documents, out, "train-00000-of-00001.parquet")
	if got := strings.Join(append(d[0].Title, d[0].Body...), " "); got != "graphs . walk <digit> graphs zorgle" {
		t.Errorf("the document is %q", got)
	}
	if strings.Contains(log, "it sees their beginnings") {
		t.Errorf("a document is cut:\n%s", log)
	}
	// The model's vocabulary, with how many of its pieces are read, is that of who goes on from it.
	model := t.TempDir()
	for _, name := range []string{vocabFile} {
		b, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		stagetest.Write(t, model, name, string(b))
	}
	again, _ := execute(t, 0, "--vocab-from", filepath.Join(model, vocabFile), "--train", corpus, "--valid", corpus, "--duplicates", "keep")
	for _, name := range []string{vocabFile, "examples.train-00000-of-00001.arrow"} {
		a, err1 := os.ReadFile(filepath.Join(out, name))
		b, err2 := os.ReadFile(filepath.Join(again, name))
		if err1 != nil || err2 != nil || !slices.Equal(a, b) {
			t.Errorf("--vocab-from gives another %s, %v, %v", name, err1, err2)
		}
	}
}

// TestEncoderCuts: documents of more pieces than are read are counted, in all files of a set, and cut.
func TestEncoderCuts(t *testing.T) {
	long := `{"title":"graph","abstract":"` + strings.Repeat("graphs ", 30) + `","keywords":["graphs"]}` + "\n"
	corpus := stagetest.Write(t, t.TempDir(), "c.jsonl", long+piecesCorpus+long)
	out, log := execute(t, 0, "--encoder", encoderFolder(t), "--train", corpus, "--duplicates", "keep", "--shards", "2")
	if !strings.Contains(log, `"2 of 4 documents have more than 40 pieces, which the encoder can read: it sees their beginnings" stage=preprocess set=train`) {
		t.Errorf("that documents are cut is not said:\n%s", log)
	}
	all, _ := readExamples(t, out, "examples.train-00000-of-00002.arrow")
	if n := len(all[0].Source); n != 40 || all[0].Source[39] != 11 {
		t.Errorf("%d pieces, the last %d", n, all[0].Source[n-1])
	}
}
