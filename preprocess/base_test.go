package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// baseWords is how many words the model of baseModel has: the special tokens and the seven most frequent.
const baseWords = 14

// baseModel is what of a model folder decides a vocabulary, and the vocabulary's bytes. The last word of the
// model is "of"; "zebra" is behind it.
func baseModel(t *testing.T) (dir string, vocab []byte) {
	t.Helper()
	from := stagetest.Write(t, t.TempDir(), "c.jsonl", strings.Join([]string{
		`{"title":"graph tree","abstract":"graph tree walk node nave walk graph","keywords":["graph tree","walk"]}`,
		`{"title":"tree node","abstract":"node of zebra","keywords":["node"]}`,
	}, "\n"))
	made, _ := execute(t, 0, "--train", from, "--unicode", "strip", "--quiet")
	vocab, err := os.ReadFile(filepath.Join(made, vocabFile))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	stagetest.Write(t, dir, vocabFile, string(vocab))
	writeShape(t, dir, baseWords)
	return dir, vocab
}

func writeShape(t *testing.T, dir string, words int) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, configFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := slots.Config{Vocab: words, Slots: 4, PhraseLen: 4, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1}
	if err := c.WriteConfig(f); err != nil {
		t.Fatal(err)
	}
}

// mine is a corpus of other words: three of five keyphrases can be spelt with those of baseModel and the text.
func mine(t *testing.T) string {
	return stagetest.Write(t, t.TempDir(), "mine.jsonl", strings.Join([]string{
		`{"id":"a","title":"naïve okapi","abstract":"walk of okapi","keywords":["okapi walk","giraffe","tree"]}`,
		`{"id":"b","title":"lynx","abstract":"lynx zebra","keywords":["zebra","graph lion"]}`,
	}, "\n"))
}

// TestVocabFrom: the vocabulary of a model comes out in its bytes, with its size and its way to cut words, whatever presets
// say; examples have its ids, and words that it lacks are the document's own.
func TestVocabFrom(t *testing.T) {
	model, vocab := baseModel(t)
	words := readTable(t, schemas.Vocab, model, vocabFile)
	for _, more := range [][]string{nil, {"--preset", "tiny"}, {"--vocab-size", fmt.Sprint(baseWords), "--unicode", "strip"}} {
		out, log := execute(t, 0, append([]string{"--vocab-from", model, "--train", mine(t), "--valid", mine(t), "--duplicates", "keep"}, more...)...)
		got, err := os.ReadFile(filepath.Join(out, vocabFile))
		if err != nil || !slices.Equal(got, vocab) {
			t.Errorf("%v: the vocabulary has other bytes, %v", more, err)
		}
		examples, header := readExamples(t, out, "examples.train-00000-of-00001.arrow")
		if want := (schemas.ExampleHeader{VocabSize: baseWords, VocabDigest: text.Digest(words[:baseWords])}); header != want {
			t.Errorf("%v: header %+v, want %+v", more, header, want)
		}
		spelt := func(x schemas.Example) string {
			var all []string
			for _, id := range x.Extended {
				if int(id) < baseWords {
					all = append(all, words[id].Token)
				} else {
					all = append(all, "+"+x.OOV[int(id)-baseWords])
				}
			}
			return strings.Join(all, " ")
		}
		if a, b := spelt(examples[0]), spelt(examples[1]); a != "nave +okapi . walk of +okapi" || b != "+lynx . +lynx +zebra" {
			t.Errorf("%v: %q and %q", more, a, b)
		}
		if _, h := readExamples(t, out, "examples.valid-00000-of-00001.arrow"); h != header {
			t.Errorf("%v: validation examples with %+v", more, h)
		}
		config := readJSON[struct{ Config map[string]any }](t, filepath.Join(out, "manifest.json")).Config
		if config["vocab_size"] != float64(baseWords) || config["unicode"] != "strip" {
			t.Errorf("%v: the manifest says %v", more, config)
		}
		for _, set := range []string{"train", "valid"} {
			if want := `msg="encoded ` + set + `" stage=preprocess keyphrases=5 spelt=3`; !strings.Contains(log, want) {
				t.Errorf("%v: no %s in\n%s", more, want, log)
			}
		}
		if want := fmt.Sprintf("that of %s\" stage=preprocess words=%d unicode=strip", model, baseWords); !strings.Contains(log, want) {
			t.Errorf("%v: no %s in\n%s", more, want, log)
		}
	}
}

// TestVocabFromByHand: a vocabulary that says nothing of how its words were cut is read as preprocess cuts by default, also
// where a preset says otherwise. Without a model it has as many words as the settings say.
func TestVocabFromByHand(t *testing.T) {
	by := writeWords(t, "words.parquet", nil, append(slices.Clone(text.Specials), "naive", "okapi", "walk", "tree")...)
	for _, more := range [][]string{nil, {"--preset", "released"}} {
		out, _ := execute(t, 0, append([]string{"--vocab-from", by, "--vocab-size", "9", "--train", mine(t), "--quiet"}, more...)...)
		if _, h := readExamples(t, out, "examples.train-00000-of-00001.arrow"); h.VocabSize != 9 {
			t.Errorf("%v: %d words", more, h.VocabSize)
		}
		if d := readTable(t, schemas.Documents, out, "train-00000-of-00001.parquet"); d[0].Title[0] != "naive" {
			t.Errorf("%v: %q", more, d[0].Title)
		}
	}
}

// writeWords writes a vocabulary and returns its path.
func writeWords(t *testing.T, name string, metadata map[string]string, words ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := schemas.Vocab.NewWriter(f, metadata)
	for i, word := range words {
		if err := w.Write(schemas.VocabRow{ID: int32(i), Token: word}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
