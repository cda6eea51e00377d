package main

import (
	"wrone2set/stages"
	"wrone2set/train/internal/batch"
	"wrone2set/train/internal/schedule"
	"wrone2set/train/internal/wr"
)

// presets are the sizes, the objectives, and the rows of the paper's tables.
// One size and one objective go together: --preset small,settrans.
func presets() []stages.Preset[Config] {
	return []stages.Preset[Config]{
		{Name: "paper", Doc: "size: Transformer-base, the run of the paper on KP20k", Apply: paperSize},
		{Name: "small", Doc: "size: 256 wide, 3+3 layers, for tens of thousands of documents", Apply: smallSize},
		{Name: "tiny", Doc: "size: 64 wide, 1+1 layers, for a first try in half a minute", Apply: tinySize},

		{Name: "wr", Doc: "objective: WR-One2Set", Apply: objectiveWR},
		{Name: "settrans", Doc: "objective: SetTrans, no re-assignment and fixed weights of ∅", Apply: objectiveSetTrans},
		{Name: "settrans-unscaled", Doc: "objective: SetTrans without λ_pre and λ_abs", Apply: func(c *Config) {
			objectiveSetTrans(c)
			c.LambdaPre, c.LambdaAbs = 1, 1
		}},
		{Name: "released", Doc: "every setting of the authors' released script; goes first, as in released,settrans", Apply: released},

		{Name: "settrans-batching", Doc: "table 1: SetTrans with batching by number of targets", Apply: func(c *Config) {
			objectiveSetTrans(c)
			c.Batching = string(batch.ByCount)
		}},
		{Name: "slots-12", Doc: "table 1: 12 slots", Apply: func(c *Config) { c.Slots = 12 }},
		{Name: "slots-16", Doc: "table 1: 16 slots", Apply: func(c *Config) { c.Slots = 16 }},
		{Name: "slots-24", Doc: "table 1: 24 slots", Apply: func(c *Config) { c.Slots = 24 }},
		{Name: "slots-28", Doc: "table 1: 28 slots", Apply: func(c *Config) { c.Slots = 28 }},
		{Name: "no-reassign", Doc: "ablation: WR-One2Set without re-assignment", Apply: func(c *Config) { c.Reassign = string(wr.Off) }},
		{Name: "no-weighting", Doc: "ablation: WR-One2Set without adaptive weighting", Apply: func(c *Config) { c.Weighting = switchOff }},
		{Name: "rand-assign", Doc: "ablation: potential slots take random targets", Apply: func(c *Config) { c.Reassign = string(wr.Random) }},
	}
}

func paperSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 50002, 512, 8, 2048, 6
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 1e-4, 20, 8000, 2
}

func smallSize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 256, 4, 1024, 3
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 3e-4, 10, schedule.EachEpoch, 1
}

func tinySize(c *Config) {
	c.VocabSize, c.DModel, c.Heads, c.FF, c.Layers = 0, 64, 4, 256, 1
	c.LR, c.Epochs, c.CheckEvery, c.CheckFrom = 1.5e-3, 4, schedule.EachEpoch, 1
	c.LogEvery = 20
}

func objectiveWR(c *Config) {
	c.Reassign, c.Weighting = string(wr.Paper), switchOn
}

func objectiveSetTrans(c *Config) {
	c.Reassign, c.Weighting = string(wr.Off), switchOff
}

// released is every setting of the authors' script. Their validation loss has
// the form of WR-One2Set even when SetTrans is trained: --preset
// released,settrans.
func released(c *Config) {
	*c = defaults()
	c.VocabSize = 50000
	c.Reassign, c.Validate = string(wr.Released), releasedLoss
}
