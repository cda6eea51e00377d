package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// body returns the body of the network; check has checked its name.
func (c Config) body() model.Body {
	b, _ := model.ParseBody(c.Network)
	return b
}

// checkNetwork refuses an unknown network, and sizes that do not suit it.
func (c Config) checkNetwork() error {
	b, err := model.ParseBody(c.Network)
	switch {
	case err != nil:
		return err
	case b.Even && c.DModel%2 != 0:
		return fmt.Errorf("d_model is %d, network %s needs an even number: half of it for each direction through a document", c.DModel, b.Name)
	case b.Heads && (c.Heads < 1 || c.DModel%c.Heads != 0):
		return fmt.Errorf("heads (%d) do not divide d_model (%d)", c.Heads, c.DModel)
	case b.Heads && c.FF < 1:
		return fmt.Errorf("ff is %d, want at least 1", c.FF)
	}
	return nil
}

// layersOf returns the setting layers that gives this shape.
func layersOf(shape slots.Config, b model.Body) int {
	if b.Heads {
		return shape.DecoderLayers
	}
	return shape.EncoderLayers
}

// settleNetwork sets the settings that the network decides, and refuses those given by name that it does not use.
func settleNetwork(c *Config, g stages.Given) error {
	b := c.body()
	if !c.system().Takes(b) {
		return &stages.UsageError{Err: fmt.Errorf("network %s does not go with system %s: give --preset %s, or system %s",
			c.Network, c.System, presetOf(b.With()[0], b.Name), strings.Join(b.With(), " or "))}
	}
	if b.Heads {
		return nil
	}
	for _, key := range []string{"heads", "ff"} {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s goes with network %s, and this run trains one of network %s: leave it out", key, transformer, c.Network)}
		}
	}
	if len(g.Input("encoder")) > 0 && !b.Encoder {
		return &stages.UsageError{Err: errors.New("network " + b.Name + " has an encoder of its own: leave --encoder out")}
	}
	c.Heads, c.FF = 0, 0
	if !g.Setting("layers") && b.Layers > 0 {
		c.Layers = b.Layers
	}
	return nil
}
