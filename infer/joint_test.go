package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// jointPieces are those of the words of randomDocuments, and others.
var jointPieces = strings.Fields("w graph cut image net deep neural a b ##0 ##1 ##2 ##3 ##4 ##5 ##6 ##7 ##8 ##9")

// jointDir makes a model folder of a system over an encoder, with weights that say different things.
func jointDir(t testing.TB, system string) string {
	t.Helper()
	words := slices.Concat(text.Specials, []string{text.Digit}, tinybert.Specials, jointPieces)
	var rows []schemas.VocabRow
	for i, w := range words {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	shape := tinybert.Config(len(words))
	shape.Positions, shape.Pad = 240, text.FirstPiece
	relations := 0
	if system == joint.UniKeyphrase {
		relations = 2
	}
	m, err := joint.New[float32](joint.Config{System: system, PhraseLen: 6, Relations: relations, Mask: text.FirstPiece + 4, Encoder: shape}, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, tensor := range m.Tensors() {
		for i := range tensor.Data.([]float32) {
			if len(tensor.Shape) == 2 {
				tensor.Data.([]float32)[i] *= 20
			}
		}
		if tensor.Name == "keywords.bias" {
			tensor.Data.([]float32)[1] = 1
		}
	}
	dir := t.TempDir()
	file := text.VocabularyFile{Rows: rows, Unicode: text.Fold, Pieces: shape.Positions}
	saveModel(t, m, dir)
	saveVocabulary(t, dir, file.Metadata(), rows)
	return dir
}

// jointDocuments are of the words of jointPieces.
func jointDocuments(n int) []schemas.Document {
	docs := randomDocuments(n)
	for i := range docs {
		for j := range docs[i].Body {
			docs[i].Body[j] = jointPieces[(i*7+j*j)%9]
		}
	}
	return docs
}

// TestJointRefused: settings of another system than the model's, and folders that are not whole.
func TestJointRefused(t *testing.T) {
	model, path := jointDir(t, joint.PromptKP), documentsFile(t, jointDocuments(3))
	swapped, infinite := jointDir(t, joint.PromptKP), jointDir(t, joint.PromptKP)
	config := readFile(t, filepath.Join(swapped, configFile))
	stagetest.Write(t, swapped, configFile, string(bytes.Replace(config, []byte(`"promptkp"`), []byte(`"catseq"`), 1)))
	m, err := joint.Read(func(name string) string { return filepath.Join(infinite, name) }, func(name string) (schemas.File, error) { return os.Open(filepath.Join(infinite, name)) })
	if err != nil {
		t.Fatal(err)
	}
	tensors := m.Tensors()
	inf := tensors[len(tensors)-1].Data.([]float32)
	inf[0] = inf[0] / (inf[0] - inf[0])
	save(t, filepath.Join(infinite, tensorsFile), func(f *os.File) error { return m.WriteTensors(f) })
	for _, c := range []struct {
		code int
		want string
		args string
	}{
		{stages.ExitUsage, "slots goes with models of system one2set, and the model of " + model + " is of system promptkp", "--slots --model " + model},
		{stages.ExitUsage, "beam goes with models of system catseq and one2one, and the model of " + model + " is of system promptkp", "--beam 2 --model " + model},
		{stages.ExitInput, "config", "--model " + swapped},
		{stages.ExitInput, "it holds a number that is not finite", "--model " + infinite},
	} {
		stagetest.Refused(t, stage(), c.code, []string{c.want}, append(strings.Fields(c.args), "--documents", path, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
}
