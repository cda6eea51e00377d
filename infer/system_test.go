package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// systemDir makes a model folder of a system with random weights; they are large, so that it writes different things, and
// <sep> and <eos> are likelier than others.
func systemDir(t testing.TB, system string, length int) string {
	t.Helper()
	return systemDirOf(t, slots.Config{Vocab: 30, Slots: 1, PhraseLen: length, Width: 16, Heads: 2, FF: 24,
		EncoderLayers: 1, DecoderLayers: 2, Dropout: .1, System: system})
}

// recurrentDir is systemDir of a network of GRUs.
func recurrentDir(t testing.TB, system string, length int) string {
	t.Helper()
	return systemDirOf(t, slots.Config{Vocab: 30, Slots: 1, PhraseLen: length, Width: 16,
		EncoderLayers: 2, DecoderLayers: 1, Dropout: .1, System: system, Network: slots.GRU})
}

func systemDirOf(t testing.TB, c slots.Config) string {
	t.Helper()
	m, err := sequence.New[float32](c, 5)
	if err != nil {
		t.Fatal(err)
	}
	w := weights{}
	for _, tensor := range m.Tensors() {
		w[tensor.Name] = tensor.Data.([]float32)
		for i := range w[tensor.Name] {
			w[tensor.Name][i] *= 3
		}
	}
	for i, bias := range w["decoder.output_fc.bias"] {
		w["decoder.output_layer.weight"][int(text.Sep)*16+i] += 1.5 * bias
		w["decoder.output_layer.weight"][int(text.Eos)*16+i] += bias
	}
	dir := t.TempDir()
	saveModel(t, m, dir)
	saveTable(t, schemas.Vocab, filepath.Join(dir, vocabFile), vocabulary(30))
	return dir
}

// TestSystemRefused: settings of another system than the model's, and a model of none that is known.
func TestSystemRefused(t *testing.T) {
	set, one := modelDir(t), systemDir(t, sequence.One2One, 4)
	catseq, path := systemDir(t, sequence.CatSeq, 30), documentsFile(t, randomDocuments(3))
	unknown := systemDir(t, sequence.CatSeq, 30)
	config := readFile(t, filepath.Join(unknown, configFile))
	stagetest.Write(t, unknown, configFile, string(bytes.Replace(config, []byte("catseq"), []byte("catset"), 1)))
	for _, c := range []struct {
		code int
		want string
		args string
	}{
		{stages.ExitUsage, "slots goes with models of system one2set, and the model of " + catseq + " is of system catseq", "--slots --model " + catseq},
		{stages.ExitUsage, "choose f1 goes with models of system one2set", "--choose f1 --model " + catseq},
		{stages.ExitUsage, "choose precision=0.5 goes with", "--choose precision=0.5 --model " + catseq},
		{stages.ExitUsage, "slots goes with", "--slots --model " + one},
		{stages.ExitUsage, "beam goes with models of system catseq and one2one, and the model of " + set + " is of system one2set", "--beam 2 --model " + set},
		{stages.ExitUsage, "beam_depth goes with", "--beam-depth 2 --model " + set},
		{stages.ExitUsage, "beam_norm goes with", "--beam-norm 1 --model " + set},
		{stages.ExitUsage, "beam is -1", "--beam -1 --model " + one},
		{stages.ExitUsage, "beam_depth is 3000, want 0 to 2999", "--beam-depth 3000 --model " + one},
		{stages.ExitUsage, "beam_norm is -1", "--beam-norm -1 --model " + one},
		{stages.ExitUsage, "beam is 1000000000: the search needs about", "--beam 1000000000 --model " + one},
		{stages.ExitInput, `system is "catset", want one of one2set, catseq, one2one`, "--model " + unknown},
	} {
		stagetest.Refused(t, stage(), c.code, []string{c.want}, append(strings.Fields(c.args), "--documents", path, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
}
