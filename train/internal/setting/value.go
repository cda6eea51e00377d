package setting

import (
	"io"

	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/step"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Trained returns the system to train; Check has checked its name.
func (c Config) Trained() model.System {
	s, _ := model.ParseSystem(c.System)
	return s
}

// Body returns the body of the network; Check has checked its name.
func (c Config) Body() model.Body {
	b, _ := model.ParseBody(c.Network)
	return b
}

// Shape returns the shape of the network, with a vocabulary of so many words.
func (c Config) Shape(vocab int) slots.Config {
	shape := slots.Config{
		Vocab: vocab, Slots: c.Slots, PhraseLen: c.PhraseLen, Width: c.DModel, Heads: c.Heads, FF: c.FF,
		EncoderLayers: c.Layers, DecoderLayers: c.Layers, Dropout: c.Dropout, System: c.Trained().InConfig(), Network: c.Body().InConfig(), Tied: c.Tied,
	}
	if !c.Body().Heads {
		shape.Heads, shape.FF, shape.DecoderLayers = 0, 0, 1
	}
	return shape
}

// Steps returns the number of steps of a run on so many training documents that nothing stops early.
func (c Config) Steps(documents int) int64 {
	return int64(c.Epochs) * int64(batch.Plan{Documents: documents, Size: c.BatchSize}.Steps())
}

// Rules returns when the validation loss is computed, and the learning rate of each step.
func (c Config) Rules() schedule.Rules {
	return schedule.Rules{Every: c.CheckEvery, FromEpoch: c.CheckFrom, Patience: c.Patience, Decay: c.Decay, Warmup: c.Warmup, Anneal: schedule.Anneal(c.Anneal)}
}

// Objectives returns what slots are trained for, and what the validation loss measures, with a vocabulary of so many words.
func (c Config) Objectives(vocab int) (training, validation step.Objective) {
	training = step.Objective{
		Slots: assign.Slots{Number: c.Slots, Length: c.PhraseLen, Copies: c.Copies}, Steps: c.AssignSteps, Reassign: wr.Reassignment(c.Reassign),
		Scales: wr.Scales{Present: c.LambdaPre, Absent: c.LambdaAbs, Adaptive: c.Weighting == switchOn},
		Narrow: batch.Order(c.Batching) == batch.ByCount, Seed: c.Seed, Vocab: vocab,
	}
	validation = training
	if c.Validate == string(wr.Released) {
		validation.Reassign, validation.Scales.Adaptive = wr.Released, true
	}
	return training, validation
}

// HalfProducts reports whether the steps multiply in bfloat16. Checks stay in float32.
func (c Config) HalfProducts() bool { return c.Precision == bfloat16 }

// Adam returns the optimiser of a network. The factor of lr for the parameters of a pretrained encoder, which come first, is
// encoder_lr / lr, and 1 for the others; without such an encoder there are no factors.
func (c Config) Adam(w *kernel.Workers, m model.Network) *op.Adam[float32] {
	a := &op.Adam[float32]{Workers: w, Beta1: c.Beta1, Beta2: c.Beta2, Epsilon: c.Eps, Clip: c.Clip}
	if m.Pretrained() == 0 {
		return a
	}
	for i := range m.Params() {
		factor := 1.
		if i < m.Pretrained() {
			factor = c.EncoderLR / c.LR
		}
		a.Factors = append(a.Factors, factor)
	}
	return a
}

// Int8 reports whether model.safetensors has the weights in 8 bits.
func (c Choice) Int8() bool { return c.Store == int8Store }

// Stored returns the function that writes model.safetensors in the form of the settings.
func (c Choice) Stored(m model.Network) func(io.Writer) error {
	if c.Int8() {
		return m.WriteInt8
	}
	return m.WriteTensors
}

// Runs reports whether runs of words of the text are candidates of the choice.
func (c Choice) Runs() bool { return c.Extract == switchOn }

// FitsFast reports whether a run fits a choice without slots; had tells whether the model that it starts from has one.
func (c Choice) FitsFast(had bool) bool { return c.Fast == switchOn || c.Fast == switchAuto && had }

// Branching returns how slots write alternatives. Three times as many branch at a later word as at the first, because on
// real abstracts each of them finds more keyphrases. Below a probability of 0.001 alternatives find hardly any. Slots that begin with
// the same word are decoded as one: a tenth less time, and F1 on validation documents within .004.
func (c Choice) Branching() choose.Branching {
	if c.Alternatives == 0 {
		return choose.Branching{}
	}
	return choose.Branching{First: c.Alternatives, Later: 3 * c.Alternatives, Least: 0.001, Merge: true}
}
