package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/setting"
	"github.com/wrone2set/wrone2set/train/internal/start"
)

// long makes tinybert's encoders long enough for documents and tails.
const long = 160

// longShape is the shape of such an encoder.
func longShape() bert.Config {
	shape := tinybert.Config(len(tinybert.Specials) + len(madePieces))
	shape.Positions = long
	return shape
}

// A system over an encoder learns the made-up corpus, with equal bytes for one thread and three. The folder names the system,
// has all that infer needs, and holds no choice.
func TestJoint(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	data := pieceData(t, encoder, 60, 60)
	for _, system := range []string{joint.UniKeyphrase, joint.PromptKP, joint.TagsOnly} {
		t.Run(system, func(t *testing.T) {
			out := stagetest.Twice(t, stage, nil, append(jointFlags(system), "--data", data, "--encoder", encoder, "--epochs", "6",
				"--dropout", "0", "--lr", "0.01", "--encoder-lr", "0.002")...)
			trained := loadJoint(t, out)
			want := joint.Config{System: system, PhraseLen: 9, Mask: text.FirstPiece + 4, Encoder: slots.PieceEncoder(longShape())}
			if system == joint.UniKeyphrase {
				want.PhraseLen, want.Relations = 48, 2
			}
			if trained.Config != want {
				t.Errorf("shape %+v, want %+v", trained.Config, want)
			}
			if found := there(out, choiceFile, knownFile, neighboursFile); len(found) > 0 {
				t.Errorf("there is %v", found)
			}
			if !slices.Equal(read(t, out, vocabFile), read(t, data, vocabFile)) {
				t.Error("the vocabulary is another")
			}
			if n := notes(t, out); n["encoder"] != filepath.Base(encoder) {
				t.Errorf("notes %v", n)
			}
			learns(t, out, .8)
		})
	}
}

// The network starts from the weights of the encoder, or of its first layers, which a tiny encoder_lr leaves as they are while lr
// moves the rest.
func TestJointStarts(t *testing.T) {
	for _, layers := range []int{tinybert.Layers, tinybert.Layers - 1} {
		startsFrom(t, layers)
	}
}

func startsFrom(t *testing.T, layers int) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	m := loadJoint(t, made(t, append(jointFlags("promptkp"), "--data", pieceData(t, encoder, 12, 0), "--encoder", encoder, "--epochs", "1",
		"--encoder-lr", "1e-30", "--layers", strconv.Itoa(layers))...))
	if m.Encoder.Layers != layers {
		t.Errorf("%d layers, want %d", m.Encoder.Layers, layers)
	}
	tensors := slices.DeleteFunc(tinybert.Tensors(longShape()), func(tensor schemas.Tensor) bool {
		return layers < tinybert.Layers && strings.HasPrefix(tensor.Name, fmt.Sprintf("encoder.layer.%d.", layers))
	})
	startAs(t, m.Params(), tensors)
	for _, p := range m.Params()[len(tensors):] {
		if strings.HasSuffix(p.Name, ".bias") && !slices.ContainsFunc(p.Weights, func(v float32) bool { return v != 0 }) {
			t.Errorf("%s does not learn", p.Name)
		}
	}
}

// TestJointFineTuned: --init-from starts from all weights of a model, at encoder_lr for its encoder and the head that came with
// it, and at lr for what decides about words. Its length of phrases stays.
func TestJointFineTuned(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	data := pieceData(t, encoder, 12, 0)
	for _, system := range []string{joint.UniKeyphrase, joint.PromptKP, joint.TagsOnly} {
		brief := append(jointFlags(system), "--data", data, "--epochs", "1")
		first := made(t, append(brief, "--encoder", encoder, "--phrase-len", "7")...)
		from, m := loadJoint(t, first), loadJoint(t, made(t, append(brief, "--init-from", first, "--encoder-lr", "1e-30")...))
		if m.Config != from.Config {
			t.Errorf("%s: shape %+v, want %+v", system, m.Config, from.Config)
		}
		for i, p := range m.Params() {
			if same := slices.Equal(p.Weights, from.Params()[i].Weights); same != (i < m.Pretrained()) {
				t.Errorf("%s: %s has the weights of the first model: %t", system, p.Name, same)
			}
		}
		if last := m.Params()[m.Pretrained()-1].Name; !strings.HasPrefix(last, "cls.") {
			t.Errorf("%s: the last parameter that came with the encoder is %s", system, last)
		}
	}
}

// The preset and the setting alone make the same run, whose shape is the encoder's. A given length stays.
func TestJointSettles(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	data := pieceData(t, encoder, 2, 1)
	for _, c := range []struct {
		args   []string
		system string
		length int
	}{
		{[]string{"--preset", "promptkp"}, "promptkp", 9},
		{[]string{"--system", "promptkp"}, "promptkp", 9},
		{[]string{"--preset", "promptkp", "--phrase-len", "5"}, "promptkp", 5},
		{[]string{"--preset", "unikeyphrase"}, "unikeyphrase", 48},
		{[]string{"--system", "unikeyphrase", "--phrase-len", "20"}, "unikeyphrase", 20},
	} {
		want := ofOneSlot(c.system, c.length)
		want.VocabSize, want.DModel, want.Heads, want.FF, want.Layers = 0, tinybert.Width, 2, 24, tinybert.Layers
		if got := settled(t, append(c.args, "--data", data, "--encoder", encoder)...); got != want {
			t.Errorf("%v: %+v\nwant %+v", c.args, got, want)
		}
	}
}

// Each setting has its effect.
func TestJointSettings(t *testing.T) {
	encoder := tinybert.WriteLong(t, long, madePieces...)
	data := pieceData(t, encoder, 6, 0)
	model := func(args ...string) *joint.Model[float32] {
		return loadJoint(t, made(t, slices.Concat(jointFlags("promptkp"), []string{"--data", data, "--encoder", encoder, "--epochs", "1"}, args)...))
	}
	weights := func(m *joint.Model[float32]) (all []float32) {
		for _, p := range m.Params() {
			all = append(all, p.Weights...)
		}
		return all
	}
	base := model()
	if c := model("--dropout", "0.3").Config; c.Dropout != .3 {
		t.Errorf("dropout is %v", c.Dropout)
	}
	if c := model("--phrase-len", "6").Config; c.PhraseLen != 6 {
		t.Errorf("phrase_len is %v", c.PhraseLen)
	}
	for _, args := range [][]string{{"--seed", "3"}, {"--dropout", "0"}, {"--lr", "1e-5"}, {"--encoder-lr", "1e-3"}, {"--kp-drop", "0.9"}} {
		if slices.Equal(weights(model(args...)), weights(base)) {
			t.Errorf("%v changes nothing", args)
		}
	}
	if !slices.Equal(weights(model("--beta1", "0.9")), weights(base)) {
		t.Error("a setting with its default value changes something")
	}
}

// TestJointRefused: settings that contradict each other, and folders that do not fit.
func TestJointRefused(t *testing.T) {
	encoder, small := tinybert.WriteLong(t, long, madePieces...), tinybert.Write(t, madePieces...)
	data, smallData := pieceData(t, encoder, 12, 0), pieceData(t, small, 12, 0)
	unmasked := tinybert.WriteLong(t, long, madePieces...)
	pieces, err := os.ReadFile(filepath.Join(unmasked, "vocab.txt"))
	if err != nil {
		t.Fatal(err)
	}
	stagetest.Write(t, unmasked, "vocab.txt", strings.Replace(string(pieces), joint.MaskPiece, "[GAP]", 1))
	unmaskedData := pieceData(t, unmasked, 12, 0)
	broken, tensor := lacking(t, tinybert.WriteLong(t, long, madePieces...), longShape())
	model := made(t, append(jointFlags("promptkp"), "--data", data, "--encoder", encoder, "--epochs", "1")...)
	on := []string{"--preset", "promptkp", "--data", data, "--encoder", encoder}
	refuses(t, nil, []refusal{
		{"no encoder", stages.ExitUsage, []string{"system promptkp is trained on top of a pretrained encoder: give --encoder", "or --init-from"}, []string{"--preset", "promptkp", "--data", data}},
		{"of another system", stages.ExitUsage, []string{model, "is of system promptkp, and this run trains tagger"}, []string{"--preset", "tagger", "--data", data, "--init-from", model}},
		{"of another length", stages.ExitUsage, []string{"phrase_len is 5", model, "is 9: leave phrase_len out"}, []string{"--preset", "promptkp", "--phrase-len", "5", "--data", data, "--init-from", model}},
		{"heads", stages.ExitUsage, []string{"heads is not for system promptkp"}, append(on, "--heads", "2")},
		{"ff", stages.ExitUsage, []string{"ff is not for"}, append(on, "--ff", "32")},
		{"layers", stages.ExitUsage, []string{"layers is 9, and the encoder of --encoder " + encoder + " has only"}, append(on, "--layers", "9")},
		{"store", stages.ExitUsage, []string{"store is not for"}, append(on, "--store", "int8")},
		{"of one2set", stages.ExitUsage, []string{"lambda_pre goes with system one2set, and this run trains promptkp"}, append(on, "--lambda-pre", "0.2")},
		{"short", stages.ExitUsage, []string{"the encoder reads 40 pieces", "want at least 103"}, []string{"--preset", "promptkp", "--data", smallData, "--encoder", small}},
		{"no mask", stages.ExitInput, []string{filepath.Join(unmasked, "vocab.txt") + ": it has no piece [MASK]"}, []string{"--preset", "promptkp", "--data", unmaskedData, "--encoder", unmasked}},
		{"no tensor", stages.ExitInput, []string{filepath.Join(broken, bert.TensorsFile) + ": the model has no tensor " + tensor}, []string{"--preset", "promptkp", "--data", data, "--encoder", broken}},
		{"words", stages.ExitInput, []string{"the examples consist of words"}, []string{"--preset", "promptkp", "--data", madeData(t, 12, 0), "--vocab-size", "0", "--encoder", encoder}},
		{"one2set from it", stages.ExitUsage, []string{model, "is of system promptkp, and this run trains one2set"}, []string{"--preset", "wr", "--data", data, "--init-from", model}},
		{"its choice", stages.ExitUsage, []string{model, "is of system promptkp, which has no choice"}, []string{"refit", "--data", data, "--model", model}},
	})
}

// TestJointStepsOfTraining: the weight of the bag-of-words constraint of unikeyphrase rises over the steps of the training, not over
// its documents.
func TestJointStepsOfTraining(t *testing.T) {
	encoder, started := tinybert.WriteLong(t, long, madePieces...), false
	mode := looking(func(task *stages.Task, c setting.Config) error {
		d, err := example.OpenData(task.Input("data")[0], c.VocabSize)
		if err != nil {
			return err
		}
		defer d.Close()
		m, err := start.Network(task, c, d)
		if err != nil {
			return err
		}
		started = true
		if got, want := reflect.ValueOf(m).FieldByName("Steps").Int(), int64(5*4); got != want {
			t.Errorf("%d documents in batches of %d, %d epochs: %d steps, want %d", d.Train.Len(), c.BatchSize, c.Epochs, got, want)
		}
		return nil
	})
	r := stagetest.Run(t, mode, "--preset", joint.UniKeyphrase, "--data", pieceData(t, encoder, 13, 0), "--encoder", encoder, "--epochs", "5",
		"--batch-size", "4", "--out", filepath.Join(t.TempDir(), "out"))
	if !started || !strings.Contains(r.Stderr, errEnough.Error()) {
		t.Errorf("exit code %d\n%s", r.Code, r.Stderr)
	}
}
