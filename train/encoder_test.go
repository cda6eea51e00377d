package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// madePieces are pieces of the words of madeVocabulary: "a3" is "a", "##3".
var madePieces = append(strings.Fields("a b the un ##heard"), strings.Fields("##0 ##1 ##2 ##3 ##4 ##5 ##6 ##7 ##8 ##9")...)

// pieceData writes the output of preprocess --encoder for made-up training and validation documents.
func pieceData(t testing.TB, encoder string, train, valid int) string {
	t.Helper()
	dir := t.TempDir()
	tokenizer, err := wordpiece.Load(encoder, os.DirFS(encoder))
	if err != nil {
		t.Fatal(err)
	}
	file := text.VocabularyFile{Rows: text.PieceRows(tokenizer), Unicode: text.Fold, Pieces: tinybert.Positions}
	writePieces(t, dir, file)
	v, err := file.Vocabulary(len(file.Rows))
	if err != nil {
		t.Fatal(err)
	}
	for name, docs := range map[string][]schemas.Document{"train": madeDocuments(9, train), "valid": madeDocuments(7, valid)} {
		docs = slices.DeleteFunc(docs, func(d schemas.Document) bool { return len(d.Title) == 0 })
		writeDocuments(t, dir, name+"-00000-of-00001.parquet", docs)
		var examples []schemas.Example
		for _, d := range docs {
			targets := slices.Concat(d.Present, [][]string{{"<peos>"}}, d.Absent)
			examples = append(examples, v.Encode(d.ID, append(d.Title, d.Body...), targets, text.Encoding{}))
		}
		writeAll(t, dir, "examples."+name+"-00000-of-00001.arrow", schemas.ExampleHeader{VocabSize: v.Size(), VocabDigest: text.Digest(file.Rows)}, examples)
	}
	return dir
}

func writePieces(t testing.TB, dir string, file text.VocabularyFile) {
	t.Helper()
	writeRows(t, schemas.Vocab, dir, vocabFile, file.Metadata(), file.Rows...)
}

// startAs checks that the first parameters are the tensors of an encoder.
func startAs(t *testing.T, params []*op.Param[float32], tensors []schemas.Tensor) {
	t.Helper()
	for i, tensor := range tensors {
		have, want := params[i], tensor.Data.([]float32)
		if tail := have.Weights[len(have.Weights)-len(want):]; have.Name != "bert."+tensor.Name || !slices.Equal(tail, want) {
			t.Errorf("%s does not start as %s of the encoder", have.Name, tensor.Name)
		}
	}
}

// lacking takes a tensor, which it names, from an encoder of that shape.
func lacking(t *testing.T, encoder string, shape bert.Config) (dir, tensor string) {
	t.Helper()
	tensor = "encoder.layer.1.output.dense.weight"
	writeEncoder(t, encoder, slices.DeleteFunc(tinybert.Tensors(shape), func(x schemas.Tensor) bool { return x.Name == tensor }))
	return encoder, tensor
}

// writeEncoder writes the tensors of an encoder.
func writeEncoder(t *testing.T, dir string, tensors []schemas.Tensor) {
	t.Helper()
	var b strings.Builder
	if err := schemas.WriteTensors(&b, nil, tensors); err != nil {
		t.Fatal(err)
	}
	stagetest.Write(t, dir, bert.TensorsFile, b.String())
}

// onEncoder has the settings of a training on top of an encoder. The width is tinybert's, not that of smallest.
var onEncoder = []string{"--preset", "tiny", "--heads", "2", "--ff", "32", "--layers", "1", "--slots", "4", "--batch-size", "6", "--log-every", "5"}

// TestEncoder: a model starts from the encoder's weights, which a tiny encoder_lr leaves as they are, and learns. Its folder
// has all that infer needs; it can be fine-tuned, refitted and stored in 8 bits.
func TestEncoder(t *testing.T) {
	encoder := tinybert.Write(t, madePieces...)
	data := []string{"--data", pieceData(t, encoder, 120, 240)}
	do := func(args ...string) string { return made(t, append(args, data...)...) }
	still := do(append(slices.Clone(onEncoder), "--encoder", encoder, "--epochs", "1", "--lr", "0.01", "--encoder-lr", "1e-30", "--choice-documents", "0")...)
	m, shape := load(t, still), tinybert.Config(len(tinybert.Specials)+len(madePieces))
	if want := (slots.Config{Vocab: shape.Vocab + 8, Slots: 4, PhraseLen: 9, Width: tinybert.Width, Heads: 2, FF: 32, EncoderLayers: tinybert.Layers,
		DecoderLayers: 1, Dropout: .1}).On(slots.PieceEncoder(shape)); m.Config != want {
		t.Errorf("shape %+v, want %+v", m.Config, want)
	}
	startAs(t, m.Params(), tinybert.Tensors(shape))

	training := append(slices.Clone(onEncoder), "--epochs", "6", "--dropout", "0", "--lr", "0.01", "--encoder-lr", "0.001")
	trained := do(append(training, "--encoder", encoder)...)
	learns(t, trained, .8)
	if c := choiceOf(t, trained); c.Shortlist != 0 {
		t.Errorf("a shortlist of %d word pieces, which are in no order of frequency", c.Shortlist)
	}
	if c := choiceOf(t, trained); c.Present.Right < 20 {
		t.Errorf("the choice is fitted to %d present phrases that are right", c.Present.Right)
	}
	if sameWeights(t, still, trained) || !slices.Equal(read(t, trained, vocabFile), read(t, data[1], vocabFile)) {
		t.Error("nothing is learned, or the vocabulary is another")
	}
	on := do(append(slices.Clone(onEncoder), "--init-from", trained, "--epochs", "1", "--dropout", "0", "--lr", "1e-30", "--encoder-lr", "1e-30")...)
	if !sameWeights(t, on, trained) || load(t, on).Config != load(t, trained).Config {
		t.Error("--init-from does not start from the model")
	}
	refitted := do("refit", "--model", trained, "--store", "int8")
	stored := do(append(training, "--encoder", encoder, "--store", "int8")...)
	if other := differ(t, refitted, stored, configFile, modelFile, vocabFile, choiceFile); len(other) > 0 {
		t.Errorf("stored anew and trained differ in %v", other)
	}
}

// TestEncoderRefused: settings that contradict each other, and folders that do not match the data, are errors with a remedy.
func TestEncoderRefused(t *testing.T) {
	encoder, other := tinybert.Write(t, madePieces...), tinybert.Write(t, append(slices.Clone(madePieces[1:]), "c")...)
	data, words := pieceData(t, encoder, 12, 0), madeData(t, 12, 0)
	wide := pieceData(t, encoder, 12, 0)
	tokenizer, err := wordpiece.Load(encoder, os.DirFS(encoder))
	if err != nil {
		t.Fatal(err)
	}
	writePieces(t, wide, text.VocabularyFile{Rows: text.PieceRows(tokenizer), Unicode: text.Fold, Pieces: tinybert.Positions + 1})
	shape := tinybert.Config(len(tinybert.Specials) + len(madePieces))
	broken, tensor := lacking(t, tinybert.Write(t, madePieces...), shape)
	remedy := "run preprocess with --encoder " + encoder
	refuses(t, onEncoder, []refusal{
		{"", stages.ExitUsage, []string{"the examples consist of word pieces, which need a pretrained encoder: give --encoder"}, []string{"--data", data}},
		{"", stages.ExitInput, []string{filepath.Join(words, vocabFile), "the examples consist of words", remedy}, []string{"--data", words, "--encoder", encoder}},
		{"", stages.ExitInput, []string{filepath.Join(data, vocabFile), "pieces of the examples are not those of --encoder " + other, "run preprocess with --encoder " + other},
			[]string{"--data", data, "--encoder", other}},
		{"", stages.ExitInput, []string{fmt.Sprintf("the examples have up to %d pieces, and --encoder %s reads at most %d", tinybert.Positions+1, encoder, tinybert.Positions), remedy},
			[]string{"--data", wide, "--encoder", encoder}},
		{"", stages.ExitInput, []string{filepath.Join(broken, bert.TensorsFile) + ": the model has no tensor " + tensor, "take the folder of a BERT model"},
			[]string{"--data", data, "--encoder", broken}},
		{"", stages.ExitUsage, []string{"d_model is 32, and that of the encoder of --encoder " + encoder + " is 16: leave d_model out"}, []string{"--data", data, "--encoder", encoder, "--d-model", "32"}},
		{"", stages.ExitUsage, []string{"heads (32) do not divide d_model (16)"}, []string{"--data", data, "--encoder", encoder, "--heads", "32"}},
		{"", stages.ExitUsage, []string{"encoder_lr is 0, want more than 0"}, []string{"--data", data, "--encoder", encoder, "--encoder-lr", "0"}},
		{"", stages.ExitUsage, []string{"want the folder of a BERT model"}, []string{"--data", data, "--encoder", filepath.Join(encoder, bert.ConfigFile)}},
		{"", stages.ExitUsage, []string{"--encoder is for a new model", "leave --encoder out"}, []string{"--data", data, "--encoder", encoder, "--init-from", encoder}},
	})
	for flag, value := range map[string]int{"--d-model": tinybert.Width, "--phrase-len": 5, "--vocab-size": shape.Vocab + 8} {
		out := made(t, slices.Concat(onEncoder, []string{"--data", data, "--encoder", encoder, "--epochs", "1", flag, strconv.Itoa(value)})...)
		if c := load(t, out).Config; flag == "--phrase-len" && c.PhraseLen != 5 {
			t.Errorf("phrase_len is %d", c.PhraseLen)
		}
	}
}
