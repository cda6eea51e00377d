package setting

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Presets returns the sizes, the objectives, the other rows of tables 4 to 9 of the paper, and the other systems. A row includes
// its objective. It is combined with one size, as in --preset small,slots-12; without one, the size is that of pipeline.yaml
// or the paper's. The authors' release has a size of its own.
func Presets() []stages.Preset[Config] {
	return []stages.Preset[Config]{
		{Name: "paper", Size: true, Doc: "size: Transformer-base, the run of the paper on KP20k", Apply: paperSize},
		{Name: "small", Size: true, Doc: "size: 256 wide, 3+3 layers, for tens of thousands of documents", Apply: smallSize},
		{Name: "best", Size: true, Doc: "size: recipe of the built-in model of infer: 192 wide, 2+2 layers, learning rate falls to zero", Apply: bestSize},
		{Name: "mini", Size: true, Doc: "size: 128 wide, 2+2 layers, one epoch; compares systems and objectives within hours", Apply: miniSize},
		{Name: "tiny", Size: true, Doc: "size: 64 wide, 1+1 layers; a first try in half a minute", Apply: tinySize},

		{Name: "wr", Doc: "objective: WR-One2Set, \"Our Model\" of tables 4 to 9", Apply: objectiveWR},
		{Name: "settrans", Doc: "objective: SetTrans, no re-assignment and fixed weights of ∅; tables 1 to 9", Apply: objectiveSetTrans},
		{Name: "settrans-unscaled", Doc: "tables 4, 5 and 7: SetTrans without λ_pre and λ_abs", Apply: func(c *Config) {
			objectiveSetTrans(c)
			c.LambdaPre, c.LambdaAbs = 1, 1
		}},
		{Name: "released", Size: true, Doc: "size: every setting of the authors' released script; put it first, as in released,settrans", Apply: released},

		{Name: adaptPreset, Doc: "fine-tune the model of --init-from on hundreds or thousands of documents: low learning rate, early stop", Apply: adapt},

		{Name: "settrans-batching", Doc: "tables 4 and 5: SetTrans with batching by number of targets", Apply: func(c *Config) {
			objectiveSetTrans(c)
			c.Batching = string(batch.ByCount)
		}},
		{Name: "slots-12", Doc: "tables 4 and 5: SetTrans with 12 slots", Apply: setTransOf(12)},
		{Name: "slots-16", Doc: "tables 4 and 5: SetTrans with 16 slots", Apply: setTransOf(16)},
		{Name: "slots-24", Doc: "tables 4 and 5: SetTrans with 24 slots", Apply: setTransOf(24)},
		{Name: "slots-28", Doc: "tables 4 and 5: SetTrans with 28 slots", Apply: setTransOf(28)},
		{Name: "no-reassign", Doc: "table 6: WR-One2Set without re-assignment, the SetTrans with weighting of tables 7 and 8",
			Apply: func(c *Config) { c.Reassign = string(wr.Off) }},
		{Name: "no-weighting", Doc: "table 6: WR-One2Set without adaptive weighting, the SetTrans with re-assignment of tables 7 and 8",
			Apply: func(c *Config) { c.Weighting = switchOff }},
		{Name: "rand-assign", Doc: "table 6: WR-One2Set with random targets for potential slots",
			Apply: func(c *Config) { c.Reassign = string(wr.Random) }},

		{Name: "catseq", Doc: "system: CatSeq of tables 4, 5 and 8; writes the keyphrases of a document in one sequence", Apply: ofSystem(sequence.CatSeq, transformer)},
		{Name: "catseq-r", Doc: "system: CatSeq(R) of tables 4, 5 and 8; CatSeq with a recurrent network", Apply: ofSystem(sequence.CatSeq, slots.GRU)},
		{Name: "one2one", Doc: "system: One2One; learns each keyphrase separately, and infer searches many", Apply: ofSystem(sequence.One2One, transformer)},
		{Name: "unikeyphrase", Doc: "system: UniKeyphrase of tables 4 and 5, on a pretrained encoder; needs --encoder", Apply: ofSystem(joint.UniKeyphrase, transformer)},
		{Name: "promptkp", Doc: "system: PromptKP of tables 4 and 5, on a pretrained encoder; needs --encoder", Apply: ofSystem(joint.PromptKP, transformer)},
		{Name: joint.TagsOnly, Doc: "system: tags the words of present keyphrases, on a pretrained encoder; for train refit --tagger; needs --encoder", Apply: ofSystem(joint.TagsOnly, transformer)},
	}
}

// The names of the paper's own system and of its body.
const (
	One2Set     = "one2set"
	transformer = "transformer"
)

// ofSystem returns the preset of a system with a body.
func ofSystem(system, body string) func(*Config) {
	return func(c *Config) {
		c.System, c.Network = system, body
		ofOneSlot(c, c.Trained())
	}
}

// presetOf returns the value of --preset, with further flags if need be, that trains a system with a body.
func presetOf(system, body string) string {
	switch {
	case system == One2Set:
		return "wr"
	case system == sequence.CatSeq && body == slots.GRU:
		return "catseq-r"
	case body == transformer:
		return system
	}
	return system + " --network " + body
}

func paperSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 50002, 512, 8, 2048, 6
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 1e-4, 20, 8000, 2
	c.LogEvery = 100
}

func smallSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 256, 4, 1024, 3
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 3e-4, 10, schedule.EachEpoch, 1
	c.LogEvery = 100
}

// bestSize gives the best results for its time on tens of thousands of documents, see RESULTS.md. It does not come from
// the paper.
func bestSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 192, 6, 768, 2
	c.LR, c.Warmup, c.Anneal, c.KPDrop, c.Copies = 5e-4, 100, string(schedule.Linear), 0.3, 2
	c.Epochs, c.CheckEvery, c.CheckFrom = 3, schedule.EachEpoch, 1
	c.LogEvery = 100
}

// miniSize lets the learning rate fall to zero, since one epoch without that is far from converged. Otherwise it is a
// small version of the paper's size.
func miniSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 128, 4, 512, 2
	c.LR, c.Warmup, c.Anneal = 7e-4, 100, string(schedule.Linear)
	c.Epochs, c.CheckEvery, c.CheckFrom = 1, schedule.EachEpoch, 1
	c.LogEvery = 100
}

func tinySize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 64, 4, 256, 1
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 1.5e-3, 4, schedule.EachEpoch, 1
	c.LogEvery = 20
}

// adaptPreset needs --init-from.
const adaptPreset = "adapt"

// adapt fine-tunes a good model. The learning rate is that of the largest size, so that the first steps do not destroy what
// the model has learned. The run ends after two checks in a row, one per epoch, without improvement.
func adapt(c *Config) {
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom, c.Patience = 1e-4, 10, schedule.EachEpoch, 1, 2
	c.LogEvery = 20
}

func objectiveWR(c *Config) {
	c.System, c.Network, c.Reassign, c.Weighting = One2Set, transformer, string(wr.Paper), switchOn
}

func objectiveSetTrans(c *Config) {
	objectiveWR(c)
	c.Reassign, c.Weighting = string(wr.Off), switchOff
}

// setTransOf returns the preset of SetTrans with n slots.
func setTransOf(n int) func(*Config) {
	return func(c *Config) {
		objectiveSetTrans(c)
		c.Slots = n
	}
}

// released sets every setting to that of the authors' script. Their validation loss
// is that of WR-One2Set even when SetTrans is trained, with --preset
// released,settrans.
func released(c *Config) {
	*c = Defaults()
	c.VocabSize = 50000
	c.Reassign, c.Validate = string(wr.Released), string(wr.Released)
}
