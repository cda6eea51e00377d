package main

import (
	"errors"
	"fmt"

	"wrone2set/stages"
	"wrone2set/stages/model/slots"
)

// recurrentLayers are the layers of a recurrent encoder: those of the models that Chan et al. (ACL 2019) released, whose
// numbers the paper's tables have for CatSeq(R).
const recurrentLayers = 2

// ofNetwork makes the settings those of a system of one slot with that network.
func ofNetwork(network slots.Network, system slots.System) func(*Config) {
	return func(c *Config) {
		oneSlot(system)(c)
		c.Network = network.String()
	}
}

// made is what the network is made of; the name has been checked.
func (c Config) made() slots.Network {
	n, _ := slots.ParseNetwork(c.Network)
	return n
}

// checkNetwork refuses an unknown network, and sizes that it cannot do with.
func (c Config) checkNetwork() error {
	network, err := slots.ParseNetwork(c.Network)
	switch {
	case err != nil:
		return err
	case network == slots.GRU && c.DModel%2 != 0:
		return fmt.Errorf("d_model is %d, network %s needs an even number: half of it for each way through a document", c.DModel, network)
	case network == slots.Transformer && (c.Heads < 1 || c.DModel%c.Heads != 0):
		return fmt.Errorf("heads (%d) do not divide d_model (%d)", c.Heads, c.DModel)
	case network == slots.Transformer && c.FF < 1:
		return fmt.Errorf("ff is %d, want at least 1", c.FF)
	}
	return nil
}

// layersOf is the setting layers of a shape.
func layersOf(shape slots.Config) int {
	if shape.Network == slots.GRU {
		return shape.EncoderLayers
	}
	return shape.DecoderLayers
}

// settleNetwork makes the settings those of the network, and refuses those given by name that it has no use for.
func settleNetwork(c *Config, g stages.Given) error {
	if c.made() != slots.GRU {
		return nil
	}
	if c.system() == slots.OneToSet {
		return &stages.UsageError{Err: fmt.Errorf("network %s has no slots, and this run trains system %s: give --preset catseq-r, or system %s or %s",
			c.Network, c.System, slots.CatSeq, slots.OneToOne)}
	}
	for _, key := range []string{"heads", "ff"} {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s goes with network %s, and this run trains one of network %s: leave it out", key, slots.Transformer, c.Network)}
		}
	}
	if len(g.Input("encoder")) > 0 {
		return &stages.UsageError{Err: errors.New("network gru has an encoder of its own: leave --encoder out")}
	}
	c.Heads, c.FF = 0, 0
	if !g.Setting("layers") {
		c.Layers = recurrentLayers
	}
	return nil
}
